//! Random configurations: made of what people write and of what trips readers up.

use super::corpus::Case;

/// `splitmix64`: the same cases on every run and machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }
}

const TARGETS: &[&str] = &[
    "foo",
    "foo",
    "foo",
    "FOO",
    "foo.example",
    "bar",
    "10.0.0.1",
    "127.1",
    "::1",
    "gpu-1",
    "u@foo",
    "ssh://v@foo:2200",
    "a%b",
];

const PATTERNS: &[&str] = &[
    "foo",
    "foo",
    "foo*",
    "*",
    "*",
    "bar",
    "f?o",
    "!foo",
    "!bar",
    "FOO",
    "*.example",
    "10.*",
    "::1",
    "gpu-?",
    "foo,bar",
    "\"foo\"",
    "b",
    "*o*",
    "127.*",
    "bastion",
];

const LISTS: &[&str] = &[
    "foo",
    "foo,bar",
    "*",
    "!bar,*",
    "*,!foo",
    "FOO",
    "*.example",
    "foo*",
    "\"foo\"",
    "real.example",
    "REAL.*",
    "x",
];

const USERS: &[&str] = &["root", "*", "ada", "!root,*", "ada,u", "v", "nobody"];

/// Options and values that the two sides take alike.
const OPTIONS: &[(&str, &[&str])] = &[
    (
        "HostName",
        &[
            "real.example",
            "%h.internal",
            "10.1.2.3",
            "REAL.example",
            "fe80::1",
            "a%%b",
            "\"%h\"",
            "0x7f.1",
        ],
    ),
    (
        "Port",
        &["22", "2222", "\"2200\"", "0022", "+23", "ssh", "65535"],
    ),
    ("User", &["ada", "\"ada l\"", "bob", "'carl'", "da\\ve"]),
    (
        "IdentityFile",
        &[
            "~/.ssh/id_a",
            "~/.ssh/id_a",
            "/k/%h-%p-%r",
            "none",
            "\"/k/a b\"",
            "rel/key",
            "~/%d/%u",
            "${HOME}/k",
            "/k/%%",
        ],
    ),
    ("CertificateFile", &["~/.ssh/a-cert.pub", "/c/%n", "/c/x"]),
    ("IdentitiesOnly", &["yes", "no", "True", "FALSE"]),
    (
        "IdentityAgent",
        &[
            "none",
            "SSH_AUTH_SOCK",
            "$OTHER_SOCK",
            "$NOT_SET",
            "~/agent.sock",
            "/run/%u/%h",
            "\"/run/a b\"",
            "${HOME}/s",
        ],
    ),
    ("HostKeyAlias", &["Alias", "other.example"]),
    (
        "ProxyJump",
        &[
            "bastion",
            "ada@bastion:2222",
            "none",
            "[::1]:22",
            "ssh://eve@bastion:33",
            "a,b",
            "10.0.0.9",
            "foo",
            "None",
            "j@[fe80::2]",
            "b:ssh",
        ],
    ),
    ("ProxyCommand", &["none", "nc %h %p", "\"nc\" x"]),
    ("AddressFamily", &["any", "inet", "INET6"]),
    (
        "StrictHostKeyChecking",
        &["yes", "no", "ask", "accept-new", "off", "True"],
    ),
    ("IgnoreUnknown", &["Use*,Foo", "UseKeychain"]),
    (
        "UserKnownHostsFile",
        &[
            "~/.ssh/known_hosts",
            "/dev/null",
            "/tmp/kh",
            "~/.ssh/known_hosts ~/.ssh/known_hosts2",
            "none",
        ],
    ),
    ("BindAddress", &["10.0.0.2"]),
    ("HostKeyAlgorithms", &["ssh-ed25519", "+ssh-rsa"]),
    ("CanonicalizeHostname", &["no", "false"]),
    ("PubkeyAuthentication", &["yes", "no", "host-bound"]),
    (
        "PreferredAuthentications",
        &[
            "publickey,password",
            "password",
            "keyboard-interactive,publickey",
        ],
    ),
    ("ForwardAgent", &["yes", "no"]),
    ("ServerAliveInterval", &["30", "1m"]),
    ("Compression", &["yes", "no"]),
    ("LocalForward", &["8080 localhost:80"]),
    ("SendEnv", &["LANG LC_*"]),
    ("ControlPath", &["~/.ssh/%C", "none"]),
    ("ControlMaster", &["auto"]),
    ("LogLevel", &["ERROR", "quiet"]),
    ("Ciphers", &["aes256-ctr", "+aes128-cbc"]),
    ("AddKeysToAgent", &["yes", "confirm", "1h"]),
    ("RemoteCommand", &["echo \"hi\" # there"]),
    ("LocalCommand", &["echo %h"]),
    ("Protocol", &["2", "1,2"]),
    ("RSAAuthentication", &["yes"]),
    ("ConnectTimeout", &["5", "none"]),
    ("RekeyLimit", &["1G 1h", "default none"]),
    ("IPQoS", &["lowdelay throughput"]),
];

/// Lines that OpenSSH refuses, or treats in ways of its own.
const ODD_LINES: &[&str] = &[
    "Port 0",
    "Port 70000",
    "Port x",
    "Port 22 23",
    "Port",
    "Port==22",
    "Port \"\"",
    "User \"x",
    "UseKeychain yes",
    "Bogus 1",
    "Host",
    "Host \"\"",
    "Match",
    "Match bogus",
    "Match host",
    "Match all user x",
    "ProxyJump ::1",
    "ProxyJump a b",
    "ProxyJump x # y",
    "ProxyJump \"q\"",
    "ProxyJump none # why",
    "HostName %x",
    "HostName a b",
    "IdentityAgent ${NOT_SET}",
    "IdentityAgent $HOME/x",
    "IdentitiesOnly maybe",
    "Compression 9",
    "=Port 23",
    "\"Port\" 24",
    "Po\"rt\" 25",
    "==Port 26",
    "User a\\\\b",
    "User a\\ b",
    "User a\"b c\"d",
    "Port 22#x",
    "ConnectTimeout x",
    "StrictHostKeyChecking perhaps",
    "AddressFamily inet7",
    "Port\u{c}22",
    "Port 22 \u{c}",
    "\u{feff}Port 22",
    "CanonicalizePermittedCNAMEs none",
    "Include",
    "Include \"\"",
    "IdentityFile a b",
    "LogLevel x",
    "ProxyJump -x",
    "ControlPersist forever",
    "Host foo # bar",
    "RequestTTY x",
    "SessionType none",
];

const INCLUDED: &[&str] = &[
    "conf.d/a.conf",
    "conf.d/b.conf",
    "conf.d/sub/c.conf",
    "more",
    "d e",
];

const INCLUDES: &[&str] = &[
    "conf.d/*",
    "conf.d/*.conf",
    "conf.d/[ab].conf",
    "more",
    "~/.ssh/more",
    "conf.d/?.conf more",
    "\"d e\"",
    "nothing",
    "*/sub/c.conf",
    "conf.d/[!a]*",
];

/// A random case.
pub(crate) fn case(random: &mut Random) -> Case {
    let mut main = text(random, 0);
    if random.one_in(3) {
        // A bastion in front of everything has itself in front; this one has not.
        let jump = random.pick(&["ada@bastion:2222", "bastion", "[::1]:22", "ssh://eve@b:33"]);
        let block = format!("Host foo FOO gpu-? *.example\n  ProxyJump {jump}\nHost *\n");
        main.splice(0..0, block.into_bytes());
    }
    let mut case = Case::new(main, random.pick(TARGETS));
    for path in INCLUDED {
        if !random.one_in(3) {
            case = case.with(path, text(random, 1));
        }
    }
    case
}

fn text(random: &mut Random, depth: usize) -> Vec<u8> {
    let ending = if random.one_in(6) { "\r\n" } else { "\n" };
    let count = 1 + random.below(if depth == 0 { 9 } else { 4 });
    let mut lines = Vec::new();
    for _ in 0..count {
        let line = match random.below(20) {
            0..=4 => header(random),
            5 | 6 if depth == 0 || random.one_in(4) => format!("Include {}", random.pick(INCLUDES)),
            7 if random.one_in(3) => random.pick(ODD_LINES).to_owned(),
            8 => random
                .pick(&["", "# comment", "\t", "  # x \"", "#"])
                .to_owned(),
            _ => option(random),
        };
        lines.push(line);
    }
    let mut text = lines.join(ending);
    if !random.one_in(8) {
        text.push_str(ending);
    }
    text.into_bytes()
}

fn header(random: &mut Random) -> String {
    if random.one_in(2) {
        let patterns: Vec<_> = (0..=random.below(3))
            .map(|_| random.pick(PATTERNS))
            .collect();
        return spelled(random, "Host", &patterns.join(" "));
    }
    let mut criteria = Vec::new();
    for _ in 0..=random.below(2) {
        let criterion = match random.below(9) {
            0 | 1 => format!("host {}", random.pick(LISTS)),
            2 => format!("originalhost {}", random.pick(LISTS)),
            3 => format!("user {}", random.pick(USERS)),
            4 => format!("localuser {}", random.pick(USERS)),
            5 => "final".to_owned(),
            6 => "canonical".to_owned(),
            7 => format!("exec \"{}\"", random.pick(&["true", "false", "exit 0"])),
            _ => "all".to_owned(),
        };
        let negation = if random.one_in(5) { "!" } else { "" };
        criteria.push(format!("{negation}{criterion}"));
    }
    spelled(random, "Match", &criteria.join(" "))
}

fn option(random: &mut Random) -> String {
    // The first dozen decide what is dialled, and come more often.
    let bound = if random.one_in(3) { OPTIONS.len() } else { 12 };
    let (name, values) = OPTIONS[random.below(bound)];
    let value = random.pick(values);
    spelled(random, name, value)
}

fn spelled(random: &mut Random, name: &str, value: &str) -> String {
    let name = match random.below(6) {
        0 => name.to_lowercase(),
        1 => name.to_uppercase(),
        _ => name.to_owned(),
    };
    let indent = random.pick(&["", "", "    ", "\t"]);
    let between = random.pick(&[" ", " ", " ", "\t", "=", " = ", "  "]);
    let end = random.pick(&["", "", "", "", " ", "\t", " # comment"]);
    format!("{indent}{name}{between}{value}{end}")
}
