//! The pages are embedded from `web/dist`; the folder has to exist even before they were built.
fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=../web/dist");
    std::fs::create_dir_all("../web/dist")
}
