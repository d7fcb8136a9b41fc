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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_plain() {
        let longest = "x".repeat(64);
        for text in ["a", "A-z_09", "-", longest.as_str()] {
            assert_eq!(text.parse::<ExecutorId>().unwrap().as_str(), text);
        }
        let too_long = "x".repeat(65);
        for text in ["", " ", "a b", "a/b", "a.b", "ä", "a\n", too_long.as_str()] {
            assert_eq!(text.parse::<ExecutorId>(), Err(IdError), "{text:?}");
            let json = serde_json::to_string(text).unwrap();
            assert!(
                serde_json::from_str::<SessionId>(&json).is_err(),
                "{text:?}"
            );
        }
    }

    // R13
    #[test]
    fn ids_are_ordered_by_byte() {
        let mut ids = ["b", "a", "B", "_", "-", "1", "a1", "a-"].map(|id| {
            let id: ExecutorId = id.parse().unwrap();
            id
        });
        ids.sort();
        let sorted = ids.each_ref().map(ExecutorId::as_str);
        assert_eq!(sorted, ["-", "1", "B", "_", "a", "a-", "a1", "b"]);
    }
}
