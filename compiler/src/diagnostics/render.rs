//! Diagnostics as text: drawn with miette for a person at a terminal, plain otherwise.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};

use super::collection::Diagnostics;
use super::diagnostic::{At, Diagnostic, Place, Severity};
use super::locate::locate;
use super::pointer::Pointer;
use super::source_map::SourceMap;
use super::visible::{visible, visible_source};

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
    fn of<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, sources: &SourceMap) -> Self {
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

/// Draws one diagnostic, with an empty line after it.
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
        out.push_str(&visible(&diagnostic.to_string()));
        out.push('\n');
    }
    out.push('\n');
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
        let mut report = Self {
            diagnostic,
            source: None,
            labels: Vec::new(),
            message: visible(&diagnostic.message).into_owned(),
        };
        if let Some(text) = sources.text(file)
            && let Some(span) = spans.span(place, text)
        {
            let shown = first_line(text, span);
            if line_around(text, shown.start).len() <= LINE_BYTES_MAX {
                report.labels.push(LabeledSpan::new(
                    Some(visible(&where_in_json(place)).into_owned()),
                    shown.start,
                    shown.len(),
                ));
                let others =
                    diagnostic.labels.iter().filter(|other| other.place.file == place.file);
                for other in others {
                    let Some(span) = spans.span(&other.place, text) else { continue };
                    let shown = first_line(text, span);
                    report.labels.push(LabeledSpan::new(
                        Some(visible(&other.text).into_owned()),
                        shown.start,
                        shown.len(),
                    ));
                }
                let drawn = visible_source(text).into_owned();
                report.source = Some(NamedSource::new(visible(file), drawn));
            }
        }
        if report.source.is_none() {
            report.message = visible(&format!("{} ({place})", diagnostic.message)).into_owned();
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
        let Diagnostic { severity, code, .. } = self.diagnostic;
        Some(Box::new(format!("{severity}[{code}]")))
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
        Some(Box::new(visible(help)))
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

/// What the arrow says: the pointer, which no line number tells.
fn where_in_json(place: &Place) -> String {
    match &place.at {
        At::Json(pointer) if !pointer.as_str().is_empty() => pointer.to_string(),
        _ => "here".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Diagnostics, Place, SourceMap, Style, render};
    use crate::diagnostics::{Code, Pointer};

    const TEXT: &str =
        "{\n  \"tools\": [\n    {\"name\": \"é\", \"x\": {\n      \"y\": 1}}\n  ]\n}\n";

    fn sources() -> SourceMap {
        let mut sources = SourceMap::new();
        sources.insert("list.json", TEXT);
        sources.insert("service.rs", "fn main() {\n    panic!()\n}\n");
        sources.insert("minified.json", format!("{{\"a\":\"{}\"}}", "x".repeat(10_000)));
        sources
    }

    #[test]
    fn every_kind_of_place_is_drawn() {
        let tool = Pointer::root().key("tools").index(0);
        let all: Diagnostics = [
            Diagnostic::new(Code::RepeatedTool, tool.key("x"))
                .message("the tool `é` is listed twice")
                .label(tool.key("name"), "first listed here"),
            Diagnostic::new(Code::NoTools, tool.key("missing")),
            Diagnostic::new(Code::MalformedJson, 9_999..10_005).help("look again"),
            Diagnostic::new(Code::UnsafeCode, Place::bytes("service.rs", 16..24)),
            Diagnostic::new(Code::NoTools, Place::file("list.json")),
        ]
        .into_iter()
        .collect();
        let minified = Diagnostics::from(Diagnostic::new(Code::NoTools, Pointer::root().key("a")))
            .in_file("minified.json");
        let mut all = all.in_file("list.json");
        all.append(minified);
        insta::assert_snapshot!("plain", render(&all, &sources(), Style::Plain));
        let fancy = render(&all, &sources(), Style::Fancy);
        assert!(fancy.contains('│') && fancy.contains("CW0009"), "{fancy}");
    }

    #[test]
    fn places_outside_the_text_or_inside_a_character_do_not_panic() {
        for span in [0..0, 3..3, TEXT.len()..TEXT.len() + 9, 30..31, 31..32, 32..33] {
            let one = Diagnostic::new(Code::NoTools, Place::bytes("list.json", span));
            for style in [Style::Plain, Style::Fancy] {
                assert!(super::render_one(&one, &sources(), style).contains("CW0006"));
            }
        }
    }
}
