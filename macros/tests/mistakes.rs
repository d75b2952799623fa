//! What the derives say to each mistake: one error, at the smallest token that mends it.

#[test]
fn each_mistake_gets_its_own_error() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
