//! Writes the JavaScript and TypeScript around the module: `bindgen MODULE.wasm OUT_DIR`.
//! Silent unless it fails.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let usage = "usage: bindgen MODULE.wasm OUT_DIR";
    let module = arguments.next().context(usage)?;
    let out_dir = arguments.next().context(usage)?;
    anyhow::ensure!(arguments.next().is_none(), usage);

    Bindgen::new()
        .input_path(&module)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&out_dir)
        .with_context(|| format!("{} into {}", module.display(), out_dir.display()))
}
