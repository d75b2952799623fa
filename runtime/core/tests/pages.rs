//! A page taken from the table is the page cut out of the whole list, whatever the keys are.

use compoworld_core::{Entity, IntKey, Key, Page, PageRequest, RowRef, Table, ToolError};
use proptest::prelude::{Strategy, proptest};
use proptest::{option, prop_assert_eq};

#[derive(Debug, Clone, Entity)]
struct Named {
    #[entity(key)]
    id: Key<Named>,
    size: i64,
}

#[derive(Debug, Clone, Entity)]
struct Numbered {
    #[entity(key)]
    id: IntKey<Numbered>,
    size: i64,
}

fn request() -> impl Strategy<Value = PageRequest> {
    let cursor = option::of(proptest::sample::select(vec!["", "c0", "c3", "c99", "x"]));
    (option::of(-1..8i64), option::of(-1..30i64), cursor, option::of(0..5i64)).prop_map(
        |(limit, offset, cursor, page)| PageRequest {
            limit,
            offset,
            cursor: cursor.map(str::to_owned),
            page,
        },
    )
}

type Seen = Result<(Vec<String>, usize, Option<String>), ToolError>;

fn seen<T: Entity>(page: Result<Page<RowRef<T>>, ToolError>) -> Seen {
    page.map(|page| {
        let keys = page.items.iter().map(|row| row.as_row().key()).collect();
        (keys, page.total, page.next_cursor)
    })
}

proptest! {
    #[test]
    fn a_page_of_the_table_is_a_page_of_the_list(count in 0..25i64, request in request()) {
        let mut named = Table::<Named>::default();
        let mut numbered = Table::<Numbered>::default();
        for n in 0..count {
            named.put(Named { id: Key::new(format!("N-{n}")), size: n % 3 });
            numbered.put(Numbered { id: IntKey::new(n), size: n % 3 });
        }
        prop_assert_eq!(seen(named.page(&request)), seen(request.cut(named.select(&|_| true))));
        prop_assert_eq!(
            seen(numbered.page(&request)),
            seen(request.cut(numbered.select(&|_| true)))
        );
        prop_assert_eq!(
            seen(named.page_where(&request, &|row| row.size == 1)),
            seen(request.cut(named.select(&|row| row.size == 1)))
        );
        prop_assert_eq!(
            seen(numbered.page_where(&request, &|row| row.size == 1)),
            seen(request.cut(numbered.select(&|row| row.size == 1)))
        );
    }
}

#[test]
fn rows_that_are_numbered_come_in_the_order_of_the_numbers() {
    let mut numbered = Table::<Numbered>::default();
    for n in [10, 9, 100, 1] {
        numbered.put(Numbered { id: IntKey::new(n), size: 0 });
    }
    let request = PageRequest { limit: Some(3), ..PageRequest::default() };
    let page = seen(numbered.page(&request)).map(|(keys, ..)| keys);
    assert_eq!(page, Ok(["1", "9", "10"].map(str::to_owned).to_vec()));
}
