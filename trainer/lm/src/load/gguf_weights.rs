//! The tensors of a GGUF file, under the names that `transformers` gives them.

use std::collections::BTreeSet;

use super::error::LoadError;
use super::gguf_config::ROTATION_FACTORS;
use super::gguf_file::GgufFile;
use crate::model::config::{Family, LmConfig};
use crate::model::weights::{WeightError, WeightSource};

/// Names of a block's parts: in `transformers`, in GGUF.
const PARTS: [(&str, &str); 12] = [
    ("input_layernorm", "attn_norm"),
    ("self_attn.q_proj", "attn_q"),
    ("self_attn.k_proj", "attn_k"),
    ("self_attn.v_proj", "attn_v"),
    ("self_attn.o_proj", "attn_output"),
    ("self_attn.q_norm", "attn_q_norm"),
    ("self_attn.k_norm", "attn_k_norm"),
    ("post_attention_layernorm", "ffn_norm"),
    ("mlp.gate_proj", "ffn_gate"),
    ("mlp.up_proj", "ffn_up"),
    ("mlp.down_proj", "ffn_down"),
    ("mlp.gate", "ffn_gate_inp"),
];

/// The tensors of a GGUF file.
#[derive(Debug)]
pub struct GgufWeights {
    file: GgufFile,
    taken: BTreeSet<String>,
    /// How many heads a query and a key projection have, where the file holds the rows of each head
    /// in the order of rotated pairs.
    paired_heads: Option<[usize; 2]>,
    n_experts: usize,
}

/// Where a tensor is in a GGUF file.
#[derive(Debug, PartialEq)]
struct Place {
    name: String,
    /// Which expert of a tensor of all.
    expert: Option<usize>,
}

impl GgufWeights {
    /// The tensors of a file, whose model has the given shape.
    pub fn new(file: GgufFile, config: &LmConfig) -> Self {
        let attention = &config.attention;
        Self {
            file,
            taken: BTreeSet::new(),
            paired_heads: (config.family == Family::Llama)
                .then_some([attention.n_heads, attention.n_kv_heads]),
            n_experts: config.experts.as_ref().map_or(0, |experts| experts.n_experts),
        }
    }

    /// Whether all tensors were taken.
    ///
    /// # Errors
    /// [`LoadError::Unused`]: the file's model has parts that the metadata does not tell of, and what
    /// was built would be wrong.
    pub fn check_all_used(&self) -> Result<(), LoadError> {
        let names = self.file.tensor_names();
        let unused: Vec<&str> = names
            .into_iter()
            .filter(|name| !self.taken.contains(*name) && *name != ROTATION_FACTORS)
            .collect();
        match unused.first() {
            None => Ok(()),
            Some(first) => Err(LoadError::Unused {
                path: self.file.path().to_owned(),
                n: unused.len(),
                first: (*first).to_owned(),
            }),
        }
    }
}

impl WeightSource for GgufWeights {
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError> {
        let path = self.file.path().to_owned();
        let Some(Place { name: place, expert }) = place_of(name) else {
            return Err(WeightError::Missing { path, name: name.to_owned() });
        };
        let mut wanted = shape.to_vec();
        if expert.is_some() {
            wanted.insert(0, self.n_experts);
        }
        match self.file.tensor_shape(&place) {
            None => return Err(WeightError::Missing { path, name: place }),
            Some(found) if found != wanted => {
                let found = found.to_vec();
                return Err(WeightError::Shape { path, name: place, found, wanted });
            }
            Some(_) => {}
        }
        let values = match expert {
            Some(expert) => self.file.values(&place, expert, self.n_experts)?,
            None => self.file.values(&place, 0, 1)?,
        };
        self.taken.insert(place);
        let width = shape.get(1).copied().unwrap_or(1);
        Ok(match self.paired_heads {
            Some([n_heads, _]) if name.contains(".q_proj.") => halved(&values, n_heads, width),
            Some([_, n_heads]) if name.contains(".k_proj.") => halved(&values, n_heads, width),
            _ => values,
        })
    }

    fn has(&self, name: &str) -> bool {
        place_of(name).is_some_and(|place| self.file.tensor_shape(&place.name).is_some())
    }
}

/// Where a GGUF file has the tensor that `transformers` gives a name.
fn place_of(name: &str) -> Option<Place> {
    let whole = |name: &str| Some(Place { name: name.to_owned(), expert: None });
    match name {
        "model.embed_tokens.weight" => return whole("token_embd.weight"),
        "model.norm.weight" => return whole("output_norm.weight"),
        "lm_head.weight" => return whole("output.weight"),
        _ => {}
    }
    let (layer, part) = name.strip_prefix("model.layers.")?.split_once('.')?;
    if let Some(part) = part.strip_prefix("mlp.experts.") {
        let (expert, part) = part.split_once('.')?;
        let part = part.strip_suffix("_proj.weight")?;
        let name = format!("blk.{layer}.ffn_{part}_exps.weight");
        return Some(Place { name, expert: Some(expert.parse().ok()?) });
    }
    let (part, kind) = part.rsplit_once('.')?;
    let (_, part) = PARTS.iter().find(|(theirs, _)| *theirs == part)?;
    whole(&format!("blk.{layer}.{part}.{kind}"))
}

/// Puts the rows of each head from the order of rotated pairs, in which the converter to GGUF lays
/// them for Llama, into that of two halves.
fn halved(values: &[f32], n_heads: usize, width: usize) -> Vec<f32> {
    let half = values.len() / width / n_heads / 2;
    let mut out = Vec::with_capacity(values.len());
    for head in values.chunks(2 * half * width) {
        for side in 0..2 {
            for pair in 0..half {
                let from = (2 * pair + side) * width;
                out.extend_from_slice(&head[from..from + width]);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_rotated_pairs_become_two_halves_of_each_head() {
        let rows: Vec<f32> = (0..16).map(|value| value as f32).collect();
        let halves = halved(&rows, 2, 2);
        assert_eq!(halves, [0., 1., 4., 5., 2., 3., 6., 7., 8., 9., 12., 13., 10., 11., 14., 15.]);
    }

    #[test]
    fn names_of_transformers_are_found_in_a_gguf_file() {
        let place = |name: &str| place_of(name).expect("a place");
        assert_eq!(place("model.layers.3.mlp.gate.weight").name, "blk.3.ffn_gate_inp.weight");
        assert_eq!(
            place("model.layers.0.mlp.experts.7.down_proj.weight"),
            Place { name: "blk.0.ffn_down_exps.weight".to_owned(), expert: Some(7) }
        );
        assert_eq!(place_of("model.layers.0.linear_attn.A_log"), None);
    }
}
