//! Several sequences in one row, none of which sees another.

use compoworld_kernels::Sight;

/// Which sequence each token of a batch belongs to.
///
/// Sequences are runs: a token whose number is not that of the token before it starts a new one,
/// where positions, attention, convolutions and recurrent states begin anew. Padding is a sequence
/// of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segments {
    n_rows: usize,
    n_tokens: usize,
    /// Where the sequence of each token starts in its row, `[n_rows * n_tokens]`.
    starts: Vec<u32>,
}

impl Segments {
    /// Takes the number of each token's sequence, row after row.
    ///
    /// # Shapes
    /// - `numbers`: `[n_rows * n_tokens]`
    ///
    /// # Panics
    /// When there are not as many numbers as tokens.
    pub fn new(n_rows: usize, n_tokens: usize, numbers: &[u32]) -> Self {
        assert_eq!(numbers.len(), n_rows * n_tokens, "each token has the number of its sequence");
        let mut starts = Vec::with_capacity(numbers.len());
        for row in numbers.chunks(n_tokens.max(1)) {
            let mut start = 0;
            for (column, number) in row.iter().enumerate() {
                if column > 0 && row[column - 1] != *number {
                    start = column;
                }
                starts.push(start as u32);
            }
        }
        Self { n_rows, n_tokens, starts }
    }

    /// Rows and tokens a row.
    pub fn dims(&self) -> [usize; 2] {
        [self.n_rows, self.n_tokens]
    }

    /// The column where the sequence of a token starts.
    pub fn start(&self, row: usize, column: usize) -> usize {
        self.starts[row * self.n_tokens + column] as usize
    }

    /// Each token sees itself and those before it in its sequence.
    pub fn sight(&self) -> Sight {
        let seen = |row, token| self.start(row, token)..token + 1;
        Sight::new(self.n_rows, self.n_tokens, seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_starts_where_the_number_changes() {
        let segments = Segments::new(2, 4, &[0, 0, 1, 1, 5, 6, 6, 5]);
        let starts: Vec<usize> = (0..2)
            .flat_map(|row| (0..4).map(move |column| (row, column)))
            .map(|(row, column)| segments.start(row, column))
            .collect();
        assert_eq!(starts, [0, 0, 2, 2, 0, 1, 1, 3]);
    }
}
