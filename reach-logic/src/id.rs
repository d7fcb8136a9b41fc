//! Ids: 1 to 64 characters of `[A-Za-z0-9_-]` (R13), ordered by byte, as both databases order them.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The text is not 1 to 64 characters of `[A-Za-z0-9_-]`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("an id is 1 to 64 characters of A-Z, a-z, 0-9, _ and -")]
pub struct IdError;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "string"))]
        pub struct $name(String);

        impl $name {
            /// The text form.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                if is_id(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(IdError)
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<'de, str>::deserialize(deserializer)?
                    .parse()
                    .map_err(de::Error::custom)
            }
        }
    };
}

id! {
    /// An executor's id. Never reused.
    ExecutorId
}

id! {
    /// A session's id.
    SessionId
}

fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}
