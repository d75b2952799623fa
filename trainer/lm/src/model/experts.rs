//! A mixture of experts: each token passes the few that a router chooses for it.

use burn::module::Module;
use burn::tensor::activation::{sigmoid, softmax};
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::config::{ExpertsConfig, LmConfig};
use super::feed_forward::FeedForward;
use super::linear::{Linear, LinearVisitor};
use super::weights::{WeightError, WeightSink, Weights};

/// A mixture of experts.
///
/// Each expert has parameters of its own, so that one which no token chose has no gradient at all.
#[derive(Module, Debug)]
pub struct Experts {
    /// `[d_model, n_experts]`.
    pub router: Linear,
    /// `[n_experts]`.
    pub experts: Vec<FeedForward>,
    shared: Option<SharedExpert>,
    n_chosen: usize,
    normalized: bool,
}

/// The expert that every token passes.
#[derive(Module, Debug)]
pub struct SharedExpert {
    expert: FeedForward,
    /// How much of it a token takes, `[d_model, 1]`.
    gate: Linear,
}

/// Which tokens pass which experts.
struct Routes {
    /// The chosen experts, `[n, n_chosen]`.
    chosen: Tensor<2, Int>,
    /// Choices in the order of their experts: the token of each.
    tokens: Vec<i32>,
    /// How many choices fall on each expert, `[n_experts]`.
    n_of_expert: Vec<usize>,
    /// Where each choice, `[n * n_chosen]`, stands in the order of experts.
    places: Vec<i32>,
}

impl Experts {
    /// Reads one block's experts: each by itself, or all in one tensor, as the file has them.
    ///
    /// # Errors
    /// [`WeightError`] when a tensor is missing or has another shape.
    pub fn new(mut weights: Weights<'_>, config: &LmConfig) -> Result<Self, WeightError> {
        let d_model = config.d_model;
        let shape = config.experts.as_ref().expect("a block with experts has their shape");
        let experts = match weights.has("experts.gate_up_proj") {
            true => stacked_experts(weights.under("experts"), d_model, shape)?,
            false => (0..shape.n_experts)
                .map(|number| {
                    let weights = weights.under(&format!("experts.{number}"));
                    FeedForward::new(weights, d_model, shape.d_expert, false)
                })
                .collect::<Result<_, _>>()?,
        };
        let shared = match shape.d_shared {
            None => None,
            Some(d_shared) => Some(SharedExpert {
                expert: FeedForward::new(weights.under("shared_expert"), d_model, d_shared, false)?,
                gate: Linear::new(weights.under("shared_expert_gate"), d_model, 1, false)?,
            }),
        };
        Ok(Self {
            router: Linear::new(weights.under("gate"), d_model, shape.n_experts, false)?,
            experts,
            shared,
            n_chosen: shape.n_chosen,
            normalized: shape.normalized,
        })
    }

    /// Gives its tensors under `name`, each expert by itself.
    pub fn save<'m>(&'m self, name: &str, sink: &mut dyn WeightSink<'m>) {
        self.router.save(&format!("{name}.gate"), sink);
        for (number, expert) in self.experts.iter().enumerate() {
            expert.save(&format!("{name}.experts.{number}"), sink);
        }
        if let Some(shared) = &self.shared {
            shared.expert.save(&format!("{name}.shared_expert"), sink);
            shared.gate.save(&format!("{name}.shared_expert_gate"), sink);
        }
    }

    /// Shows the products of the expert that every token passes under `name`. A chosen expert sees
    /// too few tokens for an adapter of its own.
    pub fn visit_linears(&mut self, name: &str, visit: &mut LinearVisitor<'_>) {
        if let Some(shared) = &mut self.shared {
            shared.expert.visit_linears(&format!("{name}.shared_expert"), visit);
        }
    }

    /// Passes each token through its experts.
    ///
    /// # Shapes
    /// - `x`: `[n, d_model]`; returns the same
    ///
    /// # Source
    /// Sparsely gated experts: arXiv:1701.06538, section 2, with the softmax before the choice as in
    /// arXiv:2505.09388, section 2. The shared expert: arXiv:2401.06066, section 3.2.
    pub fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        let [n, d_model] = x.dims();
        let device = x.device();
        let probabilities = softmax(self.router.forward(x.clone()), 1);
        let routes = self.routes(&probabilities, &device);
        let shares = probabilities.gather(1, routes.chosen.clone());
        let shares = match self.normalized {
            true => shares.clone() / shares.sum_dim(1),
            false => shares,
        };

        let indices = |values: &[i32]| Tensor::<1, Int>::from_data(values, &device);
        let sorted = x.clone().select(0, indices(&routes.tokens));
        let mut from = 0;
        let mut fed = Vec::new();
        for (expert, &n_tokens) in self.experts.iter().zip(&routes.n_of_expert) {
            if n_tokens > 0 {
                fed.push(expert.forward(sorted.clone().narrow(0, from, n_tokens)));
                from += n_tokens;
            }
        }
        let mixed = (Tensor::cat(fed, 0).select(0, indices(&routes.places)).reshape([
            n,
            self.n_chosen,
            d_model,
        ]) * shares.reshape([n, self.n_chosen, 1]))
        .sum_dim(1)
        .reshape([n, d_model]);
        match &self.shared {
            Some(shared) => {
                mixed + sigmoid(shared.gate.forward(x.clone())) * shared.expert.forward(x)
            }
            None => mixed,
        }
    }

    /// Chooses the most probable experts of each token, the first of equal ones. The choice has no
    /// gradient and is made on the host, which has to know how many tokens each expert gets.
    fn routes(&self, probabilities: &Tensor<2>, device: &Device) -> Routes {
        let [n, n_experts] = probabilities.dims();
        let values = probabilities.clone().detach().into_data().convert::<f32>();
        let values: Vec<f32> =
            values.try_into_vec().expect("the data was converted to single precision");
        let mut chosen = Vec::with_capacity(n * self.n_chosen);
        let mut order: Vec<usize> = Vec::with_capacity(n_experts);
        for of_token in values.chunks(n_experts) {
            order.clear();
            order.extend(0..n_experts);
            order.sort_by(|&a, &b| of_token[b].total_cmp(&of_token[a]).then(a.cmp(&b)));
            chosen.extend(order[..self.n_chosen].iter().map(|&expert| expert as i32));
        }
        let mut of_expert: Vec<Vec<usize>> = vec![Vec::new(); n_experts];
        for (choice, &expert) in chosen.iter().enumerate() {
            of_expert[expert as usize].push(choice);
        }
        let mut places = vec![0; chosen.len()];
        let sorted = of_expert.iter().flatten().copied();
        for (place, choice) in sorted.clone().enumerate() {
            places[choice] = place as i32;
        }
        let tokens = sorted.map(|choice| (choice / self.n_chosen) as i32).collect();
        let n_of_expert = of_expert.iter().map(Vec::len).collect();
        let chosen = Tensor::from_data(TensorData::new(chosen, [n, self.n_chosen]), device);
        Routes { chosen, tokens, n_of_expert, places }
    }
}

fn stacked_experts(
    mut weights: Weights<'_>,
    d_model: usize,
    shape: &ExpertsConfig,
) -> Result<Vec<FeedForward>, WeightError> {
    let (n_experts, d_expert) = (shape.n_experts, shape.d_expert);
    let gate_up = weights.values("gate_up_proj", &[n_experts, 2 * d_expert, d_model])?;
    let down = weights.values("down_proj", &[n_experts, d_model, d_expert])?;
    let n_values = d_expert * d_model;
    let experts = gate_up.chunks(2 * n_values).zip(down.chunks(n_values));
    Ok(experts
        .map(|(gate_up, down)| {
            let (gate, up) = gate_up.split_at(n_values);
            FeedForward {
                gate: Linear::of_rows(&weights, gate, d_model, d_expert),
                up: Linear::of_rows(&weights, up, d_model, d_expert),
                down: Linear::of_rows(&weights, down, d_expert, d_model),
            }
        })
        .collect())
}
