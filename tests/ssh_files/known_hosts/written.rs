//! Known-hosts files written by hand. `{own-…}` stands for a key of the server, `{other-…}` for a
//! stranger's.

/// For a server with an Ed25519 key: the text, and the host and port that are dialled.
pub(crate) const ED25519: &[(&str, &str, u16)] = &[
    ("", "h.example", 22),
    ("h.example {own-ed25519}\n", "h.example", 22),
    ("h.example {own-ed25519}", "h.example", 22),
    ("h.example {other-ed25519}\n", "h.example", 22),
    ("h.example {own-rsa}\n", "h.example", 22),
    (
        "h.example {other-ed25519}\nh.example {own-ed25519}\n",
        "h.example",
        22,
    ),
    ("*.example {own-ed25519}\n", "h.example", 22),
    ("*.example {other-ed25519}\n", "h.example", 22),
    ("*.example,!h.example {own-ed25519}\n", "h.example", 22),
    ("x,h.ex?mple {own-ed25519}\n", "h.example", 22),
    ("H.Example {own-ed25519}\n", "h.example", 22),
    ("h.example {own-ed25519}\n", "H.EXAMPLE", 22),
    ("h.example\t{own-ed25519}\n", "h.example", 22),
    (
        "  h.example   {own-ed25519}   comment here\n",
        "h.example",
        22,
    ),
    ("h.example {own-ed25519}\r\n", "h.example", 22),
    (
        "h.example {own-ed25519} c\r\nx {own-rsa}\r\n",
        "h.example",
        22,
    ),
    ("junk\nh.example {own-ed25519}\n", "h.example", 22),
    (
        "h.example ssh-ed25519 AAAA\nh.example {own-ed25519}\n",
        "h.example",
        22,
    ),
    ("h.example ssh-ed25519 AAAA\n", "h.example", 22),
    ("h.example ssh-nosuch AAAA\n", "h.example", 22),
    ("h.example 1024 35 1234\n", "h.example", 22),
    ("@revoked h.example {own-ed25519}\n", "h.example", 22),
    (
        "@revoked * {own-ed25519}\nh.example {own-ed25519}\n",
        "h.example",
        22,
    ),
    (
        "@revoked x {own-ed25519}\nh.example {own-ed25519}\n",
        "h.example",
        22,
    ),
    ("@revoked h.example {other-ed25519}\n", "h.example", 22),
    ("@revoked  h.example  {own-ed25519}\n", "h.example", 22),
    (
        "@cert-authority *.example {other-ed25519}\n",
        "h.example",
        22,
    ),
    ("@cert-authority *.example {own-ed25519}\n", "h.example", 22),
    ("@bogus h.example {own-ed25519}\n", "h.example", 22),
    (
        "@revoked @revoked h.example {own-ed25519}\n",
        "h.example",
        22,
    ),
    ("[h.example]:2222 {own-ed25519}\n", "h.example", 2222),
    ("[h.example]:2222 {own-ed25519}\n", "h.example", 22),
    (
        "[h.example]:2222 {other-ed25519}\nh.example {own-ed25519}\n",
        "h.example",
        2222,
    ),
    ("h.example {own-ed25519}\n", "h.example", 2222),
    ("h.example {other-ed25519}\n", "h.example", 2222),
    ("h.example {own-rsa}\n", "h.example", 2222),
    ("[h.example]:22 {own-ed25519}\n", "h.example", 22),
    ("[*]:2222 {own-ed25519}\n", "h.example", 2222),
    ("* {own-ed25519}\n", "h.example", 2222),
    ("10.0.0.1 {own-ed25519}\n", "10.0.0.1", 22),
    ("::1 {own-ed25519}\n", "::1", 22),
    ("[::1]:2222 {own-ed25519}\n", "::1", 2222),
    ("#h.example {own-ed25519}\n", "h.example", 22),
    ("|1|bad|worse {own-ed25519}\n", "h.example", 22),
];

/// For a server with an RSA key too.
pub(crate) const ED25519_AND_RSA: &[(&str, &str, u16)] = &[
    ("h.example {own-rsa}\n", "h.example", 22),
    ("h.example {other-rsa}\n", "h.example", 22),
];

/// Files that are not text.
pub(crate) const BYTES: &[&[u8]] = &[
    b"\xff\xfe h {own}\nh.example {own-ed25519}\n",
    b"h.exampl\xe9 x\nh.example {own-ed25519}\n",
];
