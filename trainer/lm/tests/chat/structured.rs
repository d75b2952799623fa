//! Answers in a form, from a model whose weights are random: whatever it writes, the form holds.

use serde_json::{Value, json};

use crate::json_forms::{N_CLOSED, schemas};
use crate::program::Served;
use crate::templates::STYLES;

const QWEN3: &str = STYLES[0].1;

fn ask(served: &Served, members: Value) -> Value {
    let mut body = json!({
        "model": "tiny",
        "messages": [{"role": "user", "content": "Which order?"}],
        "max_tokens": 3_000,
    });
    for (name, value) in members.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let (status, answer) = served.post(&body);
    assert_eq!(status, 200, "{answer}");
    answer
}

fn of_schema(schema: &Value) -> Value {
    json!({"type": "json_schema", "json_schema": {"name": "x", "strict": true, "schema": schema}})
}

fn content(choice: &Value) -> &str {
    choice["message"]["content"].as_str().expect("words")
}

#[test]
fn answers_satisfy_the_schema_whatever_the_seed() {
    let served = Served::start(QWEN3, &[]);
    let mut n_whole = 0;
    for schema in schemas().into_iter().take(N_CLOSED) {
        for (seed, sampling) in [
            (1, json!({})),
            (2, json!({"temperature": 2.0})),
            (3, json!({"top_p": 0.8, "top_k": 40})),
        ] {
            let mut asked = json!({"seed": seed, "n": 4, "response_format": of_schema(&schema)});
            for (name, value) in sampling.as_object().expect("an object") {
                asked[name] = value.clone();
            }
            let answer = ask(&served, asked);
            for choice in answer["choices"].as_array().expect("choices") {
                if choice["finish_reason"] == "length" {
                    continue;
                }
                let value: Value = serde_json::from_str(content(choice)).expect("it is JSON");
                assert!(jsonschema::is_valid(&schema, &value), "{schema}: {value}");
                n_whole += 1;
            }
        }
    }
    assert!(n_whole > 90, "most answers end by themselves: {n_whole} of 132");
}

#[test]
fn a_form_holds_with_seeds_log_probabilities_and_in_pieces() {
    let served = Served::start(QWEN3, &[]);
    let schema = &schemas()[0];
    let asked = json!({"seed": 9, "response_format": of_schema(schema), "logprobs": true,
        "top_logprobs": 2, "return_token_ids": true});
    let (one, two) = (ask(&served, asked.clone()), ask(&served, asked.clone()));
    assert_eq!(one["choices"], two["choices"], "equal seeds give equal answers");
    let choice = &one["choices"][0];
    let told = choice["logprobs"]["content"].as_array().expect("log-probabilities");
    assert_eq!(told.len(), choice["token_ids"].as_array().expect("ids").len());
    // They are the model's own: under a form, what it likes best is often not what it may write.
    let differs = |token: &&Value| token["token"] != token["top_logprobs"][0]["token"];
    assert!(told.iter().filter(differs).count() > 0);

    let greedy =
        json!({"temperature": 0.0, "max_tokens": 40, "response_format": of_schema(schema)});
    assert!(content(&ask(&served, greedy)["choices"][0]).trim_start().starts_with('{'));

    let mut streamed = asked;
    streamed["model"] = json!("tiny");
    streamed["messages"] = json!([{"role": "user", "content": "Which order?"}]);
    streamed["max_tokens"] = json!(3_000);
    streamed["stream"] = json!(true);
    let (status, text) = served.post_text(&streamed.to_string(), None);
    assert_eq!(status, 200, "{text}");
    let pieces = text.lines().filter_map(|line| line.strip_prefix("data: {"));
    let pieces = pieces.map(|piece| format!("{{{piece}"));
    let words: String = pieces
        .map(|piece| serde_json::from_str::<Value>(&piece).expect("JSON"))
        .filter_map(|piece| piece["choices"][0]["delta"]["content"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(words, content(choice));
}

#[test]
fn any_object_is_an_object() {
    let served = Served::start(QWEN3, &[]);
    let format = json!({"type": "json_object"});
    let answer = ask(&served, json!({"seed": 4, "n": 8, "response_format": format}));
    let mut n_whole = 0;
    for choice in answer["choices"].as_array().expect("choices") {
        assert!(content(choice).trim_start().starts_with('{'), "{choice}");
        if choice["finish_reason"] == "stop" {
            let value: Value = serde_json::from_str(content(choice)).expect("it is JSON");
            assert!(value.is_object());
            n_whole += 1;
        }
    }
    assert!(n_whole > 0, "{answer}");
}

#[test]
fn a_call_that_has_to_be_made_has_arguments_of_its_schema() {
    let served = Served::start(QWEN3, &[]);
    let parameters = &schemas()[0];
    let tool = |name: &str| {
        let function = json!({"name": name, "strict": true, "parameters": parameters});
        json!({"type": "function", "function": function})
    };
    let named = json!({"type": "function", "function": {"name": "pong"}});
    for (choice, seed) in [(json!("required"), 1), (json!("required"), 2), (named, 3)] {
        let asked = json!({"tools": [tool("ping"), tool("pong")], "tool_choice": choice,
            "parallel_tool_calls": false, "seed": seed, "n": 4});
        for answer in ask(&served, asked)["choices"].as_array().expect("choices") {
            assert_eq!(answer["finish_reason"], "tool_calls", "{answer}");
            let [call] = answer["message"]["tool_calls"].as_array().expect("calls").as_slice()
            else {
                panic!("one call: {answer}")
            };
            let name = call["function"]["name"].as_str().expect("a name");
            assert!(name == "pong" || (name == "ping" && choice == "required"), "{name}");
            let arguments = call["function"]["arguments"].as_str().expect("text");
            let value: Value = serde_json::from_str(arguments).expect("it is JSON");
            assert!(jsonschema::is_valid(parameters, &value), "{value}");
            assert_eq!(answer["message"]["tool_call_errors"], Value::Null);
        }
    }
}

#[test]
fn what_cannot_be_enforced_is_refused_with_its_keyword() {
    let served = Served::start(QWEN3, &[]);
    let schema = json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}});
    let mut body = json!({
        "model": "tiny",
        "messages": [{"role": "user", "content": "Which order?"}],
        "max_tokens": 4,
        "response_format": of_schema(&schema),
    });
    let (status, answer) = served.post(&body);
    assert_eq!((status, &answer["error"]["param"]), (400, &json!("response_format")), "{answer}");
    let said = answer["error"]["message"].as_str().expect("text");
    assert!(said.contains("`pattern` at `#/properties/a`"), "{said}");
    body["response_format"]["json_schema"]["strict"] = json!(false);
    assert_eq!(served.post(&body).0, 200, "what cannot be held is left to the model");
    body["tools"] = json!([{"type": "function", "function": {"name": "f"}}]);
    let (status, answer) = served.post(&body);
    assert_eq!((status, &answer["error"]["param"]), (400, &json!("response_format")), "{answer}");
}
