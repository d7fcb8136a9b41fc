//! Measures what Reach costs: `make bench`. It prints numbers and judges none.
#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a program for people, which stops at the first surprise"
)]

mod load;
mod memory;
mod probes;
mod sessions;
mod writes;

use std::env;

use reach_logic::{ExecutorConfig, ExecutorStatus, ExecutorType, NewExecutor};
use reach_tests::sshd::Sshd;

fn main() {
    if env::var_os(load::IS_CONTROLLER).is_some() {
        load::serve().expect("a controller serves until it is stopped");
        return;
    }
    // `cargo test` and `cargo clippy` run benches too, to see that they start.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let sshd = Sshd::start();
        probes::measure(&sshd).await;
        writes::measure().await;
        memory::measure(&sshd).await;
        sessions::measure().await;
    });
}

fn new_executor(name: String, config: ExecutorConfig) -> NewExecutor {
    NewExecutor {
        id: None,
        name,
        kind: ExecutorType::Ssh,
        status: ExecutorStatus::Active,
        config,
    }
}

/// The value below which `percent` of the sorted values lie.
fn percentile<T: Copy>(sorted: &[T], percent: usize) -> T {
    sorted[(sorted.len() - 1) * percent / 100]
}
