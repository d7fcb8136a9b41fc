//! Which database holds the store.

use secrecy::SecretString;
use url::Url;

use super::Setting;
use super::reader::{DATABASE_URL, Reader};

/// The store's database.
#[derive(Clone, Debug)]
pub struct DatabaseConfig {
    /// Its URL, which may hold a password; `None`: SQLite in the data directory.
    pub url: Setting<Option<SecretString>>,
    /// The same without user secrets, for people.
    pub shown: String,
}

impl DatabaseConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let mut shown = "SQLite in the data directory".to_owned();
        let url = reader.text(&DATABASE_URL, None, |text| {
            let url = Url::parse(text).map_err(|_| EXPECTED.to_owned())?;
            if !matches!(url.scheme(), "postgres" | "postgresql" | "sqlite") {
                return Err(EXPECTED.to_owned());
            }
            shown = without_secrets(url);
            Ok(Some(SecretString::from(text)))
        });
        Self { url, shown }
    }
}

const EXPECTED: &str = "expected postgres://… or sqlite://…";

/// A password can stand before the host, and as a parameter.
fn without_secrets(mut url: Url) -> String {
    if url.password().is_some() {
        // Fails only for URLs without a host, which have no password either.
        let _ = url.set_password(Some("***"));
    }
    if url.query().is_some() {
        url.set_query(Some("***"));
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for url in [
            "postgres://reach:hunter2@db.example/reach",
            "postgres://reach@db.example/reach?password=hunter2&sslmode=require",
        ] {
            let shown = without_secrets(Url::parse(url).unwrap());
            assert!(!shown.contains("hunter2"), "{shown}");
            assert!(shown.contains("reach@") || shown.contains("reach:***@"));
            assert!(shown.contains("db.example/reach"), "{shown}");
        }
    }
}
