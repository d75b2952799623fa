//! A low-rank change beside a matrix product: what LoRA trains.

use burn::module::{Module, Param};
use burn::tensor::{Device, Tensor, TensorData};

use super::weights::parameter_values;

/// Adds `scale · (x down) up` to a product.
///
/// The side path is computed by itself: the dense sum of both matrices is formed only when the
/// adapter is merged.
///
/// # Source
/// LoRA, arXiv:2106.09685, section 4.1; there `down` is `A` and `up` is `B`, both transposed.
#[derive(Module, Debug)]
pub struct Adapter {
    /// `[d_in, rank]`.
    pub down: Param<Tensor<2>>,
    /// `[rank, d_out]`.
    pub up: Param<Tensor<2>>,
    /// `α / rank`.
    scale: f64,
}

impl Adapter {
    /// An adapter of given values, in row-major order.
    ///
    /// # Shapes
    /// - `down`: `[d_in * rank]`; `up`: `[rank * d_out]`
    ///
    /// # Panics
    /// When there are not as many values as the shape says.
    pub fn new(
        [d_in, rank, d_out]: [usize; 3],
        down: Vec<f32>,
        up: Vec<f32>,
        scale: f64,
        device: &Device,
    ) -> Self {
        Self {
            down: Param::from_data(TensorData::new(down, [d_in, rank]), device),
            up: Param::from_data(TensorData::new(up, [rank, d_out]), device),
            scale,
        }
    }

    /// What it adds to the product.
    ///
    /// # Shapes
    /// - `x`: `[n, d_in]`
    /// - returns: `[n, d_out]`
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        x.matmul(self.down.val()).matmul(self.up.val()) * self.scale
    }

    /// What it adds to the matrix, `[d_in, d_out]`, on the matrix's side of any graph.
    pub fn dense(&self) -> Tensor<2> {
        self.down.val().matmul(self.up.val()) * self.scale
    }

    /// Width of the side path.
    pub fn rank(&self) -> usize {
        self.down.dims()[1]
    }

    /// The values of both matrices, in row-major order.
    pub fn values(&self) -> (Vec<f32>, Vec<f32>) {
        (parameter_values(&self.down), parameter_values(&self.up))
    }
}
