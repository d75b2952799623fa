//! Diagnostics as text: drawn with miette for a person at a terminal, plain otherwise.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};

use super::collection::Diagnostics;
use super::diagnostic::{At, Diagnostic, Place, Severity};
use super::locate::locate;
use super::pointer::Pointer;
use super::source_map::SourceMap;

/// Lines longer than this are not drawn: a minified tool list is one line of megabytes.
const LINE_BYTES_MAX: usize = 400;

/// How diagnostics are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Colors and box characters.
    Fancy,
    /// ASCII without colors, for files and pipes.
    Plain,
}

/// All diagnostics, one after the other.
pub fn render(diagnostics: &Diagnostics, sources: &SourceMap, style: Style) -> String {
    let spans = Spans::of(diagnostics.iter(), sources);
    let mut text = String::new();
    for one in diagnostics.iter() {
        draw(one, sources, &spans, style, &mut text);
    }
    text
}

/// One diagnostic.
pub fn render_one(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let spans = Spans::of([diagnostic], sources);
    let mut text = String::new();
    draw(diagnostic, sources, &spans, style, &mut text);
    text
}

/// The byte ranges of all pointers, found with one scan a file.
struct Spans(BTreeMap<String, BTreeMap<Pointer, Range<usize>>>);

impl Spans {
    fn of<'a>(
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
        sources: &SourceMap,
    ) -> Self {
        let mut wanted: BTreeMap<&str, Vec<&Pointer>> = BTreeMap::new();
        for one in diagnostics {
            let places = one.labels.iter().map(|label| &label.place);
            for place in std::iter::once(&one.place).chain(places) {
                if let (Some(file), At::Json(pointer)) = (&place.file, &place.at) {
                    wanted.entry(file).or_default().push(pointer);
                }
            }
        }
        let found = wanted.into_iter().filter_map(|(file, pointers)| {
            Some((file.to_owned(), locate(sources.text(file)?, pointers)))
        });
        Self(found.collect())
    }

    fn span(&self, place: &Place, text: &str) -> Option<Range<usize>> {
        let span = match &place.at {
            At::Whole => return None,
            At::Bytes { start, end } => *start..*end,
            At::Json(pointer) => self.0.get(place.file.as_deref()?)?.get(pointer)?.clone(),
        };
        let start = floor_char_boundary(text, span.start);
        let end = floor_char_boundary(text, span.end).max(start);
        Some(start..end)
    }
}

fn draw(
    diagnostic: &Diagnostic,
    sources: &SourceMap,
    spans: &Spans,
    style: Style,
    out: &mut String,
) {
    let report = Report::of(diagnostic, sources, spans);
    let theme = match style {
        Style::Fancy => GraphicalTheme::unicode(),
        Style::Plain => GraphicalTheme::none(),
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(100)
        .with_context_lines(1);
    if handler.render_report(out, &report).is_err() {
        // The handler fails only on a source it cannot cut; the message must still get out.
        out.push_str(&diagnostic.to_string());
        out.push('\n');
    }
}

/// A diagnostic with what miette needs to draw it.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    message: String,
}

impl<'a> Report<'a> {
    fn of(diagnostic: &'a Diagnostic, sources: &SourceMap, spans: &Spans) -> Self {
        let place = &diagnostic.place;
        let file = place.file.as_deref().unwrap_or("<input>");
        let pointer = match &place.at {
            At::Json(pointer) if !pointer.as_str().is_empty() => format!(" at {pointer}"),
            _ => String::new(),
        };
        let mut report = Self {
            diagnostic,
            source: None,
            labels: Vec::new(),
            message: format!("{}{pointer}", diagnostic.message),
        };
        if let Some(text) = sources.text(file)
            && let Some(span) = spans.span(place, text)
        {
            let shown = first_line(text, span);
            if line_around(text, shown.start).len() <= LINE_BYTES_MAX {
                report.labels.push(LabeledSpan::new(Some("here".to_owned()), shown.start, shown.len()));
                let others = diagnostic.labels.iter().filter(|other| other.place.file == place.file);
                for other in others {
                    let Some(span) = spans.span(&other.place, text) else { continue };
                    let shown = first_line(text, span);
                    report.labels.push(LabeledSpan::new(
                        Some(other.text.clone()),
                        shown.start,
                        shown.len(),
                    ));
                }
                report.source = Some(NamedSource::new(file, text.to_owned()));
            }
        }
        if report.source.is_none() {
            report.message = format!("{} ({place})", diagnostic.message);
        }
        report
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Note => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.diagnostic.help.as_deref().unwrap_or(self.diagnostic.code.remedy());
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.labels.is_empty() {
            return None;
        }
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// The part of a span on its first line: a whole object would be drawn down to its end.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let length = text[span.clone()].find('\n').unwrap_or(span.len());
    span.start..span.start + length
}

fn line_around(text: &str, position: usize) -> &str {
    let start = text[..position].rfind('\n').map_or(0, |at| at + 1);
    let end = text[position..].find('\n').map_or(text.len(), |at| position + at);
    &text[start..end]
}

fn floor_char_boundary(text: &str, position: usize) -> usize {
    let mut at = position.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
