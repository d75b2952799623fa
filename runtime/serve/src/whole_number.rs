//! Whole numbers in requests, however they are written: `7`, `7.0`, and `7` as a text in a query.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// Reads a number that may be left out or null.
///
/// # Errors
/// When it is no whole number, or one that is too large or below zero.
pub(crate) fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let read = Option::<Whole<T>>::deserialize(deserializer)?;
    Ok(read.map(|Whole(number)| number))
}

struct Whole<T>(T);

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = deserializer.deserialize_any(WholeVisitor(PhantomData::<T>))?;
        Ok(Self(number))
    }
}

struct WholeVisitor<T>(PhantomData<T>);

impl<T: TryFrom<u64>> Visitor<'_> for WholeVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0 on")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        /// 2^64, the first that is too large.
        const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;
        if number.fract() == 0.0 && (0.0..TOO_LARGE).contains(&number) {
            return self.visit_u64(number as u64);
        }
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        match text.parse() {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Asked {
        #[serde(default, deserialize_with = "super::optional")]
        seed: Option<u64>,
    }

    #[test]
    fn whole_numbers_are_read_alike_and_others_are_refused() {
        let read = |seed| serde_json::from_value::<Asked>(json!({"seed": seed}));
        for (seed, expected) in [
            (json!(null), None),
            (json!(0), Some(0)),
            (json!(7.0), Some(7)),
            (json!("7"), Some(7)),
            (json!(u64::MAX), Some(u64::MAX)),
        ] {
            assert_eq!(read(seed).expect("a whole number"), Asked { seed: expected });
        }
        for seed in [json!(-1), json!(7.5), json!(1e300), json!("x"), json!([]), json!(true)] {
            assert!(read(seed.clone()).is_err(), "{seed}");
        }
        assert_eq!(serde_json::from_str::<Asked>("{}").expect("nothing"), Asked { seed: None });
    }
}
