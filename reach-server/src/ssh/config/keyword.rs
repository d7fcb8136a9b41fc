//! The one table of what Reach does with each option of `ssh_config` (P11).

use super::arguments::Arguments::{
    self, Any, Choice, Command, Flag, Integer, List, Text, Time, TimeOrFlag, UpTo,
};

/// What becomes of an option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// It decides what is dialled.
    Honoured(Honoured),
    /// It changes nothing that Reach does: forwards, terminals, other kinds of login, tuning.
    Ignored(Arguments),
    /// Reach would do something else than `ssh`: a `config` outcome when it applies, except with
    /// a value that says what Reach does anyway.
    Refused(Arguments, Harmless),
    /// `Host`, `Match`, `Include`.
    Structure(Structure),
}

/// The options that Reach follows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Honoured {
    AddressFamily,
    CertificateFile,
    HostKeyAlias,
    HostName,
    IdentitiesOnly,
    IdentityAgent,
    IdentityFile,
    IgnoreUnknown,
    Port,
    ProxyJump,
    StrictHostKeyChecking,
    User,
}

/// The options that decide to which hosts the others apply.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Structure {
    Host,
    Include,
    Match,
}

/// The values of a refused option that change nothing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Harmless {
    /// Only these, ignoring case.
    Values(&'static [&'static str]),
    /// Lists of known-hosts files made of these. A target is checked against its pin alone, so
    /// "none" is harmless for it too.
    KnownHosts(&'static [&'static str]),
    /// Comma lists with this member.
    Listing(&'static str),
}

const NO: Harmless = Harmless::Values(&["no", "false"]);
const NONE: Harmless = Harmless::Values(&["none"]);
const NEVER: Harmless = Harmless::Values(&[]);
const YES_NO_ASK: Arguments = Choice(&["true", "false", "yes", "no", "ask"]);

/// The rule of a keyword in lower case, and the name to show; `None`: not an option of `ssh`.
pub(super) fn rule(keyword: &str) -> Option<(&'static str, Rule)> {
    TABLE
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(keyword))
        .map(|(name, rule)| (*name, *rule))
}

const TABLE: &[(&str, Rule)] = &[
    ("Host", Rule::Structure(Structure::Host)),
    ("Include", Rule::Structure(Structure::Include)),
    ("Match", Rule::Structure(Structure::Match)),
    // Honoured.
    ("AddressFamily", Rule::Honoured(Honoured::AddressFamily)),
    ("CertificateFile", Rule::Honoured(Honoured::CertificateFile)),
    ("HostKeyAlias", Rule::Honoured(Honoured::HostKeyAlias)),
    ("HostName", Rule::Honoured(Honoured::HostName)),
    ("IdentitiesOnly", Rule::Honoured(Honoured::IdentitiesOnly)),
    ("IdentityAgent", Rule::Honoured(Honoured::IdentityAgent)),
    ("IdentityFile", Rule::Honoured(Honoured::IdentityFile)),
    ("IdentityFile2", Rule::Honoured(Honoured::IdentityFile)),
    ("IgnoreUnknown", Rule::Honoured(Honoured::IgnoreUnknown)),
    ("Port", Rule::Honoured(Honoured::Port)),
    ("ProxyJump", Rule::Honoured(Honoured::ProxyJump)),
    (
        "StrictHostKeyChecking",
        Rule::Honoured(Honoured::StrictHostKeyChecking),
    ),
    ("User", Rule::Honoured(Honoured::User)),
    // Refused when they would apply.
    ("BindAddress", Rule::Refused(Text, NEVER)),
    ("BindInterface", Rule::Refused(Text, NEVER)),
    (
        "CanonicalizeHostname",
        Rule::Refused(Choice(&["true", "false", "yes", "no", "always"]), NO),
    ),
    ("CanonicalizePermittedCNAMEs", Rule::Refused(List, NONE)),
    (
        "GlobalKnownHostsFile",
        Rule::Refused(
            List,
            Harmless::KnownHosts(&["/etc/ssh/ssh_known_hosts", "/etc/ssh/ssh_known_hosts2"]),
        ),
    ),
    ("HostKeyAlgorithms", Rule::Refused(Text, NEVER)),
    ("KnownHostsCommand", Rule::Refused(Command, NONE)),
    ("PKCS11Provider", Rule::Refused(Text, NONE)),
    ("SmartcardDevice", Rule::Refused(Text, NONE)),
    (
        "PreferredAuthentications",
        Rule::Refused(Text, Harmless::Listing("publickey")),
    ),
    ("ProxyCommand", Rule::Refused(Command, NONE)),
    (
        "PubkeyAuthentication",
        Rule::Refused(PUBKEY, Harmless::Values(PUBKEY_ON)),
    ),
    (
        "DSAAuthentication",
        Rule::Refused(PUBKEY, Harmless::Values(PUBKEY_ON)),
    ),
    ("RevokedHostKeys", Rule::Refused(Text, NONE)),
    (
        "UserKnownHostsFile",
        Rule::Refused(
            List,
            Harmless::KnownHosts(&["~/.ssh/known_hosts", "~/.ssh/known_hosts2"]),
        ),
    ),
    // Ignored: what follows a login, and other ways to log in.
    ("AddKeysToAgent", Rule::Ignored(UpTo(2))),
    ("BatchMode", Rule::Ignored(Flag)),
    ("ChallengeResponseAuthentication", Rule::Ignored(Flag)),
    ("ClearAllForwardings", Rule::Ignored(Flag)),
    ("ControlMaster", Rule::Ignored(CONTROL_MASTER)),
    ("ControlPath", Rule::Ignored(Text)),
    ("ControlPersist", Rule::Ignored(TimeOrFlag)),
    ("DynamicForward", Rule::Ignored(Text)),
    ("EnableEscapeCommandline", Rule::Ignored(Flag)),
    ("EnableSSHKeysign", Rule::Ignored(Flag)),
    ("EscapeChar", Rule::Ignored(Text)),
    ("ExitOnForwardFailure", Rule::Ignored(Flag)),
    ("ForkAfterAuthentication", Rule::Ignored(Flag)),
    ("ForwardAgent", Rule::Ignored(Text)),
    ("ForwardX11", Rule::Ignored(Flag)),
    ("ForwardX11Timeout", Rule::Ignored(Time)),
    ("ForwardX11Trusted", Rule::Ignored(Flag)),
    ("GatewayPorts", Rule::Ignored(Flag)),
    ("GSSAPIAuthentication", Rule::Ignored(Flag)),
    ("GSSAPIClientIdentity", Rule::Ignored(Text)),
    ("GSSAPIDelegateCredentials", Rule::Ignored(Flag)),
    ("GSSAPIKexAlgorithms", Rule::Ignored(Text)),
    ("GSSAPIKeyExchange", Rule::Ignored(Flag)),
    ("GSSAPIRenewalForcesRekey", Rule::Ignored(Flag)),
    ("GSSAPIServerIdentity", Rule::Ignored(Text)),
    ("GSSAPITrustDns", Rule::Ignored(Flag)),
    ("HostbasedAcceptedAlgorithms", Rule::Ignored(Text)),
    ("HostbasedAuthentication", Rule::Ignored(Flag)),
    ("HostbasedKeyTypes", Rule::Ignored(Text)),
    ("KbdInteractiveAuthentication", Rule::Ignored(Flag)),
    ("KbdInteractiveDevices", Rule::Ignored(Text)),
    ("LocalCommand", Rule::Ignored(Command)),
    ("LocalForward", Rule::Ignored(UpTo(2))),
    ("NumberOfPasswordPrompts", Rule::Ignored(Integer)),
    ("PasswordAuthentication", Rule::Ignored(Flag)),
    ("PermitLocalCommand", Rule::Ignored(Flag)),
    ("PermitRemoteOpen", Rule::Ignored(List)),
    ("RemoteCommand", Rule::Ignored(Command)),
    ("RemoteForward", Rule::Ignored(UpTo(2))),
    ("RequestTTY", Rule::Ignored(TTY)),
    ("SendEnv", Rule::Ignored(List)),
    ("SessionType", Rule::Ignored(SESSION)),
    ("SetEnv", Rule::Ignored(List)),
    ("SkeyAuthentication", Rule::Ignored(Flag)),
    ("StdinNull", Rule::Ignored(Flag)),
    ("StreamLocalBindMask", Rule::Ignored(Text)),
    ("StreamLocalBindUnlink", Rule::Ignored(Flag)),
    ("TISAuthentication", Rule::Ignored(Flag)),
    ("Tunnel", Rule::Ignored(TUNNEL)),
    ("TunnelDevice", Rule::Ignored(Text)),
    ("XAuthLocation", Rule::Ignored(Text)),
    // Ignored: Reach is as strict or stricter about host keys (P7), pins the target's, and
    // negotiates algorithms itself; where that finds nothing in common, the probe says so.
    ("CASignatureAlgorithms", Rule::Ignored(Text)),
    ("CheckHostIP", Rule::Ignored(Flag)),
    ("Ciphers", Rule::Ignored(Text)),
    ("FingerprintHash", Rule::Ignored(Choice(&["md5", "sha256"]))),
    ("HashKnownHosts", Rule::Ignored(Flag)),
    ("KexAlgorithms", Rule::Ignored(Text)),
    ("MACs", Rule::Ignored(Text)),
    ("NoHostAuthenticationForLocalhost", Rule::Ignored(Flag)),
    ("PubkeyAcceptedAlgorithms", Rule::Ignored(Text)),
    ("PubkeyAcceptedKeyTypes", Rule::Ignored(Text)),
    ("RequiredRSASize", Rule::Ignored(Integer)),
    ("SecurityKeyProvider", Rule::Ignored(Text)),
    ("UpdateHostKeys", Rule::Ignored(YES_NO_ASK)),
    ("VerifyHostKeyDNS", Rule::Ignored(YES_NO_ASK)),
    ("VisualHostKey", Rule::Ignored(Flag)),
    // Ignored: Reach has its own deadlines and its own watchdog.
    ("Compression", Rule::Ignored(Choice(&["yes", "no"]))),
    ("ConnectionAttempts", Rule::Ignored(Integer)),
    ("ConnectTimeout", Rule::Ignored(Time)),
    ("IPQoS", Rule::Ignored(UpTo(2))),
    ("KeepAlive", Rule::Ignored(Flag)),
    ("LogLevel", Rule::Ignored(LOG_LEVEL)),
    ("LogVerbose", Rule::Ignored(List)),
    ("ProtocolKeepAlives", Rule::Ignored(Time)),
    ("ProxyUseFdpass", Rule::Ignored(Flag)),
    ("RekeyLimit", Rule::Ignored(UpTo(2))),
    ("ServerAliveCountMax", Rule::Ignored(Integer)),
    ("ServerAliveInterval", Rule::Ignored(Time)),
    ("SetupTimeOut", Rule::Ignored(Time)),
    ("SyslogFacility", Rule::Ignored(Text)),
    ("TCPKeepAlive", Rule::Ignored(Flag)),
    // Ignored: they say how CanonicalizeHostname works, which is refused.
    ("CanonicalDomains", Rule::Ignored(List)),
    ("CanonicalizeFallbackLocal", Rule::Ignored(Flag)),
    ("CanonicalizeMaxDots", Rule::Ignored(Integer)),
    // Ignored by OpenSSH itself: gone, and kept so that old files can be read.
    ("AFSTokenPassing", Rule::Ignored(Any)),
    ("Cipher", Rule::Ignored(Any)),
    ("CompressionLevel", Rule::Ignored(Any)),
    ("FallBackToRsh", Rule::Ignored(Any)),
    ("GlobalKnownHostsFile2", Rule::Ignored(Any)),
    ("KerberosAuthentication", Rule::Ignored(Any)),
    ("KerberosTGTPassing", Rule::Ignored(Any)),
    ("Protocol", Rule::Ignored(Any)),
    ("RhostsAuthentication", Rule::Ignored(Any)),
    ("RhostsRSAAuthentication", Rule::Ignored(Any)),
    ("RSAAuthentication", Rule::Ignored(Any)),
    ("UseBlacklistedKeys", Rule::Ignored(Any)),
    ("UsePrivilegedPort", Rule::Ignored(Any)),
    ("UserKnownHostsFile2", Rule::Ignored(Any)),
    ("UseRoaming", Rule::Ignored(Any)),
    ("UseRsh", Rule::Ignored(Any)),
    // Ignored: newer than the OpenSSH this was compared with, and without effect on a dial.
    ("ChannelTimeout", Rule::Ignored(Any)),
    ("ObscureKeystrokeTiming", Rule::Ignored(Any)),
    ("VersionAddendum", Rule::Ignored(Any)),
    ("WarnWeakCrypto", Rule::Ignored(Any)),
];

const PUBKEY: Arguments = Choice(&["true", "false", "yes", "no", "unbound", "host-bound"]);
const PUBKEY_ON: &[&str] = &["true", "yes", "unbound", "host-bound"];
const CONTROL_MASTER: Arguments = Choice(&["true", "false", "yes", "no", "auto", "ask", "autoask"]);
const TTY: Arguments = Choice(&["true", "false", "yes", "no", "force", "auto"]);
const SESSION: Arguments = Choice(&["none", "subsystem", "default"]);
const TUNNEL: Arguments = Choice(&["ethernet", "point-to-point", "true", "yes", "false", "no"]);
const LOG_LEVEL: Arguments = Choice(&[
    "QUIET", "FATAL", "ERROR", "INFO", "VERBOSE", "DEBUG", "DEBUG1", "DEBUG2", "DEBUG3",
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_stands_in_the_table_twice() {
        let mut names: Vec<_> = TABLE
            .iter()
            .map(|(name, _)| name.to_ascii_lowercase())
            .collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
