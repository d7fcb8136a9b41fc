//! Numeric addresses in the one form that OpenSSH makes of them before it compares or dials.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::settings::AddressFamily;

/// The host as it is dialled: addresses in canonical form, names in lower case. OpenSSH asks the
/// resolver for it, so an address of the wrong family stays as it is.
pub(super) fn canonical(host: &str, family: AddressFamily) -> String {
    let address = match family {
        AddressFamily::Any => ipv6(host).or_else(|| ipv4(host)),
        AddressFamily::Inet => ipv4(host),
        AddressFamily::Inet6 => ipv6(host),
    };
    match address {
        Some(address) => address,
        None if looks_numeric(host) => host.to_owned(),
        None => host.to_ascii_lowercase(),
    }
}

/// Whether OpenSSH takes it for an address, be it a bad one.
fn looks_numeric(host: &str) -> bool {
    host.contains(['%', ':'])
        || host
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn ipv6(host: &str) -> Option<String> {
    let (address, zone) = match host.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (host, None),
    };
    let address: Ipv6Addr = address.parse().ok()?;
    Some(match zone {
        Some(zone) => format!("{address}%{zone}"),
        None => address.to_string(),
    })
}

/// `inet_aton`: one to four numbers, decimal, octal or hexadecimal, the last of which fills up.
fn ipv4(host: &str) -> Option<String> {
    let parts: Vec<u64> = host.split('.').map(number).collect::<Option<_>>()?;
    let (last, first) = parts.split_last()?;
    if first.len() > 3 || first.iter().any(|part| *part > 255) {
        return None;
    }
    let bits = 8 * (4 - first.len());
    if *last >= 1 << bits {
        return None;
    }
    let shift = |index: usize| 24 - 8 * index;
    let high: u64 = first
        .iter()
        .enumerate()
        .map(|(index, part)| part << shift(index))
        .sum();
    let address = u32::try_from(high | last).ok()?;
    Some(Ipv4Addr::from(address).to_string())
}

fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    };
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then_some(())?;
    u64::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    // The right-hand sides are what `ssh -G` prints.
    #[test]
    fn addresses_take_the_form_that_openssh_gives_them() {
        for (host, expected) in [
            ("127.1", "127.0.0.1"),
            ("0x7f.1", "127.0.0.1"),
            ("::0001", "::1"),
            ("FE80::1%lo", "fe80::1%lo"),
            ("Host.Example", "host.example"),
            ("1.2.3.4.5", "1.2.3.4.5"),
            ("256.1.1.1", "256.1.1.1"),
            ("::G", "::G"),
            ("1", "0.0.0.1"),
        ] {
            assert_eq!(canonical(host, AddressFamily::Any), expected, "{host}");
        }
        assert_eq!(canonical("127.1", AddressFamily::Inet6), "127.1");
        assert_eq!(canonical("::0001", AddressFamily::Inet), "::0001");
    }
}
