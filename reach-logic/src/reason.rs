//! Why a probe did not reach an authenticated transport.

use serde::{Deserialize, Serialize};

/// The closed set of failure reasons, in the order of the contract: when several could describe
/// one failure, the first that applies is reported (R-001.27). An absent reason
/// (`Option<Reason>::None`, the empty string in JSON) means that the last probe succeeded or that
/// none has completed.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The configuration does not resolve into something that may be dialled.
    Config,
    /// The probe's deadline passed.
    Timeout,
    /// A host key, at either hop, is not the one on record.
    HostKey,
    /// The server is the right one, and refused us.
    Auth,
    /// The TCP connection could not be made.
    Network,
    /// Anything else, after TCP.
    Unknown,
}

impl Reason {
    /// Every reason, in the order of the contract.
    pub const ALL: [Self; 6] = [
        Self::Config,
        Self::Timeout,
        Self::HostKey,
        Self::Auth,
        Self::Network,
        Self::Unknown,
    ];

    /// The token used in JSON and in the store.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Timeout => "timeout",
            Self::HostKey => "host_key",
            Self::Auth => "auth",
            Self::Network => "network",
            Self::Unknown => "unknown",
        }
    }

    /// The reason of a token; `None` for any other text, the empty one included.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.token() == token)
    }

    /// Whether the failure repeats until a human changes something, so that no threshold applies.
    pub const fn is_sticky(self) -> bool {
        match self {
            Self::Config | Self::HostKey => true,
            Self::Timeout | Self::Auth | Self::Network | Self::Unknown => false,
        }
    }
}

/// `Option<Reason>` as the contract writes it: the token, or the empty string.
pub mod or_empty {
    use alloc::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Reason;

    /// Writes the token, or the empty string.
    pub fn serialize<S: Serializer>(reason: &Option<Reason>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(reason.map_or("", Reason::token))
    }

    /// Reads a token, or the empty string.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Reason>, D::Error> {
        let token = Cow::<'de, str>::deserialize(from)?;
        if token.is_empty() {
            return Ok(None);
        }
        Reason::from_token(&token)
            .map(Some)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&token), &"a reason"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_of_json_and_of_the_store_is_the_same() {
        for reason in Reason::ALL {
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(json, alloc::format!("\"{}\"", reason.token()));
            assert_eq!(Reason::from_token(reason.token()), Some(reason));
        }
        assert_eq!(Reason::from_token(""), None);
    }

    // covers: SSH-REACHABILITY-001.5
    #[test]
    fn an_absent_reason_is_the_empty_string_and_the_set_is_closed() {
        #[derive(Debug, Deserialize, PartialEq, Serialize)]
        struct Holder {
            #[serde(with = "or_empty")]
            reason: Option<Reason>,
        }
        let none = Holder { reason: None };
        assert_eq!(serde_json::to_string(&none).unwrap(), r#"{"reason":""}"#);
        let read = |json| serde_json::from_str::<Holder>(json);
        assert_eq!(read(r#"{"reason":""}"#).unwrap(), none);
        let escaped = read(r#"{"reason":"\u0061uth"}"#).unwrap();
        assert_eq!(escaped.reason, Some(Reason::Auth));
        for foreign in [
            r#"{"reason":"Auth"}"#,
            r#"{"reason":"dns"}"#,
            r#"{"reason":null}"#,
            "{}",
        ] {
            assert!(read(foreign).is_err(), "{foreign}");
        }
    }

    #[test]
    fn only_config_and_host_key_are_sticky() {
        let sticky = Reason::ALL.into_iter().filter(|reason| reason.is_sticky());
        assert!(sticky.eq([Reason::Config, Reason::HostKey]));
    }
}
