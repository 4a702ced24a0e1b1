//! Generated clients: what two widely used generators make of the OpenAPI document plays whole matches
//! against the real server. Before that a validator reads the document.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::failure::Failure;
use crate::page;
use crate::python::Python;
use crate::shell::{CommandLine, Shell};
use crate::steps::Steps;

/// Where the clients are generated, below the root of the workspace.
const FOLDER: &str = "target/clients";

/// The server, as the tests of the command build it.
const SERVER: &str = "target/debug/crownhead";

/// How long the server may take for the document.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Validates the document, generates the clients, and lets them play.
pub(crate) fn test(shell: &Shell, steps: &mut Steps) -> Result<(), Failure> {
    let python = steps.take("client tools", "generators of clients", || {
        let python = Python::ensure(shell)?;
        install_typescript(shell)?;
        Ok(python)
    })?;
    let build = CommandLine::new("cargo test --workspace --test command --no-run");
    steps.run(shell, "games room for clients", &build)?;
    let server = Server::start(shell)?;
    let document = format!("{FOLDER}/openapi.json");
    let text =
        server.get("/api/v1/openapi.json").map_err(|error| missing("the document", &error))?;
    write(shell, &document, &text)?;
    let validate = python.tool("openapi-spec-validator --schema 3.1").and(&document);
    steps.run(shell, "OpenAPI document", &validate)?;
    steps.take("client in Python", "openapi-python-client, and examples/clients/python", || {
        play_in_python(shell, &python, &document, &server)
    })?;
    steps.take(
        "client in TypeScript",
        "openapi-typescript, and examples/clients/typescript",
        || play_in_typescript(shell, &document, &server),
    )
}

fn play_in_python(
    shell: &Shell,
    python: &Python,
    document: &str,
    server: &Server,
) -> Result<(), Failure> {
    let client = format!("{FOLDER}/python/crownhead_client");
    let generate = python
        .tool("openapi-python-client generate --meta none --overwrite --fail-on-warning")
        .and("--config examples/clients/python/config.yaml --path")
        .and(&format!("{document} --output-path {client}"));
    fs::create_dir_all(shell.path(&client)).map_err(|error| missing(&client, &error))?;
    shell.run("generating a client in Python", &generate)?;
    let folder = shell.path(&client);
    let found = folder.parent().unwrap_or(Path::new(".")).display().to_string();
    let play = python.tool("python examples/clients/python/play.py").and(&server.url());
    shell.run("playing in Python", &play.env("PYTHONPATH", &found))
}

/// Installs the generator and the compiler, unless they match the lock file already.
fn install_typescript(shell: &Shell) -> Result<(), Failure> {
    page::node(shell)?;
    let here = format!("{FOLDER}/typescript");
    for file in ["package.json", "package-lock.json"] {
        let wanted = fs::read_to_string(shell.path(&format!("examples/clients/typescript/{file}")))
            .map_err(|error| missing(file, &error))?;
        if fs::read_to_string(shell.path(&format!("{here}/{file}"))).is_ok_and(|is| is == wanted) {
            continue;
        }
        let _ = fs::remove_dir_all(shell.path(&format!("{here}/node_modules")));
        write(shell, &format!("{here}/{file}"), &wanted)?;
    }
    if shell.path(&format!("{here}/node_modules/.package-lock.json")).is_file() {
        return Ok(());
    }
    let install = CommandLine::new("npm ci --no-audit --no-fund --prefix").and(&here);
    println!("    set-up: {install}");
    shell.run("fetching a generator for TypeScript", &install)
}

fn play_in_typescript(shell: &Shell, document: &str, server: &Server) -> Result<(), Failure> {
    let here = format!("{FOLDER}/typescript");
    // Modules are looked for in the folders above a source file.
    for file in ["play.ts", "tsconfig.json"] {
        let from = shell.path(&format!("examples/clients/typescript/{file}"));
        let text = fs::read_to_string(&from).map_err(|error| missing(file, &error))?;
        write(shell, &format!("{here}/{file}"), &text)?;
    }
    let bin = |words: &str| CommandLine::new(&format!("{here}/node_modules/.bin/{words}"));
    let generate = bin("openapi-typescript").and(document).and(&format!("--output {here}/api.ts"));
    shell.run("generating types for TypeScript", &generate)?;
    shell.run("checking the types", &bin("tsc --project").and(&here))?;
    let play = CommandLine::new("node").and(&format!("{here}/built/play.js {}", server.url()));
    shell.run("playing in TypeScript", &play)
}

/// A server with an empty database, which ends when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(shell: &Shell) -> Result<Server, Failure> {
        let database = shell.path(FOLDER).join("games.db");
        for end in ["", "-server", "-shm", "-wal"] {
            let _ = fs::remove_file(format!("{}{end}", database.display()));
        }
        fs::create_dir_all(shell.path(FOLDER)).map_err(|error| missing(FOLDER, &error))?;
        let mut child = Command::new(shell.path(SERVER))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "0", "--tables", "off"])
            .arg("--database")
            .arg(&database)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| missing(SERVER, &error))?;
        let mut first = String::new();
        if let Some(stdout) = child.stdout.take() {
            let _ = BufReader::new(stdout).read_line(&mut first);
        }
        let address = first.trim().strip_prefix("The games room is open at http://");
        let address = address.unwrap_or_default().to_owned();
        let server = Server { child, address };
        match server.address.is_empty() {
            true => Err(Failure::Missing(format!("{SERVER} serve did not start"))),
            false => Ok(server),
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The body of a response.
    fn get(&self, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        )?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        match response.split_once("\r\n\r\n") {
            Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_owned()),
            _ => Err(std::io::Error::other(response)),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(shell: &Shell, path: &str, text: &str) -> Result<(), Failure> {
    let path = shell.path(path);
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = made.and_then(|()| fs::write(&path, text));
    written.map_err(|error| missing(&path.display().to_string(), &error))
}

fn missing(what: &str, error: &std::io::Error) -> Failure {
    Failure::Missing(format!("{what}: {error}"))
}
