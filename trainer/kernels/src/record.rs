//! Running an operation on Flex tensors, and recording how its gradients are taken.

use std::fmt::Debug;

use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::flex::FlexTensor;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, BackendTensor, DispatchKindConversion, DispatchTensor, Flex};
use burn::tensor::{DType, Tensor};

/// The gradient by each input; `None` where none is needed, or none is taken.
pub(crate) type InputGradients<const N: usize> = [Option<FlexTensor>; N];

/// How an operation's gradients are taken: from what the forward pass saved, the gradient by the
/// output, and which inputs need one.
pub(crate) type TakeGradients<S, const N: usize> =
    fn(S, FlexTensor, [bool; N]) -> InputGradients<N>;

/// Runs an operation whose inputs are all on Flex, in single precision, and all or none of them in a
/// graph. `None` when they are not: then nothing was run.
///
/// `forward` gives the output and what `backward` will need.
pub(crate) fn run<const N: usize, const D: usize, S: Clone + Send + Debug + 'static>(
    inputs: [DispatchTensor; N],
    forward: impl FnOnce([FlexTensor; N]) -> (FlexTensor, S),
    backward: TakeGradients<S, N>,
) -> Option<Tensor<D>> {
    if let Some(plain) = all(&inputs, plain) {
        return Some(Tensor::from_primitive::<Flex>(forward(plain).0));
    }
    let tracked = all(&inputs, tracked)?;
    let nodes = tracked.each_ref().map(|input| input.node());
    let values = tracked.each_ref().map(|input| input.primitive().clone());
    let (output, saved) = forward(values);
    let step = Step { backward };
    let output = match step.prepare::<NoCheckpointing>(nodes).compute_bound().stateful() {
        OpsKind::Tracked(prepared) => prepared.finish(saved, output),
        OpsKind::UnTracked(prepared) => prepared.finish(output),
    };
    Some(Tensor::from_primitive::<Autodiff<Flex>>(output))
}

fn all<T, const N: usize>(
    inputs: &[DispatchTensor; N],
    one: impl Fn(&DispatchTensor) -> Option<T>,
) -> Option<[T; N]> {
    let found: Vec<T> = inputs.iter().map_while(one).collect();
    found.try_into().ok()
}

/// A tensor that is on Flex, in single precision and in no graph.
pub(crate) fn plain(tensor: &DispatchTensor) -> Option<FlexTensor> {
    match <DispatchTensor as DispatchKindConversion<Flex>>::try_into_backend(tensor.clone()) {
        Ok(BackendTensor::Float(tensor)) => (tensor.dtype() == DType::F32).then_some(tensor),
        _ => None,
    }
}

fn tracked(tensor: &DispatchTensor) -> Option<FloatTensor<Autodiff<Flex>>> {
    let tensor = tensor.clone();
    match <DispatchTensor as DispatchKindConversion<Autodiff<Flex>>>::try_into_backend(tensor) {
        Ok(BackendTensor::Float(tensor)) => {
            (tensor.primitive().dtype() == DType::F32).then_some(tensor)
        }
        _ => None,
    }
}

struct Step<S, const N: usize> {
    backward: TakeGradients<S, N>,
}

impl<S, const N: usize> Debug for Step<S, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Step").finish_non_exhaustive()
    }
}

impl<S: Clone + Send + Debug + 'static, const N: usize> Backward<Flex, N> for Step<S, N> {
    type State = S;

    fn backward(self, ops: Ops<S, N>, gradients: &mut Gradients, _: &mut Checkpointer) {
        let of_output = gradients.consume::<Flex>(&ops.node);
        let needed = ops.parents.each_ref().map(Option::is_some);
        let of_inputs = (self.backward)(ops.state, of_output, needed);
        for (parent, gradient) in ops.parents.into_iter().zip(of_inputs) {
            if let Some((parent, gradient)) = parent.zip(gradient) {
                gradients.register::<Flex>(parent.id, gradient);
            }
        }
    }
}
