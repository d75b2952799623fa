//! The gate of a feed-forward part.

use burn::backend::flex::FlexTensor;
use burn::tensor::Tensor;
use burn::tensor::activation::silu;

use crate::buffer::{fill_row_pairs, fill_rows, numbers, tensor};
use crate::exp::sigmoid;
use crate::record::{InputGradients, run};

/// `silu(gate) * content`, number by number.
///
/// # Shapes
/// - `gate`, `content`: alike; returns the same
///
/// # Source
/// SwiGLU, arXiv:2002.05202, section 2.
pub fn swiglu<const D: usize>(gate: Tensor<D>, content: Tensor<D>) -> Tensor<D> {
    let inputs = [gate.clone().into_dispatch(), content.clone().into_dispatch()];
    run(inputs, forward, backward).unwrap_or_else(|| silu(gate) * content)
}

fn forward([gate, content]: [FlexTensor; 2]) -> (FlexTensor, [FlexTensor; 2]) {
    let saved = [gate.to_contiguous(), content.to_contiguous()];
    let [gates, contents] = saved.each_ref().map(numbers);
    let mut out = vec![0.0; gates.len()];
    fill_rows(
        &mut out,
        1,
        #[inline(always)]
        |first, out| {
            for ((out, gate), content) in
                out.iter_mut().zip(&gates[first..]).zip(&contents[first..])
            {
                *out = gate * sigmoid(*gate) * content;
            }
        },
    );
    (tensor(out, gate.layout().shape().clone()), saved)
}

fn backward(saved: [FlexTensor; 2], of_output: FlexTensor, _: [bool; 2]) -> InputGradients<2> {
    let of_output = of_output.to_contiguous();
    let back = numbers(&of_output);
    let [gates, contents] = saved.each_ref().map(numbers);
    let (mut of_gate, mut of_content) = (vec![0.0; back.len()], vec![0.0; back.len()]);
    fill_row_pairs(
        &mut of_gate,
        &mut of_content,
        1,
        #[inline(always)]
        |first, of_gate, of_content| {
            let inputs = gates[first..].iter().zip(&contents[first..]).zip(&back[first..]);
            for ((of_gate, of_content), ((gate, content), back)) in
                of_gate.iter_mut().zip(of_content).zip(inputs)
            {
                let open = sigmoid(*gate);
                *of_gate = back * content * open * (1.0 + gate * (1.0 - open));
                *of_content = back * gate * open;
            }
        },
    );
    let shape = saved[0].layout().shape();
    [Some(tensor(of_gate, shape.clone())), Some(tensor(of_content, shape.clone()))]
}

#[cfg(test)]
mod tests {
    use super::swiglu;
    use crate::compare::{agree, by, drawn};
    use burn::tensor::activation::silu;

    #[test]
    fn agrees_with_the_composed_operations() {
        // A part of a wider tensor is not contiguous.
        let (both, content) = (drawn([7, 50], 1), drawn([7, 25], 2));
        let gate = || both.clone().narrow(1, 25, 25) * 4.0;
        let one = || swiglu(gate(), content.clone());
        let other = || silu(gate()) * content.clone();
        agree(one, other, &[&by(&both), &by(&content)]);
    }
}
