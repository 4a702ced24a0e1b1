//! The Containerfile: read, compared with what xtask builds, and carried out without a container
//! engine: its build in a copy of the last commit, and its image in a folder with a Debian of its own.

use std::fs;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};
use crate::steps::Steps;

const FILE: &str = "Containerfile";

/// The paths that are not part of the context.
const IGNORED: &str = ".dockerignore";

/// How long the server of the image may take to start or to stop.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An instruction: its name in capitals, and the rest of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instruction {
    name: String,
    rest: String,
}

/// A stage: its base image and name, and its instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stage {
    base: String,
    name: Option<String>,
    instructions: Vec<Instruction>,
}

/// Reads the stages of a Containerfile.
fn parse(text: &str) -> Vec<Stage> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let mut stages: Vec<Stage> = Vec::new();
    for line in joined.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (name.to_uppercase(), rest.trim().to_owned());
        if name == "FROM" {
            let words: Vec<_> = rest.split_whitespace().collect();
            let base = words.first().copied().unwrap_or_default().to_owned();
            let name = words.get(2).map(|name| (*name).to_owned());
            stages.push(Stage { base, name, instructions: Vec::new() });
        } else if let Some(stage) = stages.last_mut() {
            stage.instructions.push(Instruction { name, rest });
        }
    }
    stages
}

impl Stage {
    /// The arguments of every instruction with this name.
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.instructions.iter().filter(move |it| it.name == name).map(|it| it.rest.as_str())
    }

    /// The same for the last one, which counts.
    fn last(&self, name: &str) -> Option<&str> {
        self.instructions.iter().rfind(|it| it.name == name).map(|it| it.rest.as_str())
    }

    /// The variables of all `ENV`.
    fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all("ENV").flat_map(str::split_whitespace).filter_map(|pair| pair.split_once('='))
    }

    /// The words of an instruction in its form of a JSON list.
    fn words(&self, name: &str) -> Vec<String> {
        let list = self.last(name).and_then(|rest| rest.find('[').map(|at| &rest[at..]));
        list.and_then(|list| serde_json::from_str(list).ok()).unwrap_or_default()
    }
}

/// Carries the file out.
pub(crate) fn check(shell: &Shell) -> Result<(), Failure> {
    let text = fs::read_to_string(shell.path(FILE)).map_err(|error| failed(FILE, &error))?;
    let stages = parse(&text);
    let [build, image] = stages.as_slice() else {
        return Err(Failure::Missing(format!("{FILE} has no stage to build in and one to run")));
    };
    packages::ensure(shell, &[packages::DEBOOTSTRAP])?;
    let mut steps = Steps::default();
    let folder = std::env::temp_dir().join(format!("crownhead-container-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| failed("a temporary folder", &error))?;
    let folder = Scratch(folder);
    let context = folder.0.join("src");
    steps.take("context", "the last commit without what is ignored", || {
        make_context(shell, &context)
    })?;
    let inside = Shell::in_folder(&context);
    for run in build.all("RUN") {
        let line = CommandLine::new("sh -c").args(&[run.to_owned()]);
        steps.take("build", run, || inside.run("a step of the build", &line))?;
    }
    let root = folder.0.join("root");
    steps.take("base image", &image.base, || bootstrap(shell, image, &root))?;
    for instruction in &image.instructions {
        let Instruction { name, rest } = instruction;
        match name.as_str() {
            "RUN" => steps.take("image", rest, || {
                let line = CommandLine::new("chroot").and(&root.display().to_string());
                let line = line.and("sh -c").args(std::slice::from_ref(rest));
                shell.run("a step of the image", &line.env("DEBIAN_FRONTEND", "noninteractive"))
            })?,
            "COPY" => steps.take("image", rest, || copy(rest, &context, &root))?,
            _ => {}
        }
    }
    steps.take("container", "started, checked and stopped", || run(image, &root))?;
    print!("\nThe container works.\n\n{}", steps.summary());
    Ok(())
}

/// A folder that is removed when dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes the files of the last commit that an engine would send to the build.
fn make_context(shell: &Shell, context: &Path) -> Result<(), Failure> {
    fs::create_dir_all(context).map_err(|error| failed("the context", &error))?;
    let script = format!("git archive HEAD | tar -x -C {}", context.display());
    shell.run("a copy of the last commit", &CommandLine::new("sh -c").args(&[script]))?;
    let ignored = fs::read_to_string(shell.path(IGNORED)).unwrap_or_default();
    for path in ignored_paths(&ignored) {
        let path = context.join(path);
        let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    }
    Ok(())
}

/// The plain paths of an ignore file. Patterns name files that no commit has.
fn ignored_paths(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.contains(['#', '*']))
}

/// A small Debian of the image's suite.
fn bootstrap(shell: &Shell, image: &Stage, root: &Path) -> Result<(), Failure> {
    let line = CommandLine::new("debootstrap --variant=minbase").and(suite(&image.base));
    shell.run("a small Debian", &line.and(&root.display().to_string()))?;
    let resolver = root.join("etc/resolv.conf");
    fs::copy("/etc/resolv.conf", &resolver).map_err(|error| failed("resolv.conf", &error))?;
    Ok(())
}

/// `trixie` of `debian:trixie-slim` or `rust:1-trixie`.
fn suite(image: &str) -> &str {
    let tag = image.split_once(':').map_or("", |(_, tag)| tag);
    let mut words = tag.split('-').filter(|word| *word != "slim");
    words.next_back().unwrap_or_default()
}

/// Copies files from the build stage into the image.
fn copy(rest: &str, context: &Path, root: &Path) -> Result<(), Failure> {
    let (from, to) = copied(rest);
    let target = root.join(to.trim_start_matches('/'));
    for path in from {
        let path = context.join(path.trim_start_matches("/src/"));
        let target = match to.ends_with('/') {
            true => target.join(path.file_name().unwrap_or_default()),
            false => target.clone(),
        };
        let made = target.parent().map_or(Ok(()), fs::create_dir_all);
        let done = made.and_then(|()| fs::copy(&path, &target));
        done.map_err(|error| failed(&path.display().to_string(), &error))?;
    }
    Ok(())
}

/// The sources and the target of a `COPY`.
fn copied(rest: &str) -> (Vec<&str>, &str) {
    let mut words: Vec<_> =
        rest.split_whitespace().filter(|word| !word.starts_with("--")).collect();
    let to = words.pop().unwrap_or_default();
    (words, to)
}

/// Runs the image: its server comes up as its user, is healthy, serves the page, keeps its database in
/// the volume, and stops when it is asked to.
fn run(image: &Stage, root: &Path) -> Result<(), Failure> {
    let wrong = |what: &str| Failure::Missing(format!("{FILE}: {what}"));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = port.map_err(|error| failed("a free port", &error))?.to_string();
    let listens = image.variables().find(|(name, _)| *name == "CROWNHEAD_LISTEN");
    if listens != Some(("CROWNHEAD_LISTEN", "0.0.0.0:8080")) {
        return Err(wrong("it does not listen at the port that it exposes"));
    }
    let inside = |words: &[String]| {
        let mut command = Command::new("chroot");
        let user = format!("--userspec={}", image.last("USER").unwrap_or_default());
        let folder = format!("--chdir={}", image.last("WORKDIR").unwrap_or("/"));
        command.arg(user).arg(root).args([
            "env",
            "-i",
            &folder,
            "PATH=/usr/local/bin:/usr/bin:/bin",
        ]);
        command.args(image.variables().map(|(name, value)| format!("{name}={value}")));
        // The port may be taken on this machine.
        command.arg(format!("CROWNHEAD_LISTEN={address}")).args(words).stdin(Stdio::null());
        command
    };
    let start = [image.words("ENTRYPOINT"), image.words("CMD")].concat();
    let server = inside(&start).spawn().map_err(|error| failed("chroot", &error))?;
    let mut server = Running(server);
    let begun = Instant::now();
    while !inside(&image.words("HEALTHCHECK")).output().is_ok_and(|out| out.status.success()) {
        let ended = server.0.try_wait().is_ok_and(|ended| ended.is_some());
        if ended || begun.elapsed() > TIMEOUT {
            return Err(wrong("the server does not become healthy"));
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    if !get(&address).is_ok_and(|page| page.contains("<!doctype html>")) {
        return Err(wrong("the server has no page"));
    }
    let database = image.variables().find(|(name, _)| *name == "CROWNHEAD_DATABASE");
    let database = database.map_or("", |(_, path)| path).trim_start_matches('/');
    if !root.join(database).is_file() {
        return Err(wrong("there is no database in the volume"));
    }
    let id = server.0.id().to_string();
    let asked = Command::new("kill").args(["-s", "TERM", &id]).status();
    asked.map_err(|error| failed("kill", &error))?;
    let begun = Instant::now();
    let ended = loop {
        match server.0.try_wait() {
            Ok(Some(status)) => break status,
            _ if begun.elapsed() > TIMEOUT => return Err(wrong("SIGTERM does not stop it")),
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    if ended.success() { Ok(()) } else { Err(wrong("it does not stop cleanly")) }
}

/// A process that is killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str) -> std::io::Result<String> {
    use std::io::Write;

    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn failed(what: &str, error: &std::io::Error) -> Failure {
    Failure::Missing(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{self, Subcommand};
    use crate::dist;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
    }

    fn stages() -> (Stage, Stage) {
        let text = fs::read_to_string(root().join(FILE)).expect("the file");
        let stages: [Stage; 2] = parse(&text).try_into().expect("two stages");
        let [build, image] = stages;
        (build, image)
    }

    #[test]
    fn stages_and_instructions_are_read() {
        let text =
            "# first\nFROM rust:1 AS build\nRUN a \\\n  b\n\nFROM debian:trixie-slim\nUSER 1\n";
        let [build, image] = parse(text).try_into().expect("two stages");
        assert_eq!((build.base.as_str(), build.name.as_deref()), ("rust:1", Some("build")));
        assert_eq!(
            build.all("RUN").map(str::split_whitespace).map(Iterator::count).sum::<usize>(),
            2
        );
        assert_eq!((image.name, suite(&image.base)), (None, "trixie"));
        assert_eq!(copied("--from=build a b/c d/"), (vec!["a", "b/c"], "d/"));
    }

    #[test]
    fn the_build_is_that_of_xtask() {
        let (build, _) = stages();
        let commands: Vec<_> = build.all("RUN").collect();
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let call = commands[0].strip_prefix("cargo xtask ").expect("a call of xtask");
        let dist = Subcommand::Dist { profile: "release".to_owned() };
        assert_eq!(args::parse(words(call).into_iter()), Ok(dist));
        assert_eq!(commands[1], "mv target/dist/crownhead-*/ target/image");
        assert_eq!(commands.len(), 2);
        assert_eq!((build.last("COPY"), build.last("WORKDIR")), (Some(". ."), Some("/src")));
        assert_eq!(build.last("ARG"), Some(dist::COMMIT));
    }

    #[test]
    fn the_image_has_what_the_build_makes() {
        let (build, image) = stages();
        // A program runs on the C library that it was linked with, or a later one.
        assert_eq!(suite(&build.base), suite(&image.base));
        let mut copies = 0;
        for rest in image.all("COPY") {
            assert!(
                rest.starts_with(&format!("--from={} ", build.name.as_deref().unwrap())),
                "{rest}"
            );
            for path in copied(rest).0 {
                let name = path.strip_prefix("/src/target/image/").expect(path);
                let made = ["crownhead", dist::THIRD_PARTY].contains(&name);
                assert!(made || dist::FILES.contains(&name), "{name} is not built");
                copies += 1;
            }
        }
        assert!(copies >= 4);
        for program in ["curl", "wget"] {
            assert!(!image.instructions.iter().any(|it| it.rest.contains(program)), "{program}");
        }
        assert!(image.all("RUN").any(|line| line.contains(" ca-certificates ")));
    }

    #[test]
    fn the_image_runs_the_server_as_an_unprivileged_user() {
        let (_, image) = stages();
        let user = image.last("USER").expect("a user");
        let (id, group) = user.split_once(':').expect("a user and a group");
        assert!([id, group].iter().all(|id| id.parse::<u32>().is_ok_and(|id| id > 999)), "{user}");
        let made = format!("useradd --uid {id} --gid {group} ");
        assert!(image.all("RUN").any(|line| line.contains(&made)), "{made}");
        let volume = image.last("VOLUME").expect("a volume");
        for variable in ["CROWNHEAD_DATABASE", "CROWNHEAD_TABLES"] {
            let value = image.variables().find(|(name, _)| *name == variable).expect(variable).1;
            assert_eq!(Path::new(value).parent(), Some(Path::new(volume)), "{variable}");
        }
        assert_eq!(image.words("ENTRYPOINT"), ["crownhead"]);
        assert_eq!(image.words("CMD"), ["serve"]);
        assert_eq!(image.words("HEALTHCHECK"), ["crownhead", "health"]);
        assert_eq!(
            (image.last("EXPOSE"), image.last("STOPSIGNAL")),
            (Some("8080"), Some("SIGTERM"))
        );
    }

    /// What is ignored is nothing that a commit has, but for what no build needs.
    #[test]
    fn the_context_has_everything() {
        let text = fs::read_to_string(root().join(IGNORED)).expect("the file");
        let tracked =
            Command::new("git").arg("ls-files").current_dir(root()).output().expect("git");
        let tracked = String::from_utf8(tracked.stdout).expect("paths");
        for ignored in ignored_paths(&text) {
            let below = |path: &&str| *path == ignored || path.starts_with(&format!("{ignored}/"));
            let unneeded = [".devcontainer", ".github"].contains(&ignored);
            assert!(unneeded || !tracked.lines().any(|path| below(&path)), "{ignored}");
        }
        assert!(!text.contains('!'), "exceptions are not understood here");
    }
}
