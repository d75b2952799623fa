//! A GGUF file: its metadata, typed, and its tensors, dequantized.

use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use candle_core::quantized::gguf_file::{Content, TensorInfo, Value};
use candle_core::{Device, Shape};

use super::error::{LoadError, access};
use super::json_fields::COUNT_MAX;
use crate::model::weights::WeightError;

/// An open GGUF file. Keys and their meaning: the GGUF specification of the ggml project.
#[derive(Debug)]
pub struct GgufFile {
    path: PathBuf,
    reader: BufReader<File>,
    content: Content,
}

impl GgufFile {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// [`LoadError::Access`], and [`LoadError::Damaged`] when it is not a GGUF file.
    pub fn open(path: &Path) -> Result<Self, LoadError> {
        let damaged = |reason: String| LoadError::Damaged { path: path.to_owned(), reason };
        let mut reader = BufReader::new(File::open(path).map_err(access(path))?);
        // The reader divides by the alignment that the file tells, which may be zero.
        let content = catch_unwind(AssertUnwindSafe(|| Content::read(&mut reader)));
        let content = content
            .map_err(|_| damaged("its header makes no sense".to_owned()))?
            .map_err(|error| damaged(format!("it is no GGUF file: {error}")))?;
        Ok(Self { path: path.to_owned(), reader, content })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of all tensors, sorted.
    pub fn tensor_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.content.tensor_infos.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// The shape of a tensor, outermost dimension first; `None` when there is none of that name.
    pub fn tensor_shape(&self, name: &str) -> Option<&[usize]> {
        self.content.tensor_infos.get(name).map(|info| info.shape.dims())
    }

    /// The text under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn text(&self, key: &str) -> Result<Option<&str>, LoadError> {
        self.typed(key, "is not a text", |value| value.to_string().ok().map(String::as_str))
    }

    /// The count under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn count(&self, key: &str) -> Result<Option<usize>, LoadError> {
        self.typed(key, "is not a whole number below 2^24", |value| {
            whole(value).filter(|count| *count < COUNT_MAX)
        })
    }

    /// The number under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn number(&self, key: &str) -> Result<Option<f64>, LoadError> {
        self.typed(key, "is not a number", number)
    }

    /// The truth under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn truth(&self, key: &str) -> Result<Option<bool>, LoadError> {
        self.typed(key, "is neither true nor false", |value| value.to_bool().ok())
    }

    /// The list of texts under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<&str>>, LoadError> {
        self.typed(key, "is not a list of texts", |value| {
            let texts = value.to_vec().ok()?.iter();
            texts.map(|text| text.to_string().ok().map(String::as_str)).collect()
        })
    }

    /// The list of numbers under a key, if there is one.
    ///
    /// # Errors
    /// [`LoadError::Field`] when something else is there.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>, LoadError> {
        self.typed(key, "is not a list of numbers", |value| {
            value.to_vec().ok()?.iter().map(number).collect()
        })
    }

    /// An error about a key.
    pub fn wrong(&self, key: &str, reason: &str) -> LoadError {
        LoadError::Field {
            path: self.path.clone(),
            field: key.to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// The values of a tensor in single precision, row-major, outermost dimension first; of `part`
    /// of `n_parts` equal parts of its outermost dimension, which need not be in memory together.
    ///
    /// # Errors
    /// [`WeightError`] when there is no such tensor, or it cannot be read.
    pub fn values(
        &mut self,
        name: &str,
        part: usize,
        n_parts: usize,
    ) -> Result<Vec<f32>, WeightError> {
        let path = || self.path.clone();
        let damaged = |reason: String| WeightError::Damaged {
            path: self.path.clone(),
            name: name.to_owned(),
            reason,
        };
        let Some(info) = self.content.tensor_infos.get(name) else {
            return Err(WeightError::Missing { path: path(), name: name.to_owned() });
        };
        let kind = info.ggml_dtype;
        let n_values = info.shape.dims().iter().try_fold(1usize, |n, &size| n.checked_mul(size));
        let n_part = n_values.ok_or_else(|| damaged("it is too large".to_owned()))? / n_parts;
        if !n_part.is_multiple_of(kind.block_size()) {
            return Err(damaged(format!("{n_part} values are no whole blocks of {kind:?}")));
        }
        let n_bytes = (n_part / kind.block_size()).checked_mul(kind.type_size());
        let before = n_bytes.and_then(|n_bytes| n_bytes.checked_mul(part));
        let before = before.ok_or_else(|| damaged("it is too large".to_owned()))? as u64;
        let info = TensorInfo {
            ggml_dtype: kind,
            shape: Shape::from(n_part),
            offset: info.offset.saturating_add(before),
        };
        let tensor = info
            .read(&mut self.reader, self.content.tensor_data_offset, &Device::Cpu)
            .and_then(|tensor| tensor.dequantize(&Device::Cpu))
            .and_then(|tensor| tensor.to_vec1::<f32>());
        tensor.map_err(|error| damaged(error.to_string()))
    }

    fn typed<'a, T>(
        &'a self,
        key: &str,
        reason: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, LoadError> {
        let value = self.content.metadata.get(key);
        value.map(|value| read(value).ok_or_else(|| self.wrong(key, reason))).transpose()
    }
}

fn whole(value: &Value) -> Option<usize> {
    let whole = match *value {
        Value::U8(number) => i128::from(number),
        Value::I8(number) => i128::from(number),
        Value::U16(number) => i128::from(number),
        Value::I16(number) => i128::from(number),
        Value::U32(number) => i128::from(number),
        Value::I32(number) => i128::from(number),
        Value::U64(number) => i128::from(number),
        Value::I64(number) => i128::from(number),
        _ => return None,
    };
    usize::try_from(whole).ok()
}

fn number(value: &Value) -> Option<f64> {
    match *value {
        Value::F32(number) => Some(f64::from(number)),
        Value::F64(number) => Some(number),
        // Counts and ids, all of which doubles hold.
        Value::I8(number) => Some(f64::from(number)),
        Value::I16(number) => Some(f64::from(number)),
        Value::I32(number) => Some(f64::from(number)),
        Value::I64(number) => Some(number as f64),
        _ => whole(value).map(|number| number as f64),
    }
}
