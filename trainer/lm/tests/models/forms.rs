//! The forms of one model agree: whole sequences, several in a row, and reading on from a cache.

use crate::tiny::{N_VOCABULARY, tiny_model};
use burn::tensor::{Device, Int, Tensor, TensorData};
use compoworld_lm::model::cache::LmCache;
use compoworld_lm::model::config::Family;
use compoworld_lm::model::language_model::LanguageModel;
use compoworld_lm::model::segments::Segments;
use proptest::prelude::{ProptestConfig, proptest};
use proptest::sample::select;

const TOLERANCE: f32 = 2e-4;

/// Ids that look random.
fn ids(n: usize, seed: u32) -> Vec<u32> {
    let mix = |place: usize| (place as u32 + 1).wrapping_mul(2_654_435_761).wrapping_add(seed);
    (0..n).map(|place| (mix(place) >> 7).wrapping_mul(seed | 1) % N_VOCABULARY).collect()
}

fn batch(rows: &[&[u32]], device: &Device) -> Tensor<2, Int> {
    let shape = [rows.len(), rows[0].len()];
    let ids: Vec<i32> = rows.concat().iter().map(|&id| id as i32).collect();
    Tensor::from_data(TensorData::new(ids, shape), device)
}

/// The states of one sequence, token after token.
fn states_of(model: &LanguageModel, ids: &[u32]) -> Vec<Vec<f32>> {
    let states = model.states(batch(&[ids], &model.device()), None);
    rows_of(states.squeeze_dim::<2>(0))
}

fn rows_of(states: Tensor<2>) -> Vec<Vec<f32>> {
    let width = states.dims()[1];
    let values: Vec<f32> = states.into_data().try_into_vec().expect("single precision");
    values.chunks(width).map(<[f32]>::to_vec).collect()
}

fn check_equal(ours: &[f32], theirs: &[f32], what: &str) {
    let far = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < TOLERANCE, "{what}: {far} apart");
}

#[test]
fn tokens_read_in_ragged_pieces_have_the_states_of_whole_sequences() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let rows = [ids(90, 1), ids(75, 2), ids(31, 3)];
        let whole: Vec<Vec<Vec<f32>>> = rows.iter().map(|row| states_of(&model, row)).collect();
        let mut cache = LmCache::new(3);
        let mut ends = [0; 3];
        for pieces in [[70, 70, 1], [1, 1, 1], [3, 2, 1], [1, 1, 1], [15, 1, 27]] {
            let new: Vec<&[u32]> =
                (0..3).map(|row| &rows[row][ends[row]..ends[row] + pieces[row]]).collect();
            let states = rows_of(model.read(&new, &mut cache));
            for row in 0..3 {
                ends[row] += pieces[row];
                let what = format!("{family:?}, row {row} after {} tokens", ends[row]);
                check_equal(&states[row], &whole[row][ends[row] - 1], &what);
            }
        }
        assert_eq!(cache.n_read(), [90, 75, 31]);
    }
}

#[test]
fn sequences_packed_in_a_row_have_the_states_that_they_have_alone() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let (a, b, c, d) = (ids(40, 1), ids(3, 2), ids(87, 3), ids(1, 4));
        let first = [&a[..], &b, &c].concat();
        let second = [&c[..], &d, &b, &a[..39]].concat();
        let numbers = |lengths: &[usize]| -> Vec<u32> {
            let runs = lengths.iter().enumerate();
            runs.flat_map(|(number, &n)| vec![number as u32; n]).collect()
        };
        let numbers = [numbers(&[40, 3, 87]), numbers(&[87, 1, 3, 39])].concat();
        let segments = Segments::new(2, 130, &numbers);
        let packed = model.states(batch(&[&first, &second], &model.device()), Some(&segments));
        let packed = rows_of(packed.reshape([260, 24]));
        let alone = [&a[..], &b, &c, &c, &d, &b, &a[..39]].map(|ids| states_of(&model, ids));
        for (place, (ours, theirs)) in packed.iter().zip(alone.concat()).enumerate() {
            check_equal(ours, &theirs, &format!("{family:?}, token {place}"));
        }
    }
}

#[test]
fn forked_rows_go_their_own_ways_and_dropped_ones_leave_the_others() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let (prompt, other) = (ids(20, 5), ids(9, 6));
        let mut cache = LmCache::new(2);
        model.read(&[&other, &prompt], &mut cache);
        let mut forked = cache.fork_row(1, 3);
        let tails = [ids(2, 7), ids(5, 8), ids(2, 9)];
        let new: Vec<&[u32]> = tails.iter().map(Vec::as_slice).collect();
        let states = rows_of(model.read(&new, &mut forked));
        forked.keep_rows(&[2, 0]);
        let last = ids(1, 10);
        let after = rows_of(model.read(&[&last, &last], &mut forked));
        for (row, tail) in tails.iter().enumerate() {
            let whole = states_of(&model, &[&prompt[..], tail].concat());
            check_equal(&states[row], &whole[whole.len() - 1], &format!("{family:?}, fork {row}"));
        }
        for (row, tail) in [(0, &tails[2]), (1, &tails[0])] {
            let whole = states_of(&model, &[&prompt[..], tail, &last].concat());
            check_equal(&after[row], &whole[whole.len() - 1], &format!("{family:?}, kept {row}"));
        }
        // The cache that was forked is as it was.
        assert_eq!(cache.n_read(), [9, 20]);
        let states = rows_of(model.read(&[&last, &last], &mut cache));
        let whole = states_of(&model, &[&other[..], &last].concat());
        check_equal(&states[0], &whole[9], "the other row");
    }
}

#[test]
fn rows_that_join_a_cache_go_on_as_before() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        // One of them needs more room than a step of columns, the other none of it; a third has
        // read nothing yet.
        let (long, short, tail) = (ids(70, 5), ids(3, 6), ids(2, 7));
        let read = |ids: &[u32]| {
            let mut cache = LmCache::new(1);
            model.read(&[ids], &mut cache);
            cache
        };
        let mut cache = read(&short);
        cache.add_rows(read(&long));
        cache.add_rows(LmCache::new(1));
        assert_eq!(cache.n_read(), [3, 70, 0]);
        let states = rows_of(model.read(&[&tail, &tail, &tail], &mut cache));
        cache.keep_rows(&[0, 2]);
        cache.drop_room();
        let last = ids(1, 8);
        let after = rows_of(model.read(&[&last, &last], &mut cache));
        for (row, before) in [&short[..], &long[..], &[]].into_iter().enumerate() {
            let whole = states_of(&model, &[before, &tail].concat());
            check_equal(&states[row], &whole[whole.len() - 1], &format!("{family:?}, row {row}"));
        }
        for (row, before) in [&short[..], &[]].into_iter().enumerate() {
            let whole = states_of(&model, &[before, &tail, &last].concat());
            check_equal(&after[row], &whole[whole.len() - 1], &format!("{family:?}, kept {row}"));
        }
    }
}

#[test]
fn what_pads_a_row_changes_nothing_before_it() {
    for family in Family::ALL {
        let model = tiny_model(family, &Device::flex());
        let row = ids(33, 11);
        let padded = [&row[..], &[0; 20]].concat();
        let (alone, padded) = (states_of(&model, &row), states_of(&model, &padded));
        for (ours, theirs) in alone.iter().zip(&padded) {
            check_equal(ours, theirs, &format!("{family:?}"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_of_a_sequence_reads_the_same(
        family in select(Family::ALL.to_vec()),
        cuts in proptest::collection::vec(1usize..80, 1..5),
        seed in 0u32..1000,
    ) {
        let model = tiny_model(family, &Device::flex());
        let ids = ids(cuts.iter().sum(), seed);
        let whole = states_of(&model, &ids);
        let mut cache = LmCache::new(1);
        let mut end = 0;
        for n in cuts {
            let states = rows_of(model.read(&[&ids[end..end + n]], &mut cache));
            end += n;
            check_equal(&states[0], &whole[end - 1], &format!("{family:?} after {end}"));
        }
    }
}
