//! Expense Tracker: what was spent, on what and when, and what each month may cost.
//!
//! Categories are free text. Expenses are listed in the order in which they were noted. A month
//! is written `2026-03`; where a caller leaves it out, the present one is meant.

/// Everything the tracker keeps.
#[derive(State)]
pub struct ExpenseTracker {
    pub expenses: Table<Expense>,
    pub budgets: Table<Budget>,
}

/// Money that was spent; a negative amount is money that came back.
#[derive(Entity)]
pub struct Expense {
    #[entity(key, token("", 8))]
    pub id: Key<Expense>,
    #[entity(money)]
    pub amount: f64,
    #[entity(tag)]
    pub category: String,
    #[entity(body)]
    pub description: String,
    pub date: Date,
    #[entity(company)]
    pub vendor: String,
    #[entity(created)]
    pub created_at: Timestamp,
}

/// What one category may cost in one month.
#[derive(Entity)]
pub struct Budget {
    #[entity(key, tag)]
    pub category: String,
    #[entity(key, pattern = "^[0-9]{4}-[0-9]{2}$")]
    pub month: String,
    #[entity(money)]
    pub amount: f64,
}

/// That an expense was noted.
#[derive(Record)]
pub struct Added {
    pub added: bool,
    pub expense_id: Key<Expense>,
    pub amount: f64,
}

/// One expense as callers see it.
#[derive(Record)]
pub struct ExpenseView {
    pub id: Key<Expense>,
    pub amount: f64,
    pub category: String,
    pub description: String,
    pub date: Date,
    pub vendor: String,
    pub created_at: Timestamp,
}

/// The expenses that a caller asked for.
#[derive(Record)]
pub struct ExpenseList {
    pub expenses: Vec<ExpenseView>,
    pub count: i64,
}

/// That a budget was set.
#[derive(Record)]
pub struct BudgetSet {
    pub set: bool,
    pub category: String,
    pub budget: f64,
}

/// How much of a budget is used up.
#[derive(Record)]
pub struct BudgetStatus {
    pub category: String,
    pub budget: f64,
    pub spent: f64,
    pub remaining: f64,
    pub percent_used: f64,
}

/// What each category cost.
#[derive(Record)]
pub struct CategorySummary {
    pub categories: BTreeMap<String, f64>,
    pub total: f64,
}

/// What one month cost.
#[derive(Record)]
pub struct MonthlySummary {
    pub month: String,
    pub total: f64,
    pub expense_count: i64,
}

/// That an expense is gone.
#[derive(Record)]
pub struct Deleted {
    pub deleted: bool,
}

pub trait Tools {
    /// Notes an expense, of today where no day is given.
    #[tool(create, about = Expense, types(date = String), reads(expenses), writes(expenses))]
    #[case(
        args = r#"{"amount":12.5,"category":"food","date":"2026-03-01"}"#,
        ok = r#"{"added":true,"amount":12.5}"#
    )]
    #[case(args = r#"{"amount":-4}"#, ok = r#"{"added":true,"amount":-4.0}"#)]
    #[case(args = r#"{"amount":1,"date":"soon"}"#, error = "invalid_argument")]
    #[case(args = "{}", error = "invalid_argument")]
    fn add_expense(
        state: &mut ExpenseTracker,
        args: AddExpense,
        cx: &mut Context,
    ) -> Result<Added, ToolError> {
        let date = day_of(&args.date)?.unwrap_or_else(|| cx.today());
        let expense = state.expenses.insert(Expense {
            id: Key::new(cx.hex(8)),
            amount: args.amount,
            category: args.category,
            description: args.description,
            date,
            vendor: args.vendor,
            created_at: cx.now(),
        })?;
        Ok(Added { added: true, expense_id: expense.id.clone(), amount: expense.amount })
    }

    /// Lists expenses between two days, both included, of one category where it is named.
    #[tool(reads(expenses))]
    #[case(
        args = r#"{"category":"food"}"#,
        ok = r#"{"expenses":[{"id":"1f0c93ab"},{"id":"77d2e05c"}],"count":2}"#
    )]
    #[case(args = r#"{"start_date":"2026-02-10","end_date":"2026-02-20"}"#, ok = r#"{"count":1}"#)]
    #[case(args = r#"{"limit":1}"#, ok = r#"{"expenses":[{"id":"1f0c93ab"}],"count":1}"#)]
    #[case(args = r#"{"end_date":"tomorrow"}"#, error = "invalid_argument")]
    #[case(args = r#"{"limit":-1}"#, error = "invalid_argument")]
    fn get_expenses(
        state: &ExpenseTracker,
        args: GetExpenses,
        _cx: &mut Context,
    ) -> Result<ExpenseList, ToolError> {
        let limit = usize::try_from(args.limit)
            .map_err(|_| ToolError::invalid_argument("`limit` must not be negative"))?;
        let mut found = expenses_between(state, &args.start_date, &args.end_date)?;
        found.retain(|expense| args.category.is_empty() || expense.category == args.category);
        found.truncate(limit);
        let expenses: Vec<ExpenseView> = found.iter().map(|expense| view(expense)).collect();
        Ok(ExpenseList { count: count_of(expenses.len()), expenses })
    }

    /// Sets what a category may cost in a month, in place of what was set before.
    #[tool(reads(budgets), writes(budgets))]
    #[case(
        args = r#"{"amount":300,"category":"travel","month":"2026-03"}"#,
        ok = r#"{"set":true,"category":"travel","budget":300.0}"#
    )]
    #[case(args = r#"{"amount":300,"month":"March"}"#, error = "invalid_argument")]
    fn set_budget(
        state: &mut ExpenseTracker,
        args: SetBudget,
        cx: &mut Context,
    ) -> Result<BudgetSet, ToolError> {
        let month = month_of(&args.month, cx)?;
        let budget =
            state.budgets.put(Budget { category: args.category, month, amount: args.amount });
        Ok(BudgetSet { set: true, category: budget.category.clone(), budget: budget.amount })
    }

    /// Compares what a category cost in a month with its budget, which is 0 where none was set.
    #[tool(reads(budgets, expenses))]
    #[case(
        args = r#"{"category":"food","month":"2026-02"}"#,
        ok = r#"{"category":"food","budget":200.0,"spent":50.5,"remaining":149.5,"percent_used":25.3}"#
    )]
    #[case(
        args = r#"{"category":"books","month":"2026-02"}"#,
        ok = r#"{"category":"books","budget":0.0,"spent":0.0,"percent_used":0.0}"#
    )]
    #[case(args = r#"{"month":"2026"}"#, error = "invalid_argument")]
    fn get_budget_status(
        state: &ExpenseTracker,
        args: GetBudgetStatus,
        cx: &mut Context,
    ) -> Result<BudgetStatus, ToolError> {
        let month = month_of(&args.month, cx)?;
        let same = |row: &Budget| row.category == args.category && row.month == month;
        let budget = state.budgets.first(&same).map_or(0.0, |budget| budget.amount);
        let spent = sum(expenses_of(state, &month)
            .iter()
            .filter(|expense| expense.category == args.category));
        let percent_used = if budget > 0.0 { round(spent / budget * 100.0, 10.0) } else { 0.0 };
        Ok(BudgetStatus {
            category: args.category,
            budget,
            spent,
            remaining: round(budget - spent, 100.0),
            percent_used,
        })
    }

    /// Adds up what each category cost between two days, both included.
    #[tool(reads(expenses))]
    #[case(args = "{}", ok = r#"{"categories":{"food":50.5,"travel":120.0},"total":170.5}"#)]
    #[case(args = r#"{"start_date":"2030-01-01"}"#, ok = r#"{"categories":{},"total":0.0}"#)]
    #[case(args = r#"{"start_date":"long ago"}"#, error = "invalid_argument")]
    fn get_category_summary(
        state: &ExpenseTracker,
        args: GetCategorySummary,
        _cx: &mut Context,
    ) -> Result<CategorySummary, ToolError> {
        let found = expenses_between(state, &args.start_date, &args.end_date)?;
        let mut categories: BTreeMap<String, f64> = BTreeMap::new();
        for expense in &found {
            let total = categories.entry(expense.category.clone()).or_insert(0.0);
            *total = round(*total + expense.amount, 100.0);
        }
        Ok(CategorySummary { categories, total: sum(found.iter()) })
    }

    /// Adds up what one month cost.
    #[tool(reads(expenses))]
    #[case(
        args = r#"{"month":"2026-02"}"#,
        ok = r#"{"month":"2026-02","total":170.5,"expense_count":3}"#
    )]
    #[case(args = r#"{"month":"2026-2"}"#, error = "invalid_argument")]
    fn get_monthly_summary(
        state: &ExpenseTracker,
        args: GetMonthlySummary,
        cx: &mut Context,
    ) -> Result<MonthlySummary, ToolError> {
        let month = month_of(&args.month, cx)?;
        let found = expenses_of(state, &month);
        let (total, expense_count) = (sum(found.iter()), count_of(found.len()));
        Ok(MonthlySummary { month, total, expense_count })
    }

    /// Deletes an expense; one that does not exist counts as deleted.
    #[tool(types(expense_id = Key<Expense>), reads(expenses), writes(expenses))]
    #[case(args = r#"{"expense_id":"1f0c93ab"}"#, ok = r#"{"deleted":true}"#)]
    #[case(args = r#"{"expense_id":"none"}"#, ok = r#"{"deleted":true}"#)]
    #[case(args = "{}", error = "invalid_argument")]
    fn delete_expense(
        state: &mut ExpenseTracker,
        args: DeleteExpense,
        _cx: &mut Context,
    ) -> Result<Deleted, ToolError> {
        if state.expenses.contains(&args.expense_id) {
            state.expenses.remove(&args.expense_id)?;
        }
        Ok(Deleted { deleted: true })
    }
}

/// The day that a text names; an empty text names none.
fn day_of(text: &str) -> Result<Option<Date>, ToolError> {
    if text.is_empty() {
        return Ok(None);
    }
    Date::parse(text).map(Some).map_err(|_| {
        ToolError::invalid_argument(format!("`{text}` is no day, write it like `2026-03-01`"))
    })
}

/// The month that a text names; an empty text names the present one.
fn month_of(text: &str, cx: &Context) -> Result<String, ToolError> {
    if text.is_empty() {
        return Ok(month_text(cx.today()));
    }
    match Date::parse(&format!("{text}-01")) {
        Ok(first) if month_text(first) == text => Ok(text.to_owned()),
        _ => Err(ToolError::invalid_argument(format!(
            "`{text}` is no month, write it like `2026-03`"
        ))),
    }
}

fn month_text(date: Date) -> String {
    let (year, month, _) = date.year_month_day();
    format!("{year:04}-{month:02}")
}

/// The expenses between two days, each of which may be left open, in the order of noting.
fn expenses_between(
    state: &ExpenseTracker,
    start: &str,
    end: &str,
) -> Result<Vec<RowRef<Expense>>, ToolError> {
    let (start, end) = (day_of(start)?, day_of(end)?);
    Ok(in_order(state, &|expense| {
        start.is_none_or(|start| expense.date >= start) && end.is_none_or(|end| expense.date <= end)
    }))
}

/// The expenses of one month, in the order of noting.
fn expenses_of(state: &ExpenseTracker, month: &str) -> Vec<RowRef<Expense>> {
    in_order(state, &|expense| month_text(expense.date) == month)
}

fn in_order(state: &ExpenseTracker, keep: &dyn Fn(&Expense) -> bool) -> Vec<RowRef<Expense>> {
    let mut found = state.expenses.select(keep);
    found.sort_by_key(|expense| expense.created_at);
    found
}

fn sum<'a>(expenses: impl Iterator<Item = &'a RowRef<Expense>>) -> f64 {
    round(expenses.map(|expense| expense.amount).fold(0.0, |total, amount| total + amount), 100.0)
}

/// A number rounded to as many parts of one.
fn round(number: f64, parts: f64) -> f64 {
    let scaled = number * parts;
    if scaled.is_finite() { scaled.round() / parts } else { number }
}

fn count_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn view(expense: &Expense) -> ExpenseView {
    ExpenseView {
        id: expense.id.clone(),
        amount: expense.amount,
        category: expense.category.clone(),
        description: expense.description.clone(),
        date: expense.date,
        vendor: expense.vendor.clone(),
        created_at: expense.created_at,
    }
}

/// One February: two meals, one journey, and what meals may cost.
pub const FIXTURE: &str = r#"{
    "expenses": {
        "1f0c93ab": {"id": "1f0c93ab", "amount": 32.0, "category": "food", "description": "Groceries for the week", "date": "2026-02-03", "vendor": "Green Basket", "created_at": "2026-02-03T18:05:00Z"},
        "77d2e05c": {"id": "77d2e05c", "amount": 18.5, "category": "food", "description": "Lunch with Ana", "date": "2026-02-12", "vendor": "Cafe Lindt", "created_at": "2026-02-12T13:40:00Z"},
        "b4a8610f": {"id": "b4a8610f", "amount": 120.0, "category": "travel", "description": "Train to Porto", "date": "2026-02-21", "vendor": "Iberian Rail", "created_at": "2026-02-21T07:15:00Z"}
    },
    "budgets": {
        "food/2026-02": {"category": "food", "month": "2026-02", "amount": 200.0},
        "travel/2026-02": {"category": "travel", "month": "2026-02", "amount": 150.0}
    }
}"#;
