//! The tensors of a folder of safetensors, whole or in shards.
//!
//! Headers are read and checked when the folder is opened; a tensor is read when it is taken, so
//! that no file is ever in memory whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use burn::tensor::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::error::{LoadError, access};
use super::json_fields::JsonFields;
use crate::model::weights::{WeightError, WeightSource};

/// The longest header that is read, in bytes: that of the safetensors crate.
const HEADER_BYTES_MAX: u64 = 100_000_000;

const KNOWN_TYPES: &str = "F64, F32, F16, BF16";

/// Where a tensor is.
#[derive(Debug, Clone)]
struct Entry {
    file: PathBuf,
    dtype: Dtype,
    shape: Vec<usize>,
    /// In the file, in bytes.
    from: u64,
    n_bytes: usize,
}

/// The tensors of a folder.
#[derive(Debug)]
pub struct SafetensorsFolder {
    folder: PathBuf,
    entries: BTreeMap<String, Entry>,
    taken: BTreeSet<String>,
    /// What the folder has in place of the `model.` of names that are asked for.
    prefix: &'static str,
}

impl SafetensorsFolder {
    /// Reads the headers of a folder's files.
    ///
    /// # Errors
    /// [`LoadError`] when there are no weights, or a file is missing or damaged.
    pub fn open(folder: &Path) -> Result<Self, LoadError> {
        let index = folder.join("model.safetensors.index.json");
        let whole = folder.join("model.safetensors");
        let mut entries = BTreeMap::new();
        if index.exists() {
            read_shards(folder, &index, &mut entries)?;
        } else if whole.exists() {
            read_header(&whole, &mut entries)?;
        } else {
            return Err(LoadError::NoWeights { folder: folder.to_owned() });
        }
        let has = |name: &str| entries.contains_key(name);
        let prefix = match () {
            () if has("model.language_model.embed_tokens.weight") => "model.language_model.",
            () if has("embed_tokens.weight") => "",
            () => "model.",
        };
        Ok(Self { folder: folder.to_owned(), entries, taken: BTreeSet::new(), prefix })
    }

    /// Whether all tensors were taken, save those that a text model never uses.
    ///
    /// # Errors
    /// [`LoadError::Unused`]: the config is that of another model, and what was built would be wrong.
    pub fn check_all_used(&self, tied_embeddings: bool) -> Result<(), LoadError> {
        let unused: Vec<&String> = self
            .entries
            .keys()
            .filter(|name| !self.taken.contains(*name))
            .filter(|name| !(is_never_used(name) || tied_embeddings && *name == "lm_head.weight"))
            .collect();
        match unused.first() {
            None => Ok(()),
            Some(first) => Err(LoadError::Unused {
                path: self.folder.clone(),
                n: unused.len(),
                first: (*first).clone(),
            }),
        }
    }

    fn name_here(&self, name: &str) -> String {
        match name.strip_prefix("model.") {
            Some(rest) => format!("{}{rest}", self.prefix),
            None => name.to_owned(),
        }
    }
}

/// Tables that are computed, heads that foresee more than a token, and eyes.
fn is_never_used(name: &str) -> bool {
    name.ends_with(".rotary_emb.inv_freq")
        || ["mtp.", "model.visual.", "visual."].iter().any(|start| name.starts_with(start))
}

impl WeightSource for SafetensorsFolder {
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightError> {
        let name = self.name_here(name);
        let Some(entry) = self.entries.get(&name) else {
            return Err(WeightError::Missing { path: self.folder.clone(), name });
        };
        let path = entry.file.clone();
        if entry.shape != shape {
            let (found, wanted) = (entry.shape.clone(), shape.to_vec());
            return Err(WeightError::Shape { path, name, found, wanted });
        }
        let bytes = read_bytes(entry).map_err(|error| WeightError::Damaged {
            path: path.clone(),
            name: name.clone(),
            reason: error.to_string(),
        })?;
        let Some(values) = single_precision(entry.dtype, &bytes) else {
            let kind = format!("{:?}", entry.dtype);
            return Err(WeightError::Type { path, name, kind, known: KNOWN_TYPES });
        };
        self.taken.insert(name);
        Ok(values)
    }

    fn has(&self, name: &str) -> bool {
        self.entries.contains_key(&self.name_here(name))
    }
}

/// Reads the headers of all shards that an index names.
fn read_shards(
    folder: &Path,
    index: &Path,
    entries: &mut BTreeMap<String, Entry>,
) -> Result<(), LoadError> {
    let fields = JsonFields::read(index)?;
    let map = fields.value("weight_map").and_then(|map| map.as_object());
    let map = map.ok_or_else(|| fields.wrong("weight_map", "is missing or not an object"))?;
    let mut opened: BTreeMap<&str, BTreeMap<String, Entry>> = BTreeMap::new();
    for (tensor, shard) in map {
        let wrong = |shard: &str, reason: String| LoadError::Shard {
            index: index.to_owned(),
            tensor: tensor.clone(),
            shard: shard.to_owned(),
            reason,
        };
        let Some(shard) = shard.as_str().filter(|shard| is_file_name(shard)) else {
            return Err(wrong(&shard.to_string(), "which is not the name of a file".to_owned()));
        };
        if !opened.contains_key(shard) {
            let path = folder.join(shard);
            if !path.exists() {
                return Err(wrong(shard, format!("which is not in {}", folder.display())));
            }
            let mut of_shard = BTreeMap::new();
            read_header(&path, &mut of_shard)?;
            opened.insert(shard, of_shard);
        }
        let entry = opened[shard].get(tensor);
        let entry = entry.ok_or_else(|| wrong(shard, "which has no such tensor".to_owned()))?;
        entries.insert(tensor.clone(), entry.clone());
    }
    Ok(())
}

fn is_file_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|only| only == name)
}

fn read_header(path: &Path, entries: &mut BTreeMap<String, Entry>) -> Result<(), LoadError> {
    let damaged = |reason: String| LoadError::Damaged { path: path.to_owned(), reason };
    let mut file = File::open(path).map_err(access(path))?;
    let n_file = file.metadata().map_err(access(path))?.len();
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|_| damaged("it has no header".to_owned()))?;
    let n_header = u64::from_le_bytes(length);
    if n_header > HEADER_BYTES_MAX || n_header > n_file - 8 {
        return Err(damaged(format!("its header claims {n_header} bytes")));
    }
    let mut header = vec![0; n_header as usize];
    file.read_exact(&mut header).map_err(access(path))?;
    let header: Metadata =
        serde_json::from_slice(&header).map_err(|error| damaged(format!("its header: {error}")))?;
    let n_wanted = 8 + n_header + header.data_len() as u64;
    if n_wanted != n_file {
        let reason = format!("its header tells of {n_wanted} bytes, and it has {n_file}");
        return Err(damaged(reason));
    }
    for (name, info) in header.tensors() {
        let (from, to) = info.data_offsets;
        entries.insert(
            name,
            Entry {
                file: path.to_owned(),
                dtype: info.dtype,
                shape: info.shape.clone(),
                from: 8 + n_header + from as u64,
                n_bytes: to - from,
            },
        );
    }
    Ok(())
}

fn read_bytes(entry: &Entry) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(&entry.file)?;
    file.seek(SeekFrom::Start(entry.from))?;
    let mut bytes = vec![0; entry.n_bytes];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The numbers in single precision; `None` when their type is not read.
fn single_precision(dtype: Dtype, bytes: &[u8]) -> Option<Vec<f32>> {
    fn all<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f32) -> Vec<f32> {
        bytes.as_chunks::<N>().0.iter().map(|chunk| number(*chunk)).collect()
    }
    match dtype {
        Dtype::F64 => Some(all(bytes, |chunk| f64::from_le_bytes(chunk) as f32)),
        Dtype::F32 => Some(all(bytes, f32::from_le_bytes)),
        Dtype::F16 => Some(all(bytes, |chunk| f16::from_le_bytes(chunk).to_f32())),
        Dtype::BF16 => Some(all(bytes, |chunk| bf16::from_le_bytes(chunk).to_f32())),
        _ => None,
    }
}
