//! Initial weights, from the run's own generator.
//!
//! Burn seeds a device, which other threads may share; drawing on the host keeps a run a function of
//! its seed alone, on every device.

use burn::module::Param;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Draws initial weights in the order in which a model asks for them.
#[derive(Debug)]
pub struct WeightSource<'a> {
    random: Xoshiro256PlusPlus,
    device: &'a Device,
}

impl<'a> WeightSource<'a> {
    /// Starts from a seed; parameters are made on `device`.
    pub fn new(seed: u64, device: &'a Device) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed), device }
    }

    /// A parameter drawn from a normal distribution of mean zero.
    pub fn normal<const D: usize>(
        &mut self,
        shape: [usize; D],
        deviation: f32,
    ) -> Param<Tensor<D>> {
        let values = self.normal_values(shape.iter().product(), deviation);
        self.given(shape, values)
    }

    /// Values drawn from a normal distribution of mean zero.
    pub fn normal_values(&mut self, n_values: usize, deviation: f32) -> Vec<f32> {
        (0..n_values).map(|_| self.standard_normal() * deviation).collect()
    }

    /// A parameter of given values.
    pub fn given<const D: usize>(&self, shape: [usize; D], values: Vec<f32>) -> Param<Tensor<D>> {
        Param::from_data(TensorData::new(values, shape), self.device)
    }

    /// A parameter of equal values.
    pub fn constant<const D: usize>(&self, shape: [usize; D], value: f32) -> Param<Tensor<D>> {
        let n_values = shape.iter().product();
        Param::from_data(TensorData::new(vec![value; n_values], shape), self.device)
    }

    /// One standard normal value by the Box-Muller transform.
    fn standard_normal(&mut self) -> f32 {
        let radius = (-2.0 * (1.0 - unit(&mut self.random)).ln()).sqrt();
        let angle = std::f64::consts::TAU * unit(&mut self.random);
        (radius * angle.cos()) as f32
    }
}

/// A uniform value in `[0, 1)` with 53 random bits.
pub fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
