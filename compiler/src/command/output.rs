//! What goes to the two output streams.

use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Write};

use crate::diagnostics::{
    Code, Diagnostic, Diagnostics, Place, Severity, SourceMap, Style, render,
};

/// More warnings and errors than this are counted instead of shown.
const SHOWN_MAX: usize = 100;

/// How notes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// One line a code, with how often it came.
    Counted,
    /// Each in full.
    Listed,
}

/// Writes data to standard output. A reader that has left, such as `head`, is no error.
pub fn print_data(text: &str) -> Result<(), Diagnostics> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let place = Place::file("standard output");
            Err(Diagnostic::new(Code::UnwritableFile, place)
                .message(format!("cannot write to standard output: {error}"))
                .into())
        }
        _ => Ok(()),
    }
}

/// Writes diagnostics to standard error: drawn for a terminal, plain otherwise.
pub fn report(diagnostics: &Diagnostics, sources: &SourceMap, notes: Notes) {
    let err = std::io::stderr();
    let style = if err.is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        Style::Fancy
    } else {
        Style::Plain
    };
    let text = describe(diagnostics, sources, notes, style);
    // Nobody is left to be told that standard error is closed.
    let _ = err.lock().write_all(text.as_bytes());
}

fn describe(diagnostics: &Diagnostics, sources: &SourceMap, notes: Notes, style: Style) -> String {
    let full = |one: &&Diagnostic| one.severity > Severity::Note || notes == Notes::Listed;
    let limit = if notes == Notes::Listed { usize::MAX } else { SHOWN_MAX };
    let n_full = diagnostics.iter().filter(full).count();
    let shown: Diagnostics = diagnostics.iter().filter(full).take(limit).cloned().collect();
    let mut text = render(&shown, sources, style);
    if n_full > shown.len() {
        text.push_str(&format!("{} more are not shown\n", n_full - shown.len()));
    }
    if notes == Notes::Counted {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for one in diagnostics.iter().filter(|one| one.severity == Severity::Note) {
            *counts.entry(one.code).or_default() += 1;
        }
        for (code, count) in &counts {
            let places = counted(*count, "place");
            text.push_str(&format!("note[{code}] {} ({places})\n", code.title()));
        }
        if !counts.is_empty() {
            text.push_str("`--notes` lists each note, `compoworld explain CODE` explains one\n");
        }
    }
    let (n_errors, n_warnings) =
        (diagnostics.count(Severity::Error), diagnostics.count(Severity::Warning));
    if n_errors + n_warnings > 0 {
        text.push_str(&format!(
            "{}, {}\n",
            counted(n_errors, "error"),
            counted(n_warnings, "warning")
        ));
    }
    text
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
