//! Long lists, a page at a time.

/// How many lines a page of a list has.
const LINES: usize = 50;

/// Which part of a list is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pager {
    /// The page, from 1.
    pub(super) page: usize,
    /// How many there are.
    pub(super) n_pages: usize,
    /// How many lines the whole list has.
    pub(super) n_lines: usize,
}

impl Pager {
    /// The page asked for, or the nearest one that there is.
    pub(super) fn new(n_lines: usize, asked: Option<usize>) -> Self {
        let n_pages = n_lines.div_ceil(LINES).max(1);
        Self { page: asked.unwrap_or(1).clamp(1, n_pages), n_pages, n_lines }
    }

    /// The lines of this page.
    pub(super) fn lines<'a, T>(&self, all: &'a [T]) -> &'a [T] {
        let start = (self.page - 1) * LINES;
        &all[start.min(all.len())..(start + LINES).min(all.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Pager;

    #[test]
    fn pages_part_a_list_and_nobody_falls_off_its_ends() {
        let all: Vec<usize> = (0..120).collect();
        let page = |asked| Pager::new(all.len(), asked);
        assert_eq!(page(None).lines(&all), &all[..50]);
        assert_eq!(page(Some(3)).lines(&all), &all[100..]);
        assert_eq!((page(Some(0)).page, page(Some(99)).page), (1, 3));
        assert!(Pager::new(0, Some(2)).lines::<usize>(&[]).is_empty());
    }
}
