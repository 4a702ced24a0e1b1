//! Lists the files of the web page in `web/dist` for the server to embed. Without them the server
//! still builds, and answers that it has no page.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, io};

/// Texts are embedded compressed. Files with these extensions are also embedded as they are, for
/// clients that accept no compression, and because pictures have no compressed copy.
const UNCOMPRESSED: [&str; 9] =
    ["html", "js", "css", "svg", "json", "webmanifest", "woff2", "png", "jpg"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = here.join("../../web/dist");
    // Cargo would run this again each time if there were nothing to watch.
    let _ = fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let mut files = Vec::new();
    walk(&dist, &mut files);
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&dist).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        // Copies, so that the page can be rebuilt while the server compiles.
        let copy = |end: &str, wanted: bool| included(&with_end(&file, end), &out, wanted);
        let mut hasher = DefaultHasher::new();
        fs::read(&file)?.hash(&mut hasher);
        let plain = UNCOMPRESSED.iter().any(|end| name.ends_with(&format!(".{end}")));
        let entry = format!(
            "PageFile {{ path: \"/{name}\", tag: \"\\\"{:016x}\\\"\", plain: {}, gzip: {}, brotli: {} }},",
            hasher.finish(),
            copy("", plain),
            copy(".gz", true),
            copy(".br", true),
        );
        let _ = writeln!(list, "    {entry}");
    }
    list.push_str("]\n");
    fs::write(out.join("page.rs"), list)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let packed = path.extension().is_some_and(|end| end == "gz" || end == "br");
        if path.is_dir() {
            walk(&path, files);
        } else if !packed {
            files.push(path);
        }
    }
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn included(file: &Path, out: &Path, wanted: bool) -> String {
    let Some(name) = file.file_name().filter(|_| wanted) else { return "None".to_owned() };
    let copy = out.join(name);
    match fs::copy(file, &copy) {
        Ok(_) => format!("Some(include_bytes!({:?}))", copy.to_string_lossy()),
        Err(_) => "None".to_owned(),
    }
}
