//! Parameters with numbers that do not depend on the process: an optimizer's moments are stored by
//! them.

use burn::module::{Module, ModuleMapper, Param, ParamId};
use burn::tensor::Tensor;

/// Numbers the parameters of a model in the order in which it holds them, from one on.
pub fn number_parameters<M: Module>(model: M) -> M {
    model.map(&mut Numbering { n_numbered: 0 })
}

struct Numbering {
    n_numbered: u64,
}

impl ModuleMapper for Numbering {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        self.n_numbered += 1;
        let learns = param.is_require_grad();
        let (_, value, mapper) = param.consume();
        let numbered = ParamId::from(self.n_numbered);
        Param::from_mapped_value(numbered, value, mapper).set_require_grad(learns)
    }
}
