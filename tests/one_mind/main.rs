//! The native half of the one-mind test (`tests/e2e/one-mind.spec.ts`): makes random records and
//! moments, says what `reach-logic` decides about them natively, and fills a server's database with
//! such records. The browser half asks the WebAssembly module and the server the same questions.
//!
//! ```text
//! one-mind cases COUNT SEED            cases with the native decisions, JSON on standard output
//! one-mind fill DATABASE COUNT SEED    records for a server that is not running (SQLite)
//! one-mind judge                       views on standard input, the native decisions on standard output
//! ```
#![expect(clippy::print_stdout, reason = "its answer is its output")]

mod cases;
mod fill;
mod judge;

use std::io::{Read as _, stdin};
use std::path::Path;

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["cases", count, seed] => {
            let cases = cases::draw(count.parse()?, seed.parse()?)?;
            println!("{}", serde_json::to_string(&cases)?);
        }
        ["fill", database, count, seed] => {
            fill::records(Path::new(database), count.parse()?, seed.parse()?).await?;
        }
        ["judge"] => {
            let mut views = String::new();
            stdin().read_to_string(&mut views)?;
            println!("{}", serde_json::to_string(&judge::views(&views)?)?);
        }
        _ => {
            return Err(
                "usage: one-mind cases COUNT SEED | fill DATABASE COUNT SEED | judge".into(),
            );
        }
    }
    Ok(())
}
