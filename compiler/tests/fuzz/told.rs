//! What holds of diagnostics, whatever the input was.

use std::collections::BTreeMap;

use compoworld::diagnostics::{At, Code, Diagnostics, Place, SourceMap, Style, render};

/// Every diagnostic has a code that is the input's fault and a place in one of the files, and all
/// of them can be drawn.
pub fn assert_told(diagnostics: &Diagnostics, files: &BTreeMap<&str, &str>) {
    let mut sources = SourceMap::new();
    for (file, text) in files {
        sources.insert(*file, *text);
    }
    for one in diagnostics.iter() {
        assert_ne!(one.code, Code::InternalFault, "{one}");
        let labels = one.labels.iter().map(|label| &label.place);
        for place in std::iter::once(&one.place).chain(labels) {
            assert_place(place, files);
        }
    }
    let plain = render(diagnostics, &sources, Style::Plain);
    assert_eq!(plain.is_empty(), diagnostics.is_empty());
    assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "{plain:?}");
    render(diagnostics, &sources, Style::Fancy);
}

fn assert_place(place: &Place, files: &BTreeMap<&str, &str>) {
    let file = place.file.as_deref().unwrap_or_else(|| panic!("{place} names no file"));
    let text = files.get(file).unwrap_or_else(|| panic!("{place} is in no file that was given"));
    if let At::Bytes { start, end } = place.at {
        assert!(start <= end && end <= text.len(), "{place} is outside of {} bytes", text.len());
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{place} cuts a char");
    }
}
