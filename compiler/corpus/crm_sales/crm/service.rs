//! CRM: records of any type, such as customers, leads and accounts, each with a name and free
//! data.
//!
//! Archiving hides a record and can be undone; deleting cannot. Every change of a record's name or
//! data counts its version up, and a caller may insist on the version that it has read. A locked
//! record can be read only.

/// Everything the CRM holds.
#[derive(State)]
pub struct Crm {
    pub records: Table<CrmRecord>,
}

/// Somebody or something that business is done with.
#[derive(Entity)]
pub struct CrmRecord {
    #[entity(key, token("rec_", 11))]
    pub id: Key<CrmRecord>,
    /// What sort of record it is; callers make up types as they need them.
    #[entity(tag)]
    pub r#type: String,
    #[entity(company)]
    pub name: String,
    pub data: BTreeMap<String, Json>,
    #[entity(default)]
    pub archived: bool,
    #[entity(default)]
    pub locked: bool,
    #[entity(range = 1..=1_000_000_000, default = 1)]
    pub version: i64,
    /// When anything about it changed last, in seconds since 1970.
    #[entity(range = 1_500_000_000..=253_402_300_799, default = 1_700_000_000)]
    pub updated: i64,
}

/// That a record is gone for good.
#[derive(Record)]
pub struct Deleted {
    pub id: Key<CrmRecord>,
    pub deleted: bool,
    pub recoverable: bool,
}

pub trait Tools {
    #[tool(create, set(updated = cx.now().unix_seconds()))]
    fn create_record() -> CrmRecord;

    #[tool(get, key(record_id))]
    fn get_record() -> CrmRecord;

    /// Changes the name and the given entries of the data; other entries stay. With a version
    /// given, only when the record still has it.
    #[tool(update, key(record_id), about = CrmRecord, types(data = Option<BTreeMap<String, Json>>, expected_version = Option<i64>))]
    #[case(
        args = r#"{"record_id":"rec_brookfield1","name":"Brookfield Inc","data":{"city":"Hull"},"expected_version":3}"#,
        ok = r#"{"name":"Brookfield Inc","data":{"city":"Hull","seats":12},"version":4,"archived":false}"#
    )]
    #[case(
        args = r#"{"record_id":"rec_brookfield1","name":"Stale","expected_version":2}"#,
        error = "conflict"
    )]
    #[case(args = r#"{"record_id":"rec_harborco003","name":"X"}"#, error = "failed_precondition")]
    #[case(args = r#"{"record_id":"rec_missing","name":"X"}"#, error = "not_found")]
    fn update_record(
        state: &mut Crm,
        args: UpdateRecord,
        cx: &mut Context,
    ) -> Result<RowRef<CrmRecord>, ToolError> {
        let now = cx.now().unix_seconds();
        state.records.update(&args.record_id, |record| {
            if args.expected_version.is_some_and(|version| version != record.version) {
                return Err(ToolError::conflict(format!(
                    "stale_write: `{}` is at version {} now; read it again",
                    record.id, record.version
                )));
            }
            check_unlocked(record)?;
            record.name = args.name.unwrap_or_else(|| record.name.clone());
            record.data.extend(args.data.unwrap_or_default());
            record.version = record.version.saturating_add(1);
            record.updated = now;
            Ok(())
        })
    }

    /// Hides a record; one that is hidden stays so.
    #[tool(
        update,
        key(record_id),
        set(archived = true, updated = cx.now().unix_seconds()),
        require(locked = [false])
    )]
    fn archive_record() -> CrmRecord;

    /// Brings a hidden record back.
    #[tool(
        update,
        key(record_id),
        set(archived = false, updated = cx.now().unix_seconds()),
        require(locked = [false])
    )]
    fn restore_record() -> CrmRecord;

    #[tool(delete, key(record_id), about = CrmRecord)]
    #[case(
        args = r#"{"record_id":"rec_oldlead0002"}"#,
        ok = r#"{"id":"rec_oldlead0002","deleted":true,"recoverable":false}"#
    )]
    #[case(args = r#"{"record_id":"rec_harborco003"}"#, error = "failed_precondition")]
    #[case(args = r#"{"record_id":"rec_missing"}"#, error = "not_found")]
    fn delete_record(
        state: &mut Crm,
        args: DeleteRecord,
        _cx: &mut Context,
    ) -> Result<Deleted, ToolError> {
        check_unlocked(&*state.records.find(&args.record_id)?)?;
        let record = state.delete::<CrmRecord>(&args.record_id)?;
        Ok(Deleted { id: record.id.clone(), deleted: true, recoverable: false })
    }

    /// The records of a type or of all, in the order of their identifiers; hidden ones only when
    /// they are asked for, too.
    #[tool(list, filter(r#type), about = CrmRecord, types(include_archived = Option<bool>))]
    #[case(
        args = "{}",
        ok = r#"{"data":[{"id":"rec_brookfield1","name":"Brookfield Ltd"},{"id":"rec_harborco003"}],"count":2}"#
    )]
    #[case(
        args = r#"{"type":"lead","include_archived":true}"#,
        ok = r#"{"data":[{"id":"rec_oldlead0002","archived":true}],"count":1}"#
    )]
    #[case(args = r#"{"type":7}"#, error = "invalid_argument")]
    fn list_records(
        state: &Crm,
        args: ListRecords,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let shows_archived = args.include_archived.unwrap_or(false);
        let records = state.records.select(&|record| {
            args.r#type.as_ref().is_none_or(|wanted| record.r#type == *wanted)
                && (shows_archived || !record.archived)
        });
        let mut data = String::new();
        records.write_output(&mut data);
        let data: serde_json::Value = serde_json::from_str(&data).unwrap_or_default();
        Ok(serde_json::json!({"data": data, "count": records.len()}))
    }
}

fn check_unlocked(record: &CrmRecord) -> Result<(), ToolError> {
    if record.locked {
        return Err(ToolError::failed_precondition(format!("`{}` is locked", record.id)));
    }
    Ok(())
}

/// A customer, a lead that was given up, and an account that is locked.
pub const FIXTURE: &str = r#"{
    "records": {
        "rec_brookfield1": {"id": "rec_brookfield1", "type": "customer", "name": "Brookfield Ltd", "data": {"city": "Truro", "seats": 12}, "archived": false, "locked": false, "version": 3, "updated": 1771000000},
        "rec_oldlead0002": {"id": "rec_oldlead0002", "type": "lead", "name": "Ana Prado", "data": {"email": "ana@newcomer.example"}, "archived": true, "locked": false, "version": 1, "updated": 1770500000},
        "rec_harborco003": {"id": "rec_harborco003", "type": "account", "name": "Harbor and Sons", "data": {}, "archived": false, "locked": true, "version": 1, "updated": 1770000000}
    }
}"#;
