//! From the numbers in an address to a file and a line of it.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::ask::Fault;
use crate::sources::{Index, LineFault, Lines};

/// A line of a file that is not shown, and why.
pub(super) struct BadLine {
    pub(super) number: usize,
    pub(super) why: String,
}

/// How many bad lines a page names.
const BAD_LINES_MAX: usize = 20;

/// The file with this number.
pub(super) fn file<'a, T>(files: &'a [T], number: &str) -> Result<&'a T, Fault> {
    let missing = || {
        let how = "start the inspector with it, or with its folder";
        Fault::NotFound(format!("no file has the number `{number}`: {how}"))
    };
    let position: usize = number.parse().map_err(|_| missing())?;
    files.get(position).ok_or_else(missing)
}

/// The lines of a file as they are now.
pub(super) fn index<S: DeserializeOwned + Clone + Send>(
    lines: &Lines<S>,
) -> Result<Arc<Index<S>>, Fault> {
    let gone = |error| Fault::Broken(format!("{} cannot be read: {error}", lines.file.label));
    lines.index().map_err(gone)
}

/// A line of a file, whole, and the numbers of the lines before and after it.
pub(super) fn line<S: DeserializeOwned + Clone + Send, T: DeserializeOwned>(
    lines: &Lines<S>,
    number: &str,
) -> Result<OpenLine<T>, Fault> {
    let index = index(lines)?;
    let label = &lines.file.label;
    let entry = number.parse().ok().and_then(|number| index.entry(number));
    let entry = entry.ok_or_else(|| Fault::NotFound(format!("{label} has no line {number}")))?;
    let place = format!("{label}, line {}", entry.number);
    if let Err(fault) = &entry.summary {
        let hint = match fault {
            LineFault::Torn => "; a rollout or a training that goes on mends it",
            _ => "",
        };
        return Err(Fault::Refused(format!("{place} cannot be shown: {fault}{hint}")));
    }
    let value = lines.read(entry).map_err(|error| Fault::Refused(format!("{place}: {error}")))?;
    let earlier = index.summaries().take_while(|(other, _)| *other < entry.number);
    let mut later = index.summaries().skip_while(|(other, _)| *other <= entry.number);
    Ok(OpenLine {
        value,
        number: entry.number,
        previous: earlier.last().map(|(number, _)| number),
        next: later.next().map(|(number, _)| number),
    })
}

/// A line, whole.
pub(super) struct OpenLine<T> {
    pub(super) value: T,
    pub(super) number: usize,
    pub(super) previous: Option<usize>,
    pub(super) next: Option<usize>,
}

/// The first of the lines that are not shown.
pub(super) fn bad_lines<S>(index: &Index<S>) -> Vec<BadLine> {
    let faults = index.faults().take(BAD_LINES_MAX);
    faults.map(|(number, why)| BadLine { number, why: why.to_string() }).collect()
}
