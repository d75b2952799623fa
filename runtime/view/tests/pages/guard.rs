//! Who is answered, and who is not.

use crate::server::{start, try_start};

#[test]
fn other_machines_and_paths_that_are_not_there_are_refused_before_it_listens() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80"] {
        let error = try_start(address, Vec::new()).err().unwrap().to_string();
        assert!(error.contains("127.0.0.1"), "{error}");
    }
    let error = try_start("127.0.0.1:0", vec!["/not/there".into()]).err().unwrap().to_string();
    assert!(error.contains("/not/there"), "{error}");
    let first = start(&[]);
    let error = try_start(&first.address.to_string(), Vec::new()).err().unwrap().to_string();
    assert!(error.contains("choose another port"), "{error}");
}

#[test]
fn a_name_that_points_here_is_not_answered() {
    let inspector = start(&[]);
    let answer = inspector.send("GET / HTTP/1.1\r\nHost: rebound.example\r\n", "");
    assert_eq!(answer.status, 403);
    assert!(!answer.body.contains("services"), "{}", answer.body);
}

#[test]
fn forms_of_other_sites_run_nothing() {
    let inspector = start(&[]);
    let form = "service=crm&seed=1&epoch=2026-03-02T09%3A00%3A00Z";
    let head = |origin: &str| {
        format!(
            "POST /environments HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n",
            inspector.address
        )
    };
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(inspector.send(&head(origin), form).status, 403, "{origin}");
    }
    assert!(inspector.page("/environments").contains("None is open"));
}

#[test]
fn pages_run_no_script_but_their_own_and_are_framed_by_nobody() {
    let inspector = start(&[]);
    for path in ["/", "/nothing"] {
        let head = inspector.get(path).head;
        let policy = head.lines().find(|line| line.starts_with("content-security-policy"));
        let policy = policy.unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"));
    }
}

#[test]
fn a_form_that_is_too_large_is_refused() {
    let inspector = start(&[]);
    let answer = inspector.post("/environments", &[("service", &"x".repeat(2 << 20))]);
    assert_eq!(answer.status, 413);
}
