//! What a training run wrote: one event a line.

use std::fs;
use std::io::{self, BufReader};
use std::path::Path;

use serde_json::Value;

use super::line_reader::{Line, read_line};

/// The events of a run.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// The events, in order.
    pub(crate) events: Vec<Value>,
    /// The lines that are none, with why.
    pub(crate) faults: Vec<(usize, String)>,
}

/// Reads the events of a run.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn read_metrics(path: &Path) -> io::Result<Metrics> {
    let mut reader = BufReader::new(fs::File::open(path)?);
    let (mut metrics, mut bytes) = (Metrics::default(), Vec::new());
    for number in 1.. {
        let line = read_line(&mut reader, &mut bytes)?;
        if line == Line::End {
            break;
        }
        let is_unended = matches!(line, Line::Unended { .. });
        match serde_json::from_slice::<Value>(&bytes) {
            _ if matches!(line, Line::TooLong { .. }) => {
                metrics.faults.push((number, "too long".to_owned()));
            }
            _ if bytes.trim_ascii().is_empty() => {}
            Ok(event) if event["event"].is_string() => metrics.events.push(event),
            Ok(_) => metrics.faults.push((number, "no event".to_owned())),
            Err(_) if is_unended => metrics.faults.push((number, "cut off".to_owned())),
            Err(error) => metrics.faults.push((number, error.to_string())),
        }
    }
    Ok(metrics)
}
