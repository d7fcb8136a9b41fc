use proptest::prelude::*;

use super::*;

const ED25519: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJJtX2dPXmcPeMeASJbaOUZGYYWnWRdVNBGmsXFEzjuQ";
const OTHER: &str =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f";

fn known(text: &str) -> (KnownHosts, Vec<Warning>) {
    KnownHosts::parse(Path::new("known_hosts"), text.as_bytes())
}

fn key(text: &str) -> PublicKey {
    text.parse().unwrap()
}

#[test]
fn a_comment_is_no_part_of_a_key() {
    let (known, _) = known(&format!("h {ED25519} one comment\n"));
    let presented = key(&format!("{ED25519} another"));
    let verdict = known.check(&HostName::new("h", 22), &presented);
    assert_eq!(verdict, Verdict::Known);
}

#[test]
fn a_bad_line_is_skipped_and_named_by_its_number() {
    let text =
        format!("# comment\n\nh ssh-ed25519 AAAA\n@what h {ED25519}\nh\n|1|x h\nh {ED25519}\n");
    let (known, warnings) = known(&text);
    let lines: Vec<_> = warnings.iter().map(|warning| warning.at.line).collect();
    assert_eq!(lines, [3, 4, 5, 6]);
    let verdict = known.check(&HostName::new("h", 22), &key(ED25519));
    assert_eq!(verdict, Verdict::Known);
}

#[test]
fn a_file_of_another_kind_gives_a_bounded_number_of_warnings() {
    let (_, warnings) = known(&"junk\n".repeat(10_000));
    assert_eq!(warnings.len(), WARNING_LIMIT);
}

#[test]
fn a_host_that_only_an_authority_covers_is_unknown_and_says_so() {
    let (known, _) = known(&format!("@cert-authority *.example {ED25519}\n"));
    let verdict = known.check(&HostName::new("h.example", 22), &key(OTHER));
    assert_eq!(verdict, Verdict::Unknown { by_authority: true });
    let verdict = known.check(&HostName::new("elsewhere", 22), &key(OTHER));
    assert_eq!(
        verdict,
        Verdict::Unknown {
            by_authority: false
        }
    );
}

#[test]
fn only_types_on_record_are_asked_for() {
    let (known, _) = known(&format!("h,[h]:2222 {ED25519}\n"));
    let types = |host: &str, port: u16| known.key_types(&HostName::new(host, port));
    assert_eq!(types("h", 22), [KeyType::Ed25519]);
    assert_eq!(types("h", 2222), [KeyType::Ed25519]);
    assert_eq!(types("h", 23), []);
    assert_eq!(types("x", 22), []);
}

#[test]
fn a_revoked_key_makes_no_type_worth_asking_for() {
    let (known, _) = known(&format!("h {ED25519}\n@revoked * {ED25519}\n"));
    assert_eq!(known.key_types(&HostName::new("h", 22)), []);
}

#[test]
fn a_host_known_by_a_type_that_reach_does_not_speak_is_known() {
    let dsa = "ssh-dss AAAAB3NzaC1kc3MAAAAFAIAAAAEAAAAFAIAAAAEAAAAFAIAAAAEAAAAFAIAAAAE=";
    let (known, warnings) = known(&format!("h {dsa}\n"));
    assert_eq!(warnings, []);
    let verdict = known.check(&HostName::new("h", 22), &key(ED25519));
    let recorded = vec!["ssh-dss".to_owned()];
    assert_eq!(verdict, Verdict::Changed { recorded });
}

proptest! {
    #[test]
    fn no_text_panics(text in proptest::collection::vec(any::<u8>(), 0..400)) {
        let (known, _) = KnownHosts::parse(Path::new("known_hosts"), &text);
        let host = HostName::new("h", 22);
        known.check(&host, &key(ED25519));
        known.key_types(&host);
    }

    #[test]
    fn no_line_of_the_right_shape_panics(
        marker in "(@revoked |@cert-authority |@x )?",
        hosts in "[a-z*?!,|1=\\[\\]:]{1,20}",
        kind in "(ssh-ed25519|ssh-rsa|ssh-dss|ecdsa-sha2-nistp256|x)",
        encoded in "[A-Za-z0-9+/=]{0,80}",
    ) {
        let text = format!("{marker}{hosts} {kind} {encoded}\n");
        let (known, _) = KnownHosts::parse(Path::new("known_hosts"), text.as_bytes());
        known.check(&HostName::new("h", 2222), &key(ED25519));
    }
}
