//! Commands.

/// Runs.
pub fn run() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let mut sources = crate::diagnostics::SourceMap::new();
    let r = crate::read::read_file(std::path::Path::new(&args[1]), &mut sources);
    let (input, mut d) = match r { Ok(x) => x, Err(e) => { eprint!("{e}"); return 1.into(); } };
    if let crate::read::Input::Raw(list) = input {
        match crate::normalize::normalize(list, &crate::normalize::Options::new(&args[2], &args[3])) {
            Ok((spec, rest)) => { d.append(rest); eprint!("{d}"); print!("{}", crate::spec::to_json(&spec)); }
            Err(e) => { eprint!("{e}"); return 1.into(); }
        }
    }
    0.into()
}
