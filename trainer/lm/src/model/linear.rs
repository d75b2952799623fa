//! A matrix product, with or without a bias and an adapter.

use burn::module::{Module, Param};
use burn::tensor::{FloatDType, Tensor};

use super::adapter::Adapter;
use super::weights::{
    WeightError, WeightSink, Weights, parameter_values, tensor_values, transposed,
};

/// `x W + b`, and what an adapter adds.
#[derive(Module, Debug)]
pub struct Linear {
    /// `[d_in, d_out]`: files hold it the other way round.
    pub weight: Param<Tensor<2>>,
    /// `[d_out]`.
    pub bias: Option<Param<Tensor<1>>>,
    /// A low-rank change that is trained in place of the matrix.
    pub adapter: Option<Adapter>,
}

/// Shows every product of a part of a model under its name.
pub type LinearVisitor<'v> = dyn FnMut(&str, &mut Linear) + 'v;

impl Linear {
    /// Reads `weight`, `[d_out, d_in]` in files, and `bias` where there is to be one.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(
        mut weights: Weights<'_>,
        d_in: usize,
        d_out: usize,
        biased: bool,
    ) -> Result<Self, WeightError> {
        let values = weights.values("weight", &[d_out, d_in])?;
        let bias = match biased {
            true => Some(weights.parameter("bias", [d_out])?),
            false => None,
        };
        Ok(Self { bias, ..Self::of_rows(&weights, &values, d_in, d_out) })
    }

    /// A product without bias, of the rows of a file's matrix, `[d_out, d_in]`.
    pub fn of_rows(weights: &Weights<'_>, rows: &[f32], d_in: usize, d_out: usize) -> Self {
        let weight = weights.given([d_in, d_out], transposed(rows, d_out, d_in));
        Self { weight, bias: None, adapter: None }
    }

    /// The rows of the matrix as files have it, `[d_out, d_in]`, with what an adapter adds.
    pub fn rows(&self) -> Vec<f32> {
        let [d_in, d_out] = self.weight.dims();
        let values = match &self.adapter {
            None => parameter_values(&self.weight),
            Some(adapter) => tensor_values(self.matrix() + adapter.dense()),
        };
        transposed(&values, d_in, d_out)
    }

    /// The matrix in single precision, `[d_in, d_out]`.
    pub fn matrix(&self) -> Tensor<2> {
        self.weight.val().cast(FloatDType::F32)
    }

    /// Gives its tensors under `name`.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        let [d_in, d_out] = self.weight.dims();
        sink.put(format!("{name}.weight"), &[d_out, d_in], Box::new(|| self.rows()));
        if let Some(bias) = &self.bias {
            sink.put(format!("{name}.bias"), &[d_out], Box::new(|| parameter_values(bias)));
        }
    }

    /// The product.
    ///
    /// # Shapes
    /// - `x`: `[n, d_in]`
    /// - returns: `[n, d_out]`
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let product = product(x.clone(), self.weight.val());
        let product = match &self.bias {
            Some(bias) => product + bias.val().unsqueeze::<2>(),
            None => product,
        };
        match &self.adapter {
            Some(adapter) => product + adapter.forward(x),
            None => product,
        }
    }
}

/// A product in the numbers of the matrix, given in those of what is read.
fn product(x: Tensor<2>, matrix: Tensor<2>) -> Tensor<2> {
    let (read, held) = (x.dtype(), matrix.dtype());
    if read == held {
        return compoworld_kernels::product(x, matrix);
    }
    x.cast(held).matmul(matrix).cast(read)
}
