//! Where the weights of a model come from when it is made, and where they go when it is saved.
//!
//! A module asks for its tensors by the names that `transformers` gives them, in the layout of
//! files, and lays them out as it computes. Reading and writing of each part stand side by side.

use std::path::PathBuf;

use burn::module::Param;
use burn::tensor::{Device, Tensor, TensorData};
use thiserror::Error;

/// Why a source has no such tensor.
#[derive(Debug, Error)]
pub enum WeightError {
    /// The tensor is not there.
    #[error(
        "{path} has no tensor `{name}`, which a model of this shape needs; get the whole \
         checkpoint, or one whose config names another architecture"
    )]
    Missing {
        /// The folder or file.
        path: PathBuf,
        /// The tensor.
        name: String,
    },
    /// The tensor has another shape.
    #[error(
        "tensor `{name}` in {path} has shape {found:?} where the config wants {wanted:?}; the \
         weights and the config are of different models"
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape that the config tells.
        wanted: Vec<usize>,
    },
    /// The tensor cannot be read.
    #[error("tensor `{name}` in {path} cannot be read: {reason}; get the file again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The numbers are of a type that is not read.
    #[error(
        "tensor `{name}` in {path} is of type {kind}, which is not read; convert the checkpoint to \
         one of {known}"
    )]
    Type {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// Its type.
        kind: String,
        /// The types that are read.
        known: &'static str,
    },
}

/// Gives tensors by name.
pub trait WeightSource {
    /// The values of a tensor in single precision, in row-major order.
    ///
    /// # Errors
    /// [`WeightError`] when there is no such tensor of that shape.
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError>;

    /// Whether there is such a tensor.
    fn has(&self, name: &str) -> bool;
}

/// Gives the values of a tensor, in row-major order, when they are wanted.
pub type LateValues<'m> = Box<dyn Fn() -> Vec<f32> + 'm>;

/// Takes the tensors of a model, by name.
pub trait WeightSink<'m> {
    /// Takes one tensor, whose values are laid out as files have them only when they are asked for.
    fn put(&mut self, name: String, shape: &[usize], values: LateValues<'m>);
}

/// The part of a source that one part of a model is made from, and the device that it is made on.
pub struct Weights<'a> {
    source: &'a mut dyn WeightSource,
    prefix: String,
    device: &'a Device,
}

impl<'a> Weights<'a> {
    /// The whole of a source.
    pub fn new(source: &'a mut dyn WeightSource, device: &'a Device) -> Self {
        Self { source, prefix: String::new(), device }
    }

    /// The part under a name.
    pub fn under(&mut self, name: &str) -> Weights<'_> {
        let prefix = format!("{}{name}.", self.prefix);
        Weights { source: &mut *self.source, prefix, device: self.device }
    }

    /// Whether there is such a tensor.
    pub fn has(&self, name: &str) -> bool {
        self.source.has(&format!("{}{name}", self.prefix))
    }

    /// The values of a tensor.
    ///
    /// # Errors
    /// [`WeightError`] when there is no such tensor of that shape.
    pub fn values(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError> {
        self.source.take(&format!("{}{name}", self.prefix), shape)
    }

    /// A parameter, as it is in the file.
    ///
    /// # Errors
    /// As [`Self::values`].
    pub fn parameter<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Param<Tensor<D>>, WeightError> {
        let values = self.values(name, &shape)?;
        Ok(self.given(shape, values))
    }

    /// A parameter of given values.
    pub fn given<const D: usize>(&self, shape: [usize; D], values: Vec<f32>) -> Param<Tensor<D>> {
        Param::from_data(TensorData::new(values, shape), self.device)
    }
}

/// The values of a parameter in single precision, in row-major order.
pub fn parameter_values<const D: usize>(parameter: &Param<Tensor<D>>) -> Vec<f32> {
    tensor_values(parameter.val())
}

/// The values of a tensor in single precision, in row-major order.
pub fn tensor_values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let data = tensor.into_data().convert::<f32>();
    data.try_into_vec().expect("the data was converted to single precision")
}

/// Exchanges the two dimensions of a matrix, `[n_rows, n_columns]` to `[n_columns, n_rows]`.
///
/// # Panics
/// When there are not `n_rows * n_columns` values.
pub fn transposed(values: &[f32], n_rows: usize, n_columns: usize) -> Vec<f32> {
    /// Rows that are read side by side, so that what is written stays in the cache.
    const BAND: usize = 32;
    assert_eq!(values.len(), n_rows * n_columns, "a matrix has as many values as its shape says");
    let mut out = vec![0.0; values.len()];
    for from in (0..n_rows).step_by(BAND) {
        let to = n_rows.min(from + BAND);
        for column in 0..n_columns {
            let written = &mut out[column * n_rows + from..column * n_rows + to];
            let read = values[from * n_columns + column..].iter().step_by(n_columns);
            for (new, old) in written.iter_mut().zip(read) {
                *new = *old;
            }
        }
    }
    out
}
