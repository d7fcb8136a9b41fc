//! The effective configuration, for `GET /api/v1/config` and `reach config show`.

use serde::Serialize;
use serde_json::{Value, json};

use super::reachability::Replaced;
use super::reader::{DATABASE_URL, INTERVAL, LISTEN, LOG_FORMAT, LOG_LEVEL, PUBLIC_URL};
use super::{Config, Setting, Source};

/// Every setting, ordered by key.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The settings.
    pub settings: Vec<ReportedSetting>,
}

/// One setting as people see it; secrets are masked.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedSetting {
    /// The key.
    pub key: &'static str,
    /// The effective value.
    pub value: Value,
    /// `default`, `file`, `environment` or `flag`.
    pub source: &'static str,
    /// The file, variable or flag; null for a default.
    pub origin: Option<String>,
    /// What was configured, where something else is in force.
    pub replaced: Option<Replaced>,
}

impl Report {
    pub(super) fn of(config: &Config) -> Self {
        let Config {
            data_dir,
            database,
            log,
            reachability,
            server,
            notices: _,
        } = config;
        let public_url = &server.public_url;
        Self {
            settings: vec![
                entry("dataDir", data_dir, json!(data_dir.value)),
                entry(DATABASE_URL.name, &database.url, json!(database.shown)),
                ReportedSetting {
                    replaced: reachability.replaced.clone(),
                    ..entry(
                        INTERVAL.name,
                        &reachability.interval,
                        json!(reachability.interval.value),
                    )
                },
                entry(
                    LOG_FORMAT.name,
                    &log.format,
                    json!(log.format.value.token()),
                ),
                entry(LOG_LEVEL.name, &log.level, json!(log.level.value.token())),
                auth(server.auth),
                entry(LISTEN.name, &server.listen, json!(server.listen.value)),
                entry(
                    PUBLIC_URL.name,
                    public_url,
                    json!(
                        public_url
                            .value
                            .as_ref()
                            .map(|url| url.origin() + url.prefix())
                    ),
                ),
            ],
        }
    }
}

fn entry<T>(key: &'static str, setting: &Setting<T>, value: Value) -> ReportedSetting {
    let (source, origin) = match &setting.source {
        Source::Default => ("default", None),
        Source::File(path) => ("file", Some(path.display().to_string())),
        Source::Environment(name) => ("environment", Some((*name).to_owned())),
        Source::Flag(name) => ("flag", Some((*name).to_owned())),
    };
    ReportedSetting {
        key,
        value,
        source,
        origin,
        replaced: None,
    }
}

fn auth(on: bool) -> ReportedSetting {
    let source = if on {
        Source::Default
    } else {
        Source::Flag("--no-auth")
    };
    entry("server.auth", &Setting { value: on, source }, json!(on))
}
