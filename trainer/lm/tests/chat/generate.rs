//! Generation: a row depends on nothing but its own request, and reads nothing twice.

use compoworld_lm::generate::{
    Batch, BatchLimits, EndReason, GenerateRequest, Generated, RequestError, Sampling, Stops,
    ToolCallStop, generate,
};
use compoworld_lm::model::cache::LmCache;
use compoworld_lm::text::tool_calls::{ToolCallFormat, TurnStart};

use crate::tiny_model::tiny_model;
use crate::tiny_tokenizer::tiny;

fn request(prompt: &str, seed: u64) -> GenerateRequest {
    GenerateRequest {
        prompt: tiny().encode(prompt).expect("it encodes"),
        forced: Vec::new(),
        grammar: None,
        sampling: Sampling::ON_POLICY,
        seed,
        tokens_max: 12,
        stops: Stops::default(),
        n_alternatives: 0,
    }
}

fn limits(prefix_tokens_max: usize) -> BatchLimits {
    BatchLimits { context_tokens_max: 200, prefix_tokens_max }
}

/// Steps a batch to its end, and gives what ended, by key.
fn run(batch: &mut Batch<'_>, requests: Vec<(u64, GenerateRequest)>) -> Vec<(u64, Generated)> {
    let mut ended = Vec::new();
    let mut updates = batch.add(requests).expect("they fit");
    loop {
        for update in updates {
            ended.extend(update.ended.map(|generated| (update.key, generated)));
        }
        if batch.n_rows() == 0 {
            ended.sort_by_key(|(key, _)| *key);
            return ended;
        }
        updates = batch.step();
    }
}

#[test]
fn a_row_does_not_depend_on_its_neighbours() {
    let model = tiny_model();
    let requests: Vec<GenerateRequest> = ["a tool", "Hello, hello, hello.", "a tool", "é"]
        .iter()
        .zip(1..)
        .map(|(prompt, seed)| GenerateRequest {
            // Rows end at different times, so that others close up.
            tokens_max: 3 + 4 * seed as usize,
            ..request(prompt, seed)
        })
        .collect();
    let together = generate(&model, &tiny(), requests.clone()).expect("they fit");
    for (request, together) in requests.into_iter().zip(&together) {
        let alone = generate(&model, &tiny(), vec![request.clone()]).expect("it fits").remove(0);
        assert_eq!(alone.ids(), together.ids());
        assert_eq!(alone.tokens.len(), request.tokens_max);
        for (alone, together) in alone.tokens.iter().zip(&together.tokens) {
            assert!((alone.log_prob - together.log_prob).abs() < 1e-5);
        }
    }
    // Equal prompts with other seeds go other ways.
    assert_ne!(together[0].ids()[..5], together[2].ids()[..5]);
}

#[test]
fn log_probabilities_are_those_of_the_model_over_the_whole_sequence() {
    let model = tiny_model();
    let asked = GenerateRequest { n_alternatives: 3, ..request("Say it.", 4) };
    let generated = generate(&model, &tiny(), vec![asked.clone()]).expect("it fits").remove(0);
    let mut read = asked.prompt.clone();
    for token in &generated.tokens {
        let states = model.read(&[&read], &mut LmCache::new(1));
        let logits: Vec<f32> =
            model.logits(states).into_data().try_into_vec().expect("single precision");
        let total: f32 = logits.iter().map(|logit| logit.exp()).sum::<f32>().ln();
        let expected = logits[token.id as usize] - total;
        assert!((token.log_prob - expected).abs() < 1e-4, "{} and {expected}", token.log_prob);
        let largest = logits.iter().copied().fold(f32::MIN, f32::max) - total;
        assert!((token.alternatives[0].log_prob - largest).abs() < 1e-4);
        read.push(token.id);
    }
}

#[test]
fn rows_that_join_later_go_on_as_if_they_were_alone() {
    let model = tiny_model();
    let tokenizer = tiny();
    let first = GenerateRequest { tokens_max: 20, ..request("The first one, much longer.", 1) };
    let second = request("b", 2);
    let alone = generate(&model, &tokenizer, vec![first.clone(), second.clone()]).expect("fit");

    let mut batch = Batch::new(&model, tokenizer, limits(0));
    let mut updates = batch.add(vec![(0, first)]).expect("it fits");
    for _ in 0..5 {
        updates.extend(batch.step());
    }
    updates.extend(batch.add(vec![(1, second)]).expect("it fits"));
    while batch.n_rows() > 0 {
        updates.extend(batch.step());
    }
    for (key, alone) in (0..).zip(alone) {
        let own: Vec<_> = updates.iter().filter(|update| update.key == key).collect();
        let ids: Vec<u32> =
            own.iter().flat_map(|update| update.tokens.iter().map(|token| token.id)).collect();
        let text: String = own.iter().map(|update| update.text.as_str()).collect();
        assert_eq!((ids, &text), (alone.ids(), &alone.text));
    }
}

#[test]
fn a_prompt_is_read_once_for_all_of_its_rows_and_a_next_turn_reads_what_is_new() {
    let model = tiny_model();
    let mut batch = Batch::new(&model, tiny(), limits(1_000));
    let prompt = request("The same question to all of them.", 0).prompt;
    let group = (0..8).map(|seed| (seed, request("The same question to all of them.", seed)));
    let answers = run(&mut batch, group.collect());
    assert_eq!(batch.n_prompt_tokens_read(), prompt.len());

    // Asked again, later: nothing is read.
    let again = run(&mut batch, vec![(9, request("The same question to all of them.", 3))]);
    assert_eq!(batch.n_prompt_tokens_read(), prompt.len());
    assert_eq!(again[0].1.ids(), answers[3].1.ids());

    // The next turn of a conversation: the last token and what came after it.
    let mut next = prompt.clone();
    next.extend(answers[5].1.ids());
    next.extend(tiny().encode(" And now?").expect("it encodes"));
    let turn = GenerateRequest { prompt: next.clone(), ..request("", 7) };
    let n_before = batch.n_prompt_tokens_read();
    let went_on = run(&mut batch, vec![(10, turn.clone())]);
    let n_new = next.len() - prompt.len() - answers[5].1.tokens.len() + 1;
    assert_eq!(batch.n_prompt_tokens_read() - n_before, n_new);
    let from_nothing = generate(&model, &tiny(), vec![turn]).expect("it fits");
    assert_eq!(went_on[0].1.ids(), from_nothing[0].ids());
}

#[test]
fn what_ends_a_row_is_not_part_of_its_text() {
    let model = tiny_model();
    let forced = |text: &str| tiny().encode(text).expect("it encodes");
    let end = tiny().id("<|im_end|>").expect("it is in the vocabulary");
    let stops = Stops {
        ids: vec![end],
        texts: vec!["STOP".to_owned(), "HALT!".to_owned()],
        tool_call: Some(ToolCallStop {
            format: ToolCallFormat::Hermes,
            tools: [].into(),
            start: TurnStart::Plain,
        }),
    };
    let call =
        "x <tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"</tool_call>\"}}</tool_call>";
    for (text, kept, reason) in [
        ("over <|im_end|>", "over ", EndReason::EndToken),
        ("wait HALTING STOPPED", "wait HALTING ", EndReason::StopText),
        ("HALT!", "", EndReason::StopText),
        (call, call, EndReason::ToolCall),
        ("twelve bytes é", "twelve bytes é", EndReason::Length),
    ] {
        let forced = forced(text);
        let n_forced = forced.len();
        let tokens_max = if reason == EndReason::Length { n_forced } else { n_forced + 20 };
        let asked =
            GenerateRequest { forced, tokens_max, stops: stops.clone(), ..request("Go.", 1) };
        let mut batch = Batch::new(&model, tiny(), limits(0));
        let mut updates = batch.add(vec![(0, asked)]).expect("it fits");
        while batch.n_rows() > 0 {
            updates.extend(batch.step());
        }
        let told: String = updates.iter().map(|update| update.text.as_str()).collect();
        let ended = updates.last().and_then(|update| update.ended.clone()).expect("it ended");
        assert_eq!((ended.text.as_str(), ended.end), (kept, reason));
        assert_eq!(told, kept, "what is streamed is the text");
        assert!(ended.tokens.len() <= n_forced);
    }
}

#[test]
fn rows_that_nobody_waits_for_leave() {
    let model = tiny_model();
    let mut batch = Batch::new(&model, tiny(), limits(0));
    let long = |seed| GenerateRequest { tokens_max: 100, ..request("On and on.", seed) };
    batch.add(vec![(1, long(1)), (2, long(2)), (3, long(3))]).expect("they fit");
    batch.cancel(&[1, 3]);
    assert_eq!(batch.n_rows(), 1);
    let updates = batch.step();
    assert_eq!(updates.iter().map(|update| update.key).collect::<Vec<_>>(), [2]);
}

#[test]
fn requests_that_do_not_fit_the_model_are_refused() {
    let fit = |request: GenerateRequest| request.fit(272, 20).expect_err("it does not fit");
    assert_eq!(
        fit(GenerateRequest { prompt: vec![], ..request("", 1) }),
        RequestError::EmptyPrompt
    );
    let long = GenerateRequest { prompt: vec![5; 20], ..request("", 1) };
    assert!(matches!(fit(long), RequestError::PromptTooLong { n_tokens: 20, .. }));
    let foreign = GenerateRequest { prompt: vec![272], ..request("", 1) };
    assert!(matches!(fit(foreign), RequestError::UnknownId { id: 272, .. }));
    assert_eq!(fit(GenerateRequest { tokens_max: 0, ..request("a", 1) }), RequestError::NoTokens);
    let cut = GenerateRequest { prompt: vec![5; 15], ..request("", 1) }.fit(272, 20);
    assert_eq!(cut.expect("it fits").tokens_max, 5);
}
