//! The matcher of known hosts, held against `ssh-keygen -F` and against `ssh` meeting a real
//! server.

mod client;
mod keys;
mod written;

use std::fs;
use std::path::Path;
use std::process::Command;

use reach_server::ssh::known_hosts::{HostName, KnownHosts, Verdict, hashed_line, plain_line};

use self::client::{Seen, judge, reach};
use self::keys::{Keys, hashed};
use super::generated::Random;

#[test]
fn a_real_client_judges_a_real_servers_key_as_the_matcher_does() {
    let keys = Keys::make();
    let hashed_names = [
        ("h.example", "own-ed25519"),
        ("[h.example]:2222", "own-ed25519"),
        ("h.example", "other-ed25519"),
    ];
    let mut differing = Vec::new();
    let mut check = |text: &[u8], kinds: &[&str], host: &str, port: u16| {
        judge(&keys, &keys.fill(text), kinds, host, port, &mut differing);
    };
    for (text, host, port) in written::ED25519 {
        check(text.as_bytes(), &["ed25519"], host, *port);
    }
    for (text, host, port) in written::ED25519_AND_RSA {
        check(text.as_bytes(), &["ed25519", "rsa"], host, *port);
    }
    for text in written::BYTES {
        check(text, &["ed25519"], "h.example", 22);
    }
    for (name, key) in hashed_names {
        let text = hashed(name, key, &keys);
        for port in [22, 2222] {
            check(text.as_bytes(), &["ed25519"], "h.example", port);
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn generated_files_are_judged_as_a_real_client_judges_them() {
    let keys = Keys::make();
    let mut random = Random::new(0xca5e);
    let names = [
        "h.example",
        "h.example",
        "h.example",
        "[h.example]:2222",
        "[h.example]:2222",
        "*",
        "*.example",
        "!h.example,*",
        "other",
        "H.EXAMPLE,x",
        "[*]:2222",
        "h.exampl?",
    ];
    let key_names = [
        "own-ed25519",
        "own-ed25519",
        "own-rsa",
        "own-ecdsa",
        "other-ed25519",
        "other-rsa",
    ];
    let servers: [&[&str]; 4] = [
        &["ed25519"],
        &["rsa"],
        &["ed25519", "rsa"],
        &["ecdsa", "rsa", "ed25519"],
    ];
    let mut differing = Vec::new();
    for _ in 0..40 {
        let mut text = String::new();
        for _ in 0..=random.below(4) {
            let name = random.pick(&names);
            let key = random.pick(&key_names);
            // A bare revoked name is where the two differ: see below.
            let marker = if name.contains('*') {
                random.pick(&["", "", "@revoked ", "@cert-authority "])
            } else {
                ""
            };
            let line = format!("{marker}{name} {}", keys.text(key));
            let line = match random.below(8) {
                0 if marker.is_empty() && !name.contains(['*', '!', ',', '?', 'H']) => {
                    hashed(name, key, &keys).trim_end().to_owned()
                }
                1 => line.replace(' ', "  "),
                2 if marker.is_empty() => line.replace(' ', "\t"),
                3 => format!("{line} a comment\r"),
                4 => format!("{line}\nbroken {name}"),
                _ => line,
            };
            text.push_str(&line);
            text.push('\n');
        }
        let kinds = servers[random.below(servers.len())];
        let port = [22, 2222][random.below(2)];
        judge(
            &keys,
            text.as_bytes(),
            kinds,
            "h.example",
            port,
            &mut differing,
        );
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn lines_are_found_where_ssh_keygen_finds_them() {
    let keys = Keys::make();
    let mut text = keys.fill_text(concat!(
        "# comment\n",
        "a.example,10.0.0.1 {own-ed25519}\n",
        "\n",
        "*.example,!b.example {own-rsa}\n",
        "[a.example]:2222 {own-ecdsa} c\n",
        "@revoked a.example {other-rsa}\n",
        "A.EXAMPLE\t{other-ed25519}\r\n",
        "?.example {other-ecdsa}\n",
        "fe80::1 {own-rsa}\n",
    ));
    text.push_str(&hashed("a.example", "own-rsa", &keys));
    text.push_str(&hashed("[a.example]:2222", "own-rsa", &keys));
    let file = keys.0.path().join("known_hosts");
    fs::write(&file, &text).unwrap();
    let (known, warnings) = KnownHosts::parse(&file, text.as_bytes());
    assert_eq!(warnings, []);
    for name in [
        "a.example",
        "b.example",
        "[a.example]:2222",
        "10.0.0.1",
        "fe80::1",
        "nowhere",
        "ab.example",
        "[b.example]:2222",
    ] {
        let output = Command::new("ssh-keygen")
            .args(["-F", name, "-f"])
            .arg(&file)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        let theirs: Vec<u32> = output
            .lines()
            .filter_map(|line| line.strip_prefix("# Host ")?.split("line ").nth(1))
            .filter_map(|number| number.trim().parse().ok())
            .collect();
        let alias = HostName::alias(name);
        let ours: Vec<u32> = known.keys(&alias).iter().map(|key| key.at.line).collect();
        assert_eq!(ours, theirs, "{name}:\n{output}");
    }
}

// The client takes such a key for an unknown one; a key that somebody revoked is none to accept.
#[test]
fn a_key_that_is_revoked_for_a_host_is_revoked_on_all_its_ports() {
    let keys = Keys::make();
    for marker in ["@revoked ", "@revoked\t"] {
        let text = keys.fill_text(&format!("{marker}h.example {{own-ed25519}}\n"));
        let seen = reach(&keys, text.as_bytes(), &["ed25519"], "h.example", 2222);
        assert_eq!(seen, Seen::Revoked);
    }
}

#[test]
fn a_written_line_is_read_by_ssh_keygen_and_by_the_matcher() {
    let keys = Keys::make();
    let key = keys.public("own-ed25519");
    let host = HostName::new("H.Example", 2222);
    let lines = [
        plain_line(&host, &key).unwrap(),
        hashed_line(&host, &key, [7; 20]),
    ];
    for line in lines {
        let file = keys.0.path().join("written");
        fs::write(&file, format!("{line}\n")).unwrap();
        let found = Command::new("ssh-keygen")
            .args(["-F", "[h.example]:2222", "-f"])
            .arg(&file)
            .output()
            .unwrap();
        assert!(found.status.success(), "{line}");
        let (known, warnings) = KnownHosts::parse(&file, line.as_bytes());
        assert_eq!(warnings, []);
        assert_eq!(known.check(&host, &key), Verdict::Known);
    }
    // A name with a wildcard would be on record for every host.
    assert_eq!(plain_line(&HostName::new("*", 22), &key), None);
    let line = hashed_line(&HostName::new("*", 22), &key, [7; 20]);
    let (known, _) = KnownHosts::parse(Path::new("x"), line.as_bytes());
    let other = known.check(&HostName::new("h.example", 22), &key);
    assert_eq!(
        other,
        Verdict::Unknown {
            by_authority: false
        }
    );
}
