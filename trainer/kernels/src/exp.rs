//! Exponentials that a compiler can vectorize: no branch, no table, no call.

/// `e^x`, to two units in the last place. Beyond ±87 it is what it is there, and NaN stays NaN.
///
/// # Source
/// Cody and Waite's reduction to ±ln 2 / 2, and the polynomial of Cephes' `expf`.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    const LIMIT: f32 = 87.0;
    /// `1.5 · 2^23`: what is added to it is rounded to a whole number, which then stands in its low
    /// bits.
    const ROUNDER: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;

    let x = if x > LIMIT { LIMIT } else { x };
    let x = if x < -LIMIT { -LIMIT } else { x };
    let rounded = x * std::f32::consts::LOG2_E + ROUNDER;
    let n = rounded - ROUNDER;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    let mut series = 1.987_569_1e-4;
    series = series * r + 1.398_2e-3;
    series = series * r + 8.333_452e-3;
    series = series * r + 4.166_579_6e-2;
    series = series * r + 0.166_666_66;
    series = series * r + 0.5;
    let power_of_two = f32::from_bits((rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    (series * r * r + r + 1.0) * power_of_two
}

/// `1 / (1 + e^-x)`.
#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::{exp, sigmoid};

    #[test]
    fn agrees_with_the_exact_value_to_two_units_in_the_last_place() {
        let mut x = -86.9_f32;
        while x < 86.9 {
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) - exact).abs() / exact;
            assert!(error < 2.4e-7, "{x}: {error}");
            x += 0.000_917;
        }
    }

    #[test]
    fn ends_are_finite_and_nan_is_told() {
        assert!(exp(1e9).is_finite() && exp(f32::INFINITY) > 1e37);
        assert!(exp(-1e9) >= 0.0 && exp(f32::NEG_INFINITY) < 1e-37);
        assert!(exp(f32::NAN).is_nan() && sigmoid(f32::NAN).is_nan());
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(sigmoid(0.0), 0.5);
    }
}
