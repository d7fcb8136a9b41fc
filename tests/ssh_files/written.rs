//! Configurations written by hand, each for something that readers get wrong.

use super::corpus::Case;

/// Single-file cases for the target `foo`.
const FOR_FOO: &[&str] = &[
    "",
    "Host foo\n  HostName real\n  User ada\n  Port 2222\n",
    "Host foo\n  User a\nHost *\n  User b\n",
    "Port 2222\nHost foo\n  Port 2223\n",
    "Host jump?\n User jumper\nMatch host special\n User matched\n Port 9999\n",
    "Host foo # trailing\n Port 23\n",
    "Host #foo\n Port 23\n",
    "Host foo,bar\n Port 23\n",
    "Host * !foo\n Port 23\n",
    "Host !foo foo\n Port 23\n",
    "Host !bar\n Port 23\n",
    "Host FOO\n Port 23\n",
    "Host \"foo\" \"b c\"\n Port 23\n",
    "Host\tfoo\n\tPort\t23\n",
    "Host=foo\nPort=23\n",
    "Host = foo\nPort = 23\n",
    "hOsT foo\npOrT 23\n",
    "Match host FOO\n Port 23\n",
    "Match host foo,bar user root\n Port 23\n",
    "Match host=foo\n Port 23\n",
    "Match host \"foo\" # c\n Port 23\n",
    "Match !host foo\n Port 23\nMatch !host bar\n Port 24\n",
    "User ada\nMatch user ada\n Port 23\n",
    "Match user ada\n Port 23\nHost *\n User ada\n",
    "HostName real\nMatch host foo\n Port 23\nMatch host real\n Port 24\nMatch originalhost foo\n User o\n",
    "Match all\n Port 23\n",
    "Match !all\n Port 23\n",
    "Match all host foo\n Port 23\n",
    "Match host foo all\n Port 23\n",
    "Match final\n Port 23\n",
    "Match final all\n Port 23\n",
    "Match canonical\n Port 23\n",
    "Match final\n Port 23\nMatch canonical\n User q\n",
    "HostName Real.Example\nMatch final host real.example\n Port 23\nHost real.example\n User late\n",
    "Host foo\n HostName bar\nHost bar\n User never\n",
    "Host foo\n HostName bar\nHost bar\n User second\nMatch final\n",
    "IdentityFile a\nIdentityFile a\nIdentityFile b\nMatch final\n IdentityFile c\n",
    "IdentityFile none\n",
    "IdentityFile none\nIdentityFile x\n",
    "IdentityFile2 x\n",
    "CertificateFile none\nCertificateFile c\n",
    "Match exec \"touch CANARY\"\n",
    "Match exec \"touch CANARY\"\n ForwardAgent yes\n",
    "Match host nope exec \"touch CANARY\"\n Port 23\n",
    "Match exec \"touch CANARY\" host nope\n Port 23\n",
    "Port 22\nMatch exec \"touch CANARY\"\n Port 23\n",
    "Match exec \"touch CANARY\"\n Port 23\n",
    "Match exec \"touch CANARY\"\n IdentityFile x\n",
    "Match exec \"touch CANARY\"\n ProxyCommand none\nHost *\n ProxyJump b\n",
    "Match exec \"touch CANARY\"\nHost *\n Port 23\n",
    "Match !exec \"touch CANARY\"\n User x\n",
    "Match exec \"touch CANARY\" final\n User x\n",
    "Match exec\n User x\n",
    "ProxyJump none\nProxyJump x\n",
    "ProxyJump x\nProxyCommand nc %h\n",
    "ProxyCommand nc %h\nProxyJump x\n",
    "ProxyCommand none\nProxyJump x\n",
    "ProxyJump none\nProxyCommand nc %h\n",
    "ProxyJump a,b\n",
    "Host bar\n ProxyJump a,b\n",
    "ProxyJump foo\n",
    "ProxyJump foo:23\nPort 23\n",
    "ProxyJump foo:23\n",
    "ProxyJump ada@foo\n",
    "ProxyJump [::1]:33\n",
    "ProxyJump ssh://u@h:33\n",
    "ProxyJump ssh://u@h:33/\n",
    "ProxyJump ssh://u@h/x\n",
    "ProxyJump ssh://u%40x@h\n",
    "ProxyJump ssh://u;p=1@h\n",
    "ProxyJump ssh://u@[::1]:33\n",
    "ProxyJump ssh://h_1.x\n",
    "ProxyJump ssh://-h\n",
    "ProxyJump ssh://h..x\n",
    "ProxyJump h:\n",
    "ProxyJump @h\n",
    "ProxyJump h/22\n",
    "ProxyJump u@h@k\n",
    "ProxyJump [h]\n",
    "ProxyJump [h]x\n",
    "ProxyJump [h\n",
    "ProxyJump none,x\n",
    "ProxyJump x,none\n",
    "Host bar\n ProxyJump ::1\n",
    "HostName %h.x\n",
    "HostName %n.x\n",
    "HostName 100%%\n",
    "HostName 100%\n",
    "HostName ::0001\n",
    "HostName fe80::1%%lo\n",
    "HostName 010.1\n",
    "HostName 1.2.3.4.5\n",
    "HostName 0x\n",
    "HostName 4294967296\n",
    "HostName 4294967295\n",
    "HostName -x\n",
    "IdentityAgent SSH_AUTH_SOCK\n",
    "IdentityAgent none\n",
    "IdentityAgent NONE\n",
    "IdentityAgent $OTHER_SOCK\n",
    "IdentityAgent $NOT_SET\n",
    "IdentityAgent ${OTHER_SOCK}\n",
    "IdentityAgent ${NOT_SET}\n",
    "Host bar\n IdentityAgent ${NOT_SET}\n",
    "IdentityAgent $HOME/x\n",
    "IdentityAgent $\n",
    "IdentityAgent ~/x-%h-%n-%p-%r-%u-%i-%k-%L-%l-%d-%%\nHostKeyAlias KA\nPort 23\nUser ada\nHostName BAR\n",
    "IdentityAgent ~root/x\n",
    "IdentityAgent ~//x\n",
    "IdentityAgent ~\n",
    "IdentityAgent ~nosuchuser/x\n",
    "IdentityAgent /x/%z\n",
    "IdentityAgent /x/%\n",
    "HostKeyAlias AbC\n",
    "IgnoreUnknown foo*\nFooBar x\nPort 23\n",
    "FooBar x\nIgnoreUnknown foo*\n",
    "Host bar\n IgnoreUnknown foo\nHost *\n Foo x\n",
    "IgnoreUnknown foo\nFoo\n",
    "Host bar\n Foo x\n",
    "Foo x\n",
    "Host bar\n Port nosuch\n",
    "Port nosuch\n",
    "Port http\n",
    "Port\n",
    "Port 23\0Port 24\nUser x\n",
    "Port 23",
    "\u{feff}Port 23\n",
    "\u{feff}# comment\nPort 23\n",
    "Port 23\r\nUser x\r\n",
    "Port 23\rUser x\n",
    "\r\n\r\nPort 23\r\n",
    "User \u{e4}\n",
    "Host *\u{e4}*\n Port 23\n",
    "Port 22\u{c}\n",
    "Port\u{c}22\n",
    "Port 22 \\\n User x\n",
    "User 'a b'\n",
    "User a\\'b\n",
    "User \"a\\\"b\"\n",
    "User \"a\\ b\"\n",
    "User ''\n",
    "User \"\" x\n",
    "User a'#'b # c\n",
    "Include ~nosuchuser/x\n",
    "Include /nonexistent/*\n",
    "Include nothing\nPort 23\n",
    "CanonicalizeHostname yes\n",
    "CanonicalizeHostname no\n",
    "CanonicalizePermittedCNAMEs *.x:*.y\n",
    "UserKnownHostsFile /dev/null\nStrictHostKeyChecking no\n",
    "UserKnownHostsFile none x\n",
    "KnownHostsCommand /bin/echo %H\n",
    "PKCS11Provider /usr/lib/x.so\n",
    "PKCS11Provider none\n",
    "BindAddress 10.0.0.1\n",
    "HostKeyAlgorithms ssh-ed25519\n",
    "RevokedHostKeys /krl\n",
    "PubkeyAuthentication no\n",
    "PreferredAuthentications password\n",
    "PreferredAuthentications password,publickey\n",
    "RSAAuthentication yes\nProtocol 1\nCipher 3des\nUsePrivilegedPort yes\n",
];

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<_> = FOR_FOO.iter().map(|text| Case::new(*text, "foo")).collect();
    let upper = [
        "Host foo\n Port 23\n",
        "Host FOO\n Port 23\n",
        "Match host foo\n Port 23\n",
    ];
    cases.extend(upper.map(|text| Case::new(text, "FOO")));
    cases.push(Case::new(
        "Host foo\n Port 23\nMatch final\n User x\n",
        "FOO",
    ));
    for target in [
        "10.1",
        "::0001",
        "a%b",
        "u@foo",
        "u@x@foo",
        "ssh://u@foo:44",
        "-x",
        "a;b",
        "a b",
        "@x",
        "ssh://foo/x",
    ] {
        cases.push(Case::new(
            "Host foo\n Port 23\nMatch user u\n HostKeyAlias k\n",
            target,
        ));
    }
    cases.push(Case::new(b"User \xe4\n".to_vec(), "foo"));
    cases.push(Case::new(b"# \xe4\nPort 23 # \xe4\n".to_vec(), "foo"));
    cases.push(Case::new(b"Host *\xe4* foo\n Port 23\n".to_vec(), "foo"));
    cases.extend(include_cases());
    cases
}

fn include_cases() -> Vec<Case> {
    let deep = |depth: usize| {
        let mut case = Case::new("Include d1\n", "foo");
        for level in 1..depth {
            case = case.with(&format!("d{level}"), format!("Include d{}\n", level + 1));
        }
        case.with(&format!("d{depth}"), "Port 23\n")
    };
    vec![
        Case::new("Include a\nPort 24\n", "foo").with("a", "Port 23\n"),
        Case::new("Host bar\nInclude a\n", "foo").with("a", "Host foo\n Port 23\n"),
        Case::new("Host foo\nInclude a\nUser x\n", "foo").with("a", "Host bar\n Port 23\n"),
        Case::new("Include a\nUser x\n", "foo").with("a", "Host bar\n Port 23\n"),
        Case::new("Host foo\n Include a b\n Port 24\n", "foo")
            .with("a", "Host bar\n")
            .with("b", "Port 23\n"),
        Case::new("Include *.conf\n", "foo")
            .with("b.conf", "Port 1\n")
            .with("a.conf", "Port 2\n"),
        Case::new("Include *\n", "foo")
            .with(".hidden", "Port 1\n")
            .with("seen", "Port 2\n"),
        Case::new("Include .*\n", "foo").with(".hidden", "Port 1\n"),
        Case::new("Include dir/*\n", "foo")
            .with("dir/sub/x", "Port 1\n")
            .with("dir/y", "Port 2\n"),
        Case::new("Include dir\nPort 3\n", "foo").with("dir/x", "Port 1\n"),
        Case::new("Include self\n", "foo").with("self", "Include self\n"),
        Case::new("Host bar\nInclude self\n", "foo").with("self", "Include self\n"),
        Case::new("Include a\n", "foo")
            .with("a", "Include b\n")
            .with("b", "Include a\n"),
        Case::new("Host bar\n Include a\nHost *\n Port 1\n", "foo")
            .with("a", "Match final\n User q\n"),
        Case::new("Include a\nHost *\n Port 1\n", "foo").with("a", "Bogus x\n"),
        Case::new("Host bar\n Include a\n", "foo").with("a", "Bogus x\n"),
        Case::new("Match exec \"touch CANARY\"\n Include a\n", "foo")
            .with("a", "Host foo\n Port 1\n"),
        Case::new("Match exec \"touch CANARY\"\n Include a\n", "foo")
            .with("a", "Host bar\n Port 1\n"),
        Case::new("Host bar\n Include a\n", "foo")
            .with("a", "Match exec \"touch CANARY\"\n Port 1\n"),
        Case::new("Include \"a b\"\n", "foo").with("a b", "Port 1\n"),
        Case::new("Include a\\*b\n", "foo")
            .with("a*b", "Port 1\n")
            .with("axb", "Port 2\n"),
        Case::new("Include ~/.ssh/a\n", "foo").with("a", "Port 1\n"),
        Case::new("Include [a-c]x [!d]y\n", "foo")
            .with("bx", "Port 1\n")
            .with("dy", "Port 2\n"),
        deep(16),
        deep(17),
        deep(20),
    ]
}
