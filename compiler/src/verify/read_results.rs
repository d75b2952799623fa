//! Reads what a test binary prints.

use std::collections::BTreeMap;

/// How one test ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestResult {
    /// The tool's name: the test's module.
    pub tool: String,
    /// The test's name in it.
    pub test: String,
    /// Whether it passed.
    pub passed: bool,
    /// What it printed when it failed.
    pub message: String,
}

/// How much of a failing test's message is kept.
const MESSAGE_CHARACTERS_MAX: usize = 600;

/// The results in the output of one test binary.
#[must_use]
pub fn read_results(output: &str) -> Vec<TestResult> {
    let messages = messages(output);
    let mut results = Vec::new();
    for line in output.lines() {
        let Some((name, ending)) =
            line.strip_prefix("test ").and_then(|line| line.rsplit_once(" ... "))
        else {
            continue;
        };
        let Some((tool, test)) = name.split_once("::") else { continue };
        let passed = match ending.trim() {
            "ok" => true,
            "FAILED" => false,
            _ => continue,
        };
        results.push(TestResult {
            // A raw identifier names the module where the tool is called like a keyword.
            tool: tool.trim_start_matches("r#").to_owned(),
            test: test.to_owned(),
            passed,
            message: messages.get(name).cloned().unwrap_or_default(),
        });
    }
    results
}

/// What failing tests printed, by their whole names.
fn messages(output: &str) -> BTreeMap<String, String> {
    let mut messages: BTreeMap<String, String> = BTreeMap::new();
    let mut current: Option<String> = None;
    for line in output.lines() {
        if let Some(name) =
            line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"))
        {
            current = Some(name.to_owned());
        } else if line == "failures:" || line.starts_with("test result:") {
            current = None;
        } else if let Some(name) = &current
            && !line.starts_with("note: run with")
        {
            let message = messages.entry(name.clone()).or_default();
            if message.len() < MESSAGE_CHARACTERS_MAX {
                message.push_str(line);
                message.push('\n');
            }
        }
    }
    // The place in the test's file says nothing that the test's name does not.
    for message in messages.values_mut() {
        let lines = message
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty() && !line.starts_with("thread '"));
        let text: Vec<_> = lines.collect();
        *message = text.join("\n").chars().take(MESSAGE_CHARACTERS_MAX).collect();
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::read_results;

    const OUTPUT: &str = "\nrunning 3 tests\ntest get_ticket::answers ... ok\n\
        test get_ticket::refuses ... FAILED\ntest list::answers ... ok\n\nfailures:\n\n\
        ---- get_ticket::refuses stdout ----\n\nthread 'get_ticket::refuses' (7) panicked at \
        tests/contract.rs:3:5:\nassertion failed: expected 1\nanswered 2\nnote: run with \
        `RUST_BACKTRACE=1`\n\n\nfailures:\n    get_ticket::refuses\n\ntest result: FAILED. 2 \
        passed; 1 failed; 0 ignored\n";

    #[test]
    fn results_are_read_with_the_message_of_what_failed() {
        let results = read_results(OUTPUT);
        assert_eq!(results.len(), 3);
        assert!(results[0].passed && results[2].passed);
        assert_eq!((results[1].tool.as_str(), results[1].test.as_str()), ("get_ticket", "refuses"));
        assert_eq!(results[1].message, "assertion failed: expected 1\nanswered 2");
    }

    #[test]
    fn output_that_is_no_test_run_gives_no_results() {
        assert!(read_results("error: linking failed\ntest \ntest x ... \n").is_empty());
    }
}
