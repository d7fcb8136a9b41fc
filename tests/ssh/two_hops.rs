//! A bastion and a target behind it.

use std::fs;

use reach_logic::ConnectionConfig;
use reach_tests::sshd::Sshd;

use crate::rig::Rig;

/// A bastion and a target that the same key opens.
pub(crate) struct Two {
    pub(crate) bastion: Sshd,
    pub(crate) target: Sshd,
}

impl Two {
    pub(crate) fn start() -> Self {
        Self::with(Sshd::start())
    }

    pub(crate) fn with(bastion: Sshd) -> Self {
        let target = Sshd::start();
        bastion.authorize(&target.user_key().with_extension("pub"));
        Self { bastion, target }
    }

    fn jump(&self) -> String {
        jump_to(self.bastion.port())
    }

    /// The target through the bastion.
    pub(crate) fn connection(&self) -> ConnectionConfig {
        ConnectionConfig {
            proxy_jump: Some(self.jump()),
            ..self.target.connection()
        }
    }

    /// What listens on a port, through the bastion.
    pub(crate) fn to_port(&self, port: u16) -> ConnectionConfig {
        ConnectionConfig {
            port: Some(port),
            ..self.connection()
        }
    }

    /// The target, through what listens on a port.
    pub(crate) fn through_port(&self, port: u16) -> ConnectionConfig {
        ConnectionConfig {
            proxy_jump: Some(jump_to(port)),
            ..self.connection()
        }
    }
}

pub(crate) fn jump_to(port: u16) -> String {
    format!("{}@127.0.0.1:{port}", reach_tests::sshd::current_user())
}

pub(crate) fn write_known_hosts(rig: &Rig, text: &str) {
    fs::write(rig.ssh_dir().join("known_hosts"), text).unwrap();
}
