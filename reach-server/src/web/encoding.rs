//! Which compressed form of a file to send.

/// A form in which the build left a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Encoding {
    /// The forms that an `Accept-Encoding` takes, the smallest first. The plain form always
    /// stands last: refusing to send anything helps nobody.
    pub(super) fn accepted(header: &str) -> Vec<Self> {
        let mut accepted: Vec<Self> = [Self::Brotli, Self::Gzip]
            .into_iter()
            .filter(|encoding| encoding.is_accepted(header))
            .collect();
        accepted.push(Self::Identity);
        accepted
    }

    pub(super) const fn token(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    /// What the build adds to the file's name.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    fn is_accepted(self, header: &str) -> bool {
        let own = self.token().unwrap_or("identity");
        let mut wildcard = false;
        for item in header.split(',') {
            let mut parts = item.split(';');
            let coding = parts.next().unwrap_or_default().trim();
            let accepted = !parts.any(|parameter| is_zero_quality(parameter.trim()));
            if coding.eq_ignore_ascii_case(own) {
                return accepted;
            }
            wildcard |= coding == "*" && accepted;
        }
        wildcard
    }
}

fn is_zero_quality(parameter: &str) -> bool {
    let value = parameter
        .strip_prefix("q=")
        .or_else(|| parameter.strip_prefix("Q="));
    value.is_some_and(|value| value.trim().parse() == Ok(0.0_f32))
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    #[test]
    fn the_smallest_accepted_form_comes_first() {
        for (header, expected) in [
            ("", vec![Identity]),
            ("gzip, deflate, br, zstd", vec![Brotli, Gzip, Identity]),
            ("gzip", vec![Gzip, Identity]),
            ("br;q=0, gzip;q=0.5", vec![Gzip, Identity]),
            ("*", vec![Brotli, Gzip, Identity]),
            ("*, br;q=0.000", vec![Gzip, Identity]),
            ("*;q=0", vec![Identity]),
            ("BR", vec![Brotli, Identity]),
            ("identity", vec![Identity]),
        ] {
            assert_eq!(Encoding::accepted(header), expected, "{header}");
        }
    }
}
