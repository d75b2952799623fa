//! Numbers of JSON, digit by digit, within bounds.
//!
//! A number whose digits cannot lead into its bounds any more is given up at the digit that decides
//! it, so that a model is never left with a number that it cannot end.

/// Digits before the point: so many are whole in double precision.
const WHOLE_DIGITS_MAX: u8 = 15;
/// Digits behind the point.
const FRACTION_DIGITS_MAX: u8 = 15;
/// Digits of the power of ten.
const EXPONENT_DIGITS_MAX: u8 = 2;

/// Which numbers are asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NumberRange {
    pub(super) is_integer: bool,
    pub(super) low: f64,
    pub(super) is_low_open: bool,
    pub(super) high: f64,
    pub(super) is_high_open: bool,
}

impl NumberRange {
    /// Any number.
    pub(super) const ANY: Self = Self {
        is_integer: false,
        low: f64::NEG_INFINITY,
        is_low_open: false,
        high: f64::INFINITY,
        is_high_open: false,
    };

    fn is_bounded(&self) -> bool {
        self.low.is_finite() || self.high.is_finite()
    }

    fn holds(&self, value: f64) -> bool {
        let above = if self.is_low_open { value > self.low } else { value >= self.low };
        let below = if self.is_high_open { value < self.high } else { value <= self.high };
        above && below
    }

    /// Whether some of the integers from `least` to `most` are in the range.
    fn meets(&self, least: f64, most: f64) -> bool {
        let low = if self.is_low_open { self.low.floor() + 1.0 } else { self.low.ceil() };
        let high = if self.is_high_open { self.high.ceil() - 1.0 } else { self.high.floor() };
        least.max(low) <= most.min(high)
    }

    /// Whether there is no such number.
    pub(super) fn is_empty(&self) -> bool {
        match self.is_integer {
            true => !self.meets(-1e15 + 1.0, 1e15 - 1.0),
            false => !(self.low < self.high || (self.low == self.high && self.holds(self.low))),
        }
    }
}

/// A number that was begun.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NumberState {
    is_negative: bool,
    /// The digits so far, without the sign and the power of ten.
    value: f64,
    n_whole: u8,
    n_fraction: u8,
    n_exponent: u8,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Sign,
    /// A zero, which no digit follows.
    Zero,
    Whole,
    Point,
    Fraction,
    ExponentMark,
    ExponentSign,
    Exponent,
}

impl NumberState {
    /// Begins a number; `None` when no number of the range begins so.
    pub(super) fn begin(byte: u8, range: &NumberRange) -> Option<Self> {
        let is_negative = byte == b'-';
        let nothing = Self {
            is_negative,
            value: 0.0,
            n_whole: 0,
            n_fraction: 0,
            n_exponent: 0,
            stage: Stage::Sign,
        };
        let begun = if is_negative { nothing } else { nothing.next(byte, range)? };
        begun.is_viable(range).then_some(begun)
    }

    /// Takes a byte; `None` when the number does not go on with it.
    pub(super) fn step(self, byte: u8, range: &NumberRange) -> Option<Self> {
        self.next(byte, range).filter(|next| next.is_viable(range))
    }

    /// Whether the number may end here.
    pub(super) fn may_end(self, range: &NumberRange) -> bool {
        let is_whole =
            matches!(self.stage, Stage::Zero | Stage::Whole | Stage::Fraction | Stage::Exponent);
        is_whole && (!range.is_bounded() || range.holds(self.signed()))
    }

    fn signed(self) -> f64 {
        if self.is_negative { -self.value } else { self.value }
    }

    fn next(mut self, byte: u8, range: &NumberRange) -> Option<Self> {
        let digit = byte.is_ascii_digit().then(|| f64::from(byte - b'0'));
        self.stage = match (self.stage, byte) {
            (Stage::Sign, b'0') => Stage::Zero,
            (Stage::Sign, b'1'..=b'9') => {
                (self.value, self.n_whole) = (digit?, 1);
                Stage::Whole
            }
            (Stage::Whole, b'0'..=b'9') if self.n_whole < WHOLE_DIGITS_MAX => {
                self.value = self.value * 10.0 + digit?;
                self.n_whole += 1;
                Stage::Whole
            }
            (Stage::Zero | Stage::Whole, b'.') if !range.is_integer => Stage::Point,
            (Stage::Point | Stage::Fraction, b'0'..=b'9')
                if self.n_fraction < FRACTION_DIGITS_MAX =>
            {
                self.n_fraction += 1;
                self.value += digit? / 10_f64.powi(i32::from(self.n_fraction));
                Stage::Fraction
            }
            (Stage::Zero | Stage::Whole | Stage::Fraction, b'e' | b'E')
                if !range.is_integer && !range.is_bounded() =>
            {
                Stage::ExponentMark
            }
            (Stage::ExponentMark, b'+' | b'-') => Stage::ExponentSign,
            (Stage::ExponentMark | Stage::ExponentSign | Stage::Exponent, b'0'..=b'9')
                if self.n_exponent < EXPONENT_DIGITS_MAX =>
            {
                self.n_exponent += 1;
                Stage::Exponent
            }
            _ => return None,
        };
        Some(self)
    }

    /// Whether some way to go on ends in the range.
    fn is_viable(self, range: &NumberRange) -> bool {
        if !range.is_bounded() {
            return true;
        }
        let n_more = i32::from(WHOLE_DIGITS_MAX - self.n_whole);
        match self.stage {
            Stage::Sign => self.leads(0.0, 1e15 - 1.0, range),
            Stage::Whole => (0..=n_more).any(|n_more| {
                let scale = 10_f64.powi(n_more);
                let width = if range.is_integer { scale - 1.0 } else { scale };
                self.leads(self.value * scale, width, range)
            }),
            Stage::Zero if range.is_integer => range.holds(self.signed()),
            Stage::Zero | Stage::Point => self.leads(self.value, 1.0, range),
            _ if self.n_fraction == FRACTION_DIGITS_MAX => range.holds(self.signed()),
            _ => self.leads(self.value, 10_f64.powi(-i32::from(self.n_fraction)), range),
        }
    }

    /// Whether a number from `start` on, and less than `width` behind it (integers up to there), is
    /// in the range. Both are without the sign.
    fn leads(self, start: f64, width: f64, range: &NumberRange) -> bool {
        let (start, end) = match self.is_negative {
            true => (-start, -start - width),
            false => (start, start + width),
        };
        let (least, most) = (start.min(end), start.max(end));
        if range.is_integer {
            return range.meets(least, most);
        }
        range.holds(start) || least.max(range.low) < most.min(range.high)
    }
}
