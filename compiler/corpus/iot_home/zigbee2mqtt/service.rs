//! Zigbee2MQTT: the devices of a Zigbee network, their states and options, groups, and the
//! bridge that joins them to MQTT.
//!
//! A device is named by its friendly name or by its IEEE address. The coordinator is a device
//! too, which cannot be removed, configured or switched.

/// The network as the bridge knows it.
#[derive(State)]
pub struct Zigbee2Mqtt {
    pub devices: Table<Device>,
    pub groups: Table<Group>,
    pub bridge: One<Bridge>,
}

/// A device that has joined the network.
#[derive(Entity)]
pub struct Device {
    #[entity(key)]
    pub ieee_address: Key<Device>,
    #[entity(unique, len = 1..=100, slug)]
    pub friendly_name: String,
    #[entity(rename = "type", default = DeviceType::EndDevice)]
    pub device_type: DeviceType,
    #[entity(range = 0..=65_535, default)]
    pub network_address: i64,
    #[entity(product, default)]
    pub model: String,
    #[entity(company, default)]
    pub vendor: String,
    #[entity(default)]
    pub description: String,
    pub power_source: Option<String>,
    #[entity(default = true)]
    pub supported: bool,
    #[entity(default = true)]
    pub interview_completed: bool,
    #[entity(default)]
    pub disabled: bool,
    #[entity(default = Availability::Online)]
    pub availability: Availability,
    /// What the device reports and takes.
    pub exposes: Vec<Expose>,
    /// The last reported value of each property.
    pub state: BTreeMap<String, Json>,
    /// Settings of this device: debounce, calibration, retention and so on.
    pub options: BTreeMap<String, Json>,
    pub firmware: Option<Firmware>,
    /// The device that it reaches the coordinator through; directly when empty.
    #[entity(loose)]
    pub parent: Option<Key<Device>>,
    #[entity(range = 0..=255, default)]
    pub linkquality: i64,
    pub configured_at: Option<Timestamp>,
    pub last_seen: Option<Timestamp>,
}

/// The role of a device in the mesh.
#[derive(Choice)]
pub enum DeviceType {
    #[choice(rename = "Coordinator")]
    Coordinator,
    #[choice(rename = "Router")]
    Router,
    #[choice(rename = "EndDevice")]
    EndDevice,
}

/// Whether a device answers.
#[derive(Choice)]
pub enum Availability {
    Online,
    Offline,
}

/// One property that a device has.
#[derive(Record)]
pub struct Expose {
    pub property: String,
    #[record(rename = "type")]
    pub kind: ExposeKind,
    #[record(default)]
    pub settable: bool,
    pub unit: Option<String>,
    pub value_min: Option<f64>,
    pub value_max: Option<f64>,
    /// The names that an enumeration or a switch takes.
    pub values: Vec<String>,
}

/// The form of a property's values.
#[derive(Choice)]
pub enum ExposeKind {
    Binary,
    Numeric,
    Enum,
    Text,
    Composite,
}

/// What runs on a device, and what it could run.
#[derive(Record)]
pub struct Firmware {
    pub installed_version: i64,
    pub latest_version: i64,
    #[record(default)]
    pub release_notes: String,
}

/// Devices that are addressed together.
#[derive(Entity)]
pub struct Group {
    #[entity(key, len = 1..=100, slug)]
    pub friendly_name: Key<Group>,
    #[entity(unique, range = 1..=65_527)]
    pub id: i64,
    #[entity(on_delete = clear)]
    pub members: Vec<Key<Device>>,
}

/// The bridge and its coordinator.
#[derive(Entity)]
pub struct Bridge {
    pub version: String,
    pub coordinator_type: String,
    #[entity(range = 11..=26)]
    pub channel: i64,
    pub pan_id: i64,
    #[entity(default = BridgeState::Online)]
    pub state: BridgeState,
    #[entity(default)]
    pub permit_join: bool,
    /// When joining ends by itself.
    pub permit_join_end: Option<Timestamp>,
    /// The only router through which devices may join; any when empty.
    #[entity(loose)]
    pub permit_join_device: Option<Key<Device>>,
    /// Addresses that may not join again.
    pub blocklist: Vec<String>,
    pub started_at: Timestamp,
    #[entity(default)]
    pub mqtt_published: i64,
    #[entity(default)]
    pub mqtt_received: i64,
}

/// Whether the bridge runs.
#[derive(Choice)]
pub enum BridgeState {
    Online,
    Offline,
}

pub trait Tools {
    /// Tells whether the bridge is connected and how much of the network it knows.
    #[tool(reads(devices, groups, bridge))]
    #[case(args = "{}", ok = r#"{"connected":true,"devices":4,"groups":1}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn connection_status(
        state: &Zigbee2Mqtt,
        _args: ConnectionStatus,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let bridge = state.bridge.get();
        Ok(serde_json::json!({
            "connected": bridge.is_some_and(|bridge| bridge.state == BridgeState::Online),
            "cache_ready": bridge.is_some(),
            "devices": state.devices.len(),
            "groups": state.groups.len(),
        }))
    }

    /// Lists devices, in short or with all details; the coordinator only on request.
    #[tool(list, about = Device, reads(devices))]
    #[case(
        args = "{}",
        ok = r#"[{"friendly_name":"hall_plug","model":"SP 240"},{"friendly_name":"kitchen_lamp","properties":["state","brightness","color_temp"]},{"friendly_name":"porch_sensor","availability":"offline"}]"#
    )]
    #[case(args = r#"{"detailed":"yes"}"#, error = "invalid_argument")]
    fn list_devices(
        state: &Zigbee2Mqtt,
        args: ListDevices,
        _cx: &mut Context,
    ) -> Result<Vec<serde_json::Value>, ToolError> {
        let mut rows = state.devices.select(&|device| {
            args.include_coordinator || device.device_type != DeviceType::Coordinator
        });
        rows.sort_by(|a, b| a.friendly_name.cmp(&b.friendly_name));
        let shown = |row: RowRef<Device>| if args.detailed { whole(&row) } else { summary(&row) };
        Ok(rows.into_iter().map(shown).collect())
    }

    #[tool(search((friendly_name, model, vendor, description, ieee_address) ~ query))]
    fn find_devices() -> Vec<Device>;

    /// Reads one device, by friendly name or address.
    #[tool(get, key(device), reads(devices))]
    #[case(args = r#"{"device":"kitchen_lamp"}"#, ok = r#"{"ieee_address":"0x00158d0001a2b3c4"}"#)]
    #[case(args = r#"{"device":"0x00158d0001a2b3c4"}"#, ok = r#"{"friendly_name":"kitchen_lamp"}"#)]
    #[case(args = r#"{"device":"attic_lamp"}"#, error = "not_found")]
    fn get_device(
        state: &Zigbee2Mqtt,
        args: GetDevice,
        _cx: &mut Context,
    ) -> Result<RowRef<Device>, ToolError> {
        find_device(state, args.device.as_str())
    }

    /// Reads the last known state of a device; `refresh` asks the device first, which needs it
    /// to be online.
    #[tool(get, key(device), about = Device, reads(devices))]
    #[case(
        args = r#"{"device":"kitchen_lamp"}"#,
        ok = r#"{"device":"kitchen_lamp","state":{"state":"OFF","brightness":120}}"#
    )]
    #[case(args = r#"{"device":"porch_sensor","refresh":true}"#, error = "unavailable")]
    #[case(args = r#"{"device":"attic_lamp"}"#, error = "not_found")]
    fn get_device_state(
        state: &Zigbee2Mqtt,
        args: GetDeviceState,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let device = find_device(state, args.device.as_str())?;
        if args.refresh {
            require_online(&device)?;
        }
        Ok(state_answer(&device))
    }

    #[tool(list)]
    fn list_groups() -> Vec<Group>;

    /// Tells version, coordinator, network and who may join.
    #[tool(reads(bridge))]
    #[case(args = "{}", ok = r#"{"version":"2.1.0","channel":15,"permit_join":false}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_bridge_info(
        state: &Zigbee2Mqtt,
        _args: GetBridgeInfo,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let bridge = state.bridge.find()?;
        let left = match bridge.permit_join_end {
            Some(end) => end.unix_seconds().saturating_sub(cx.now().unix_seconds()).max(0),
            None => 0,
        };
        let joining = bridge.permit_join && (bridge.permit_join_end.is_none() || left > 0);
        Ok(serde_json::json!({
            "version": bridge.version,
            "coordinator": {"type": bridge.coordinator_type},
            "channel": bridge.channel,
            "pan_id": bridge.pan_id,
            "permit_join": joining,
            "permit_join_seconds_left": if joining { left } else { 0 },
            "permit_join_device": bridge.permit_join_device.as_ref().map(Key::as_str),
            "blocklist": bridge.blocklist,
        }))
    }

    /// Tells whether the bridge is online.
    #[tool(reads(bridge))]
    #[case(args = "{}", ok = r#"{"state":"online"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_bridge_state(
        state: &Zigbee2Mqtt,
        _args: GetBridgeState,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        Ok(serde_json::json!({"state": state.bridge.find()?.state.as_str()}))
    }

    /// Tells how long the bridge runs, what it published and received, and which devices are
    /// silent.
    #[tool(reads(bridge, devices))]
    #[case(
        args = "{}",
        ok = r#"{"healthy":true,"mqtt":{"published":5120,"received":310},"devices":{"online":2,"offline":1}}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_bridge_health(
        state: &Zigbee2Mqtt,
        _args: GetBridgeHealth,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let bridge = state.bridge.find()?;
        let uptime = cx.now().unix_seconds().saturating_sub(bridge.started_at.unix_seconds());
        let with = |availability: Availability| {
            let rows = state.devices.select(&|device| {
                device.device_type != DeviceType::Coordinator && device.availability == availability
            });
            rows.len()
        };
        Ok(serde_json::json!({
            "healthy": bridge.state == BridgeState::Online,
            "uptime_seconds": uptime.max(0),
            "mqtt": {"published": bridge.mqtt_published, "received": bridge.mqtt_received},
            "devices": {"online": with(Availability::Online), "offline": with(Availability::Offline)},
        }))
    }

    /// Draws the mesh: each device and the link by which it reaches the coordinator.
    #[tool(reads(devices))]
    #[case(
        args = r#"{"map_type":"raw"}"#,
        ok = r#"{"type":"raw","value":{"links":[{"source":"0x00158d0001a2b3c4","target":"0x00124b0000000001","linkquality":142},{"source":"0x00158d0002d4e5f6","target":"0x00124b0000000001"},{"source":"0x00158d0003a7b8c9","target":"0x00158d0001a2b3c4"}]}}"#
    )]
    #[case(
        args = r#"{"map_type":"graphviz"}"#,
        ok = r#"{"type":"graphviz","value":"digraph G {\n  \"Coordinator\";\n  \"kitchen_lamp\";\n  \"hall_plug\";\n  \"porch_sensor\";\n  \"kitchen_lamp\" -> \"Coordinator\" [label=\"142\"];\n  \"hall_plug\" -> \"Coordinator\" [label=\"98\"];\n  \"porch_sensor\" -> \"kitchen_lamp\" [label=\"60\"];\n}\n"}"#
    )]
    #[case(args = r#"{"map_type":"svg"}"#, error = "invalid_argument")]
    fn get_network_map(
        state: &Zigbee2Mqtt,
        args: GetNetworkMap,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let value = match args.map_type.as_str() {
            "raw" if args.routes => with_routes(state, raw_map(state)),
            "raw" => raw_map(state),
            "graphviz" => serde_json::Value::from(graphviz_map(state)),
            "plantuml" => serde_json::Value::from(plantuml_map(state)),
            other => {
                return Err(ToolError::invalid_argument(format!(
                    "`{other}` is no map type, there are `raw`, `graphviz` and `plantuml`"
                )));
            }
        };
        Ok(serde_json::json!({"type": args.map_type, "routes": args.routes, "value": value}))
    }

    /// Sets properties of a device, such as `{"state": "ON", "brightness": 128}`.
    #[tool(reads(devices), writes(devices))]
    #[case(
        args = r#"{"device":"kitchen_lamp","state":{"state":"TOGGLE","brightness":200}}"#,
        ok = r#"{"device":"kitchen_lamp","state":{"state":"ON","brightness":200}}"#
    )]
    #[case(
        args = r#"{"device":"kitchen_lamp","state":{"brightness":900}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"device":"kitchen_lamp","state":{"volume":3}}"#, error = "invalid_argument")]
    #[case(
        args = r#"{"device":"porch_sensor","state":{"temperature":3}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"device":"attic_lamp","state":{"state":"ON"}}"#, error = "not_found")]
    fn set_device_state(
        state: &mut Zigbee2Mqtt,
        args: SetDeviceState,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let device = find_device(state, &args.device)?;
        let payload = object_of(&args.state, "state")?;
        if payload.is_empty() {
            return Err(ToolError::invalid_argument("`state` names no property to set"));
        }
        let mut values = BTreeMap::new();
        for (property, value) in payload {
            // A transition is how a change happens, not a state.
            if property == "transition" && value.is_number() {
                continue;
            }
            values.insert(property.clone(), Json(settable_value(&device, property, value)?));
        }
        if device.disabled {
            let message = format!("`{}` is disabled", device.friendly_name);
            return Err(ToolError::failed_precondition(message));
        }
        require_online(&device)?;
        let now = cx.now();
        let changed = state.devices.update(&device.ieee_address, |device| {
            device.state.extend(values);
            device.last_seen = Some(now);
            Ok(())
        })?;
        if args.wait {
            return Ok(state_answer(&changed));
        }
        Ok(serde_json::json!({"device": changed.friendly_name, "sent": args.state.0}))
    }

    /// Lets new devices join, for 254 seconds or as long as said, or ends that.
    #[tool(reads(devices, bridge), writes(bridge))]
    #[case(
        args = r#"{"enable":true,"time":120,"device":"kitchen_lamp"}"#,
        ok = r#"{"permit_join":true,"time":120,"device":"kitchen_lamp"}"#
    )]
    #[case(args = r#"{"enable":false}"#, ok = r#"{"permit_join":false}"#)]
    #[case(args = r#"{"enable":true,"time":900}"#, error = "invalid_argument")]
    #[case(args = r#"{"enable":true,"device":"porch_sensor"}"#, error = "failed_precondition")]
    fn permit_join(
        state: &mut Zigbee2Mqtt,
        args: PermitJoin,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        const SECONDS_MAX: i64 = 254;
        let seconds = args.time.unwrap_or(SECONDS_MAX);
        if !(0..=SECONDS_MAX).contains(&seconds) {
            return Err(ToolError::invalid_argument(format!(
                "`time` is 0 to {SECONDS_MAX} seconds, it is {seconds}"
            )));
        }
        let router = args.device.as_deref().map(|name| find_device(state, name)).transpose()?;
        if let Some(router) = &router
            && router.device_type == DeviceType::EndDevice
        {
            return Err(ToolError::failed_precondition(format!(
                "`{}` is an end device, others join through routers only",
                router.friendly_name
            )));
        }
        // Zero seconds end joining, as the bridge itself has it.
        let enabled = args.enable && seconds > 0;
        let end = enabled.then(|| cx.now().plus_seconds(seconds));
        let address = router.as_ref().map(|router| router.ieee_address.clone());
        state.bridge.update(|bridge| {
            bridge.permit_join = enabled;
            bridge.permit_join_end = end;
            bridge.permit_join_device = address.filter(|_| enabled);
            Ok(())
        })?;
        Ok(serde_json::json!({
            "permit_join": enabled,
            "time": if enabled { seconds } else { 0 },
            "device": router.map(|router| router.friendly_name.clone()),
        }))
    }

    /// Gives a device another friendly name, which no device or group has.
    #[tool(
        update,
        key(current),
        map(friendly_name = new_name),
        reads(devices, groups),
        writes(devices)
    )]
    #[case(
        args = r#"{"current":"hall_plug","new_name":"hall_heater"}"#,
        ok = r#"{"ieee_address":"0x00158d0002d4e5f6","friendly_name":"hall_heater"}"#
    )]
    #[case(args = r#"{"current":"hall_plug","new_name":"kitchen_lamp"}"#, error = "already_exists")]
    #[case(args = r#"{"current":"hall_plug","new_name":"downstairs"}"#, error = "already_exists")]
    #[case(args = r#"{"current":"attic_lamp","new_name":"x"}"#, error = "not_found")]
    fn rename_device(
        state: &mut Zigbee2Mqtt,
        args: RenameDevice,
        _cx: &mut Context,
    ) -> Result<RowRef<Device>, ToolError> {
        let device = find_device(state, args.current.as_str())?;
        check_new_name(state, &args.new_name)?;
        state.devices.update(&device.ieee_address, |device| {
            device.friendly_name = args.new_name;
            Ok(())
        })
    }

    /// Unpairs a device; one that does not answer only by force.
    #[tool(
        delete,
        key(device),
        about = Device,
        reads(devices, groups, bridge),
        writes(devices, groups, bridge)
    )]
    #[case(
        args = r#"{"device":"kitchen_lamp","block":true}"#,
        ok = r#"{"id":"kitchen_lamp","ieee_address":"0x00158d0001a2b3c4","block":true}"#
    )]
    #[case(args = r#"{"device":"porch_sensor","force":true}"#, ok = r#"{"force":true}"#)]
    #[case(args = r#"{"device":"porch_sensor"}"#, error = "unavailable")]
    #[case(args = r#"{"device":"Coordinator"}"#, error = "failed_precondition")]
    fn remove_device(
        state: &mut Zigbee2Mqtt,
        args: RemoveDevice,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let device = find_device(state, args.device.as_str())?;
        require_no_coordinator(&device)?;
        if !args.force {
            require_online(&device)?;
        }
        let address = device.ieee_address.clone();
        state.delete::<Device>(&address)?;
        if args.block {
            state.bridge.update(|bridge| {
                if !bridge.blocklist.iter().any(|blocked| address == blocked.as_str()) {
                    bridge.blocklist.push(address.as_str().to_owned());
                }
                Ok(())
            })?;
        }
        Ok(serde_json::json!({
            "id": device.friendly_name,
            "ieee_address": address.as_str(),
            "force": args.force,
            "block": args.block,
        }))
    }

    /// Sets options of a device; an option that is null is forgotten.
    #[tool(reads(devices), writes(devices))]
    #[case(
        args = r#"{"device":"kitchen_lamp","options":{"transition":2,"retain":null}}"#,
        ok = r#"{"friendly_name":"kitchen_lamp","options":{"transition":2}}"#
    )]
    #[case(
        args = r#"{"device":"kitchen_lamp","options":{"friendly_name":"x"}}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"device":"attic_lamp","options":{"retain":true}}"#, error = "not_found")]
    fn set_device_options(
        state: &mut Zigbee2Mqtt,
        args: SetDeviceOptions,
        _cx: &mut Context,
    ) -> Result<RowRef<Device>, ToolError> {
        let device = find_device(state, &args.device)?;
        let options = object_of(&args.options, "options")?;
        for name in ["friendly_name", "ieee_address", "ID"] {
            if options.contains_key(name) {
                let message = format!("`{name}` is no option; rename a device with its own tool");
                return Err(ToolError::invalid_argument(message));
            }
        }
        state.devices.update(&device.ieee_address, |device| {
            for (name, value) in options {
                if value.is_null() {
                    device.options.remove(name);
                } else {
                    device.options.insert(name.clone(), Json(value.clone()));
                }
            }
            Ok(())
        })
    }

    /// Sets up bindings and reporting of a device again.
    #[tool(reads(devices), writes(devices))]
    #[case(args = r#"{"device":"kitchen_lamp"}"#, ok = r#"{"friendly_name":"kitchen_lamp"}"#)]
    #[case(args = r#"{"device":"Coordinator"}"#, error = "failed_precondition")]
    #[case(args = r#"{"device":"porch_sensor"}"#, error = "unavailable")]
    fn configure_device(
        state: &mut Zigbee2Mqtt,
        args: ConfigureDevice,
        cx: &mut Context,
    ) -> Result<RowRef<Device>, ToolError> {
        let device = find_device(state, &args.device)?;
        require_no_coordinator(&device)?;
        if !device.supported || !device.interview_completed {
            return Err(ToolError::failed_precondition(format!(
                "`{}` is not supported or its interview is not complete",
                device.friendly_name
            )));
        }
        require_online(&device)?;
        let now = cx.now();
        state.devices.update(&device.ieee_address, |device| {
            device.configured_at = Some(now);
            device.last_seen = Some(now);
            Ok(())
        })
    }

    /// Tells whether there is newer firmware for a device.
    #[tool(reads(devices))]
    #[case(
        args = r#"{"device":"kitchen_lamp"}"#,
        ok = r#"{"device":"kitchen_lamp","update_available":true,"installed_version":12,"latest_version":14}"#
    )]
    #[case(args = r#"{"device":"hall_plug"}"#, error = "failed_precondition")]
    fn ota_check(
        state: &Zigbee2Mqtt,
        args: OtaCheck,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let device = find_device(state, &args.device)?;
        let firmware = firmware_of(&device)?;
        require_online(&device)?;
        Ok(serde_json::json!({
            "device": device.friendly_name,
            "update_available": firmware.latest_version > firmware.installed_version,
            "installed_version": firmware.installed_version,
            "latest_version": firmware.latest_version,
            "release_notes": firmware.release_notes,
        }))
    }

    /// Installs the newest firmware on a device.
    #[tool(reads(devices), writes(devices))]
    #[case(
        args = r#"{"device":"kitchen_lamp"}"#,
        ok = r#"{"device":"kitchen_lamp","from":12,"to":14}"#
    )]
    #[case(args = r#"{"device":"hall_plug"}"#, error = "failed_precondition")]
    #[case(args = r#"{"device":"attic_lamp"}"#, error = "not_found")]
    fn ota_update(
        state: &mut Zigbee2Mqtt,
        args: OtaUpdate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        if args.timeout <= 0.0 {
            return Err(ToolError::invalid_argument("`timeout` is a positive number of seconds"));
        }
        let device = find_device(state, &args.device)?;
        let firmware = firmware_of(&device)?;
        if firmware.latest_version <= firmware.installed_version {
            return Err(ToolError::failed_precondition(format!(
                "`{}` runs the newest firmware already",
                device.friendly_name
            )));
        }
        require_online(&device)?;
        let now = cx.now();
        state.devices.update(&device.ieee_address, |device| {
            if let Some(firmware) = device.firmware.as_mut() {
                firmware.installed_version = firmware.latest_version;
            }
            device.last_seen = Some(now);
            Ok(())
        })?;
        Ok(serde_json::json!({
            "device": device.friendly_name,
            "from": firmware.installed_version,
            "to": firmware.latest_version,
        }))
    }

    /// Makes an empty group, with the next free number or the one given.
    #[tool(
        create,
        map(friendly_name = name, id = group_id),
        reads(groups, devices),
        writes(groups)
    )]
    #[case(
        args = r#"{"name":"upstairs"}"#,
        ok = r#"{"friendly_name":"upstairs","id":2,"members":[]}"#
    )]
    #[case(args = r#"{"name":"downstairs"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"hall_plug"}"#, error = "already_exists")]
    #[case(args = r#"{"name":"upstairs","group_id":1}"#, error = "already_exists")]
    fn create_group(
        state: &mut Zigbee2Mqtt,
        args: CreateGroup,
        _cx: &mut Context,
    ) -> Result<RowRef<Group>, ToolError> {
        let name: Key<Group> = args.name;
        check_new_name(state, name.as_str())?;
        let id = match args.group_id {
            Some(id) => id,
            None => state.groups.next_number_where(&|_| true, &|group| group.id),
        };
        state.groups.insert(Group { friendly_name: name, id, members: Vec::new() })
    }

    /// Removes a group, named or numbered; when a member does not answer, only by force.
    #[tool(delete, key(group), reads(groups, devices), writes(groups))]
    #[case(
        args = r#"{"group":"downstairs","force":true}"#,
        ok = r#"{"friendly_name":"downstairs"}"#
    )]
    #[case(args = r#"{"group":"1","force":true}"#, ok = r#"{"id":1}"#)]
    #[case(args = r#"{"group":"downstairs"}"#, error = "unavailable")]
    #[case(args = r#"{"group":"upstairs"}"#, error = "not_found")]
    fn remove_group(
        state: &mut Zigbee2Mqtt,
        args: RemoveGroup,
        _cx: &mut Context,
    ) -> Result<RowRef<Group>, ToolError> {
        let group = find_group(state, args.group.as_str())?;
        if !args.force {
            for member in &group.members {
                require_online(&*state.devices.find(member)?)?;
            }
        }
        state.delete::<Group>(&group.friendly_name)
    }

    /// Adds a device to a group; one that is in it stays in it.
    #[tool(append(members = device), key(group), reads(groups, devices), writes(groups))]
    #[case(
        args = r#"{"group":"downstairs","device":"hall_plug"}"#,
        ok = r#"{"members":["0x00158d0001a2b3c4","0x00158d0003a7b8c9","0x00158d0002d4e5f6"]}"#
    )]
    #[case(
        args = r#"{"group":"downstairs","device":"Coordinator"}"#,
        error = "failed_precondition"
    )]
    #[case(args = r#"{"group":"downstairs","device":"attic_lamp"}"#, error = "not_found")]
    fn group_add_member(
        state: &mut Zigbee2Mqtt,
        args: GroupAddMember,
        _cx: &mut Context,
    ) -> Result<RowRef<Group>, ToolError> {
        let group = find_group(state, args.group.as_str())?;
        let device = find_device(state, args.device.as_str())?;
        require_no_coordinator(&device)?;
        require_online(&device)?;
        state.groups.update(&group.friendly_name, |group| {
            if !group.members.contains(&device.ieee_address) {
                group.members.push(device.ieee_address.clone());
            }
            Ok(())
        })
    }

    /// Takes a device out of a group.
    #[tool(detach(members = device), key(group), reads(groups, devices), writes(groups))]
    #[case(
        args = r#"{"group":"downstairs","device":"kitchen_lamp"}"#,
        ok = r#"{"members":["0x00158d0003a7b8c9"]}"#
    )]
    #[case(args = r#"{"group":"downstairs","device":"hall_plug"}"#, error = "failed_precondition")]
    #[case(args = r#"{"group":"upstairs","device":"hall_plug"}"#, error = "not_found")]
    fn group_remove_member(
        state: &mut Zigbee2Mqtt,
        args: GroupRemoveMember,
        _cx: &mut Context,
    ) -> Result<RowRef<Group>, ToolError> {
        let group = find_group(state, args.group.as_str())?;
        let device = find_device(state, args.device.as_str())?;
        if !group.members.contains(&device.ieee_address) {
            return Err(ToolError::failed_precondition(format!(
                "`{}` is not in the group `{}`",
                device.friendly_name, group.friendly_name
            )));
        }
        state.groups.update(&group.friendly_name, |group| {
            group.members.retain(|member| *member != device.ieee_address);
            Ok(())
        })
    }
}

fn find_device(state: &Zigbee2Mqtt, named: &str) -> Result<RowRef<Device>, ToolError> {
    if let Some(device) = state.devices.first(&|device| device.friendly_name == named) {
        return state.devices.find(&device.ieee_address);
    }
    state.devices.find(named)
}

fn find_group(state: &Zigbee2Mqtt, named: &str) -> Result<RowRef<Group>, ToolError> {
    let numbered = named.parse::<i64>().ok();
    let found = state.groups.first(&|group| Some(group.id) == numbered);
    match found.filter(|_| !state.groups.contains(named)) {
        Some(group) => state.groups.find(&group.friendly_name),
        None => state.groups.find(named),
    }
}

/// A name for a device or a group: not empty, not taken by either, and no path of a topic that
/// the bridge itself uses.
fn check_new_name(state: &Zigbee2Mqtt, name: &str) -> Result<(), ToolError> {
    if name.is_empty() || name.starts_with('/') || name.ends_with('/') || name.contains(['#', '+'])
    {
        let message = "a friendly name is not empty, has no `#` or `+`, and no `/` at its ends";
        return Err(ToolError::invalid_argument(message));
    }
    let taken = state.devices.first(&|device| device.friendly_name == name).is_some()
        || state.groups.contains(name);
    if taken {
        return Err(ToolError::already_exists(format!(
            "a device or group is called `{name}` already"
        )));
    }
    Ok(())
}

fn require_online(device: &Device) -> Result<(), ToolError> {
    if device.availability == Availability::Online {
        return Ok(());
    }
    Err(ToolError::new(
        ErrorCode::Unavailable,
        format!("`{}` does not answer, it is offline", device.friendly_name),
    ))
}

fn require_no_coordinator(device: &Device) -> Result<(), ToolError> {
    if device.device_type == DeviceType::Coordinator {
        return Err(ToolError::failed_precondition("the coordinator does not take this"));
    }
    Ok(())
}

fn firmware_of(device: &Device) -> Result<Firmware, ToolError> {
    device.firmware.clone().ok_or_else(|| {
        ToolError::failed_precondition(format!(
            "`{}` takes no firmware over the air",
            device.friendly_name
        ))
    })
}

fn object_of<'a>(
    value: &'a Json,
    name: &str,
) -> Result<&'a serde_json::Map<String, serde_json::Value>, ToolError> {
    value.0.as_object().ok_or_else(|| {
        ToolError::invalid_argument(format!("`{name}` is an object of properties and values"))
    })
}

/// The value that a property takes, when the device has the property and may be told the value.
fn settable_value(
    device: &Device,
    property: &str,
    value: &serde_json::Value,
) -> Result<serde_json::Value, ToolError> {
    let expose = device.exposes.iter().find(|expose| expose.property == property);
    let Some(expose) = expose.filter(|expose| expose.settable) else {
        let known: Vec<&str> = device
            .exposes
            .iter()
            .filter(|expose| expose.settable)
            .map(|expose| expose.property.as_str())
            .collect();
        return Err(ToolError::invalid_argument(format!(
            "`{}` has no `{property}` to set; it takes: {}",
            device.friendly_name,
            if known.is_empty() { "nothing".to_owned() } else { known.join(", ") }
        )));
    };
    let refused = |wanted: &str| {
        ToolError::invalid_argument(format!("`{property}` takes {wanted}, not {value}"))
    };
    match expose.kind {
        ExposeKind::Numeric => {
            let number = value.as_f64().ok_or_else(|| refused("a number"))?;
            let least = expose.value_min.unwrap_or(f64::MIN);
            let most = expose.value_max.unwrap_or(f64::MAX);
            if !(least..=most).contains(&number) {
                return Err(refused(&format!("{least} to {most}")));
            }
            Ok(value.clone())
        }
        ExposeKind::Binary => binary_value(device, expose, value)
            .ok_or_else(|| refused(&format!("{} or TOGGLE", expose.values.join(", ")))),
        ExposeKind::Enum => {
            let known = value.as_str().is_some_and(|name| expose.values.iter().any(|v| v == name));
            if known { Ok(value.clone()) } else { Err(refused(&expose.values.join(", "))) }
        }
        ExposeKind::Text => {
            if value.is_string() {
                Ok(value.clone())
            } else {
                Err(refused("a text"))
            }
        }
        ExposeKind::Composite => {
            if value.is_object() {
                Ok(value.clone())
            } else {
                Err(refused("an object"))
            }
        }
    }
}

/// The name of a switch's position in the device's spelling; `TOGGLE` takes the other one.
fn binary_value(
    device: &Device,
    expose: &Expose,
    value: &serde_json::Value,
) -> Option<serde_json::Value> {
    let wanted = match value {
        serde_json::Value::Bool(true) => "ON".to_owned(),
        serde_json::Value::Bool(false) => "OFF".to_owned(),
        other => other.as_str()?.to_uppercase(),
    };
    if wanted == "TOGGLE" {
        let now = device.state.get(&expose.property).and_then(|value| value.0.as_str());
        let other = expose.values.iter().find(|name| Some(name.as_str()) != now)?;
        return Some(serde_json::Value::from(other.as_str()));
    }
    let position = expose.values.iter().find(|name| name.to_uppercase() == wanted)?;
    Some(serde_json::Value::from(position.as_str()))
}

fn state_answer(device: &Device) -> serde_json::Value {
    let state: serde_json::Map<String, serde_json::Value> =
        device.state.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
    serde_json::json!({
        "device": device.friendly_name,
        "ieee_address": device.ieee_address.as_str(),
        "availability": device.availability.as_str(),
        "last_seen": device.last_seen.map(|at| at.to_string()),
        "state": state,
    })
}

fn summary(device: &Device) -> serde_json::Value {
    let properties: Vec<&str> =
        device.exposes.iter().map(|expose| expose.property.as_str()).collect();
    serde_json::json!({
        "friendly_name": device.friendly_name,
        "ieee_address": device.ieee_address.as_str(),
        "type": device.device_type.as_str(),
        "model": device.model,
        "vendor": device.vendor,
        "properties": properties,
        "availability": device.availability.as_str(),
    })
}

fn whole(device: &RowRef<Device>) -> serde_json::Value {
    let mut text = String::new();
    Output::write_output(device, &mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn coordinator(state: &Zigbee2Mqtt) -> Option<&Device> {
    state.devices.first(&|device| device.device_type == DeviceType::Coordinator)
}

/// Each device that is not the coordinator, with the device that it reaches it through.
fn links(state: &Zigbee2Mqtt) -> Vec<(&Device, &Device)> {
    let link = |device| -> Option<(&Device, &Device)> {
        let device: &Device = device;
        if device.device_type == DeviceType::Coordinator {
            return None;
        }
        let parent = device.parent.as_ref().and_then(|parent| state.devices.get(parent));
        Some((device, parent.or_else(|| coordinator(state))?))
    };
    state.devices.iter().filter_map(link).collect()
}

fn raw_map(state: &Zigbee2Mqtt) -> serde_json::Value {
    let nodes: Vec<serde_json::Value> = state
        .devices
        .iter()
        .map(|device| {
            serde_json::json!({
                "ieeeAddr": device.ieee_address.as_str(),
                "friendlyName": device.friendly_name,
                "type": device.device_type.as_str(),
                "networkAddress": device.network_address,
            })
        })
        .collect();
    let links: Vec<serde_json::Value> = links(state)
        .into_iter()
        .map(|(device, parent)| {
            serde_json::json!({
                "source": device.ieee_address.as_str(),
                "target": parent.ieee_address.as_str(),
                "linkquality": device.linkquality,
            })
        })
        .collect();
    serde_json::json!({"nodes": nodes, "links": links})
}

/// The same map, each link with the route that its packets take.
fn with_routes(state: &Zigbee2Mqtt, mut map: serde_json::Value) -> serde_json::Value {
    let drawn = map.get_mut("links").and_then(serde_json::Value::as_array_mut);
    for (link, (_, parent)) in drawn.into_iter().flatten().zip(links(state)) {
        if let Some(link) = link.as_object_mut() {
            let route = serde_json::json!([{"destination": parent.network_address}]);
            link.insert("routes".to_owned(), route);
        }
    }
    map
}

fn graphviz_map(state: &Zigbee2Mqtt) -> String {
    let mut out = String::from("digraph G {\n");
    for device in state.devices.iter() {
        out.push_str(&format!("  \"{}\";\n", device.friendly_name));
    }
    for (device, parent) in links(state) {
        out.push_str(&format!(
            "  \"{}\" -> \"{}\" [label=\"{}\"];\n",
            device.friendly_name, parent.friendly_name, device.linkquality
        ));
    }
    out.push_str("}\n");
    out
}

fn plantuml_map(state: &Zigbee2Mqtt) -> String {
    let mut out = String::from("@startuml\n");
    for device in state.devices.iter() {
        out.push_str(&format!(
            "card {} [\n{}\n{}\n]\n",
            device.ieee_address,
            device.friendly_name,
            device.device_type.as_str()
        ));
    }
    for (device, parent) in links(state) {
        out.push_str(&format!(
            "{} --> {}: {}\n",
            device.ieee_address, parent.ieee_address, device.linkquality
        ));
    }
    out.push_str("@enduml\n");
    out
}

/// A coordinator, a lamp that routes, a plug, and a sensor that is silent.
pub const FIXTURE: &str = r##"{
    "devices": {
        "0x00124b0000000001": {"ieee_address": "0x00124b0000000001", "friendly_name": "Coordinator", "type": "Coordinator", "network_address": 0, "interview_completed": true, "supported": true, "availability": "online", "exposes": [], "state": {}, "options": {}},
        "0x00158d0001a2b3c4": {"ieee_address": "0x00158d0001a2b3c4", "friendly_name": "kitchen_lamp", "type": "Router", "network_address": 4120, "model": "WL 806", "vendor": "Lumora", "description": "White spectrum bulb", "power_source": "Mains (single phase)", "availability": "online", "exposes": [
            {"property": "state", "type": "binary", "settable": true, "values": ["ON", "OFF"]},
            {"property": "brightness", "type": "numeric", "settable": true, "value_min": 0, "value_max": 254, "values": []},
            {"property": "color_temp", "type": "numeric", "settable": true, "unit": "mired", "value_min": 153, "value_max": 454, "values": []}],
            "state": {"state": "OFF", "brightness": 120, "color_temp": 370}, "options": {"retain": true}, "firmware": {"installed_version": 12, "latest_version": 14, "release_notes": "Steadier dimming"}, "linkquality": 142, "last_seen": "2026-03-02T07:55:00Z"},
        "0x00158d0002d4e5f6": {"ieee_address": "0x00158d0002d4e5f6", "friendly_name": "hall_plug", "type": "Router", "network_address": 8231, "model": "SP 240", "vendor": "Kestrel Home", "description": "Smart plug with power meter", "power_source": "Mains (single phase)", "availability": "online", "exposes": [
            {"property": "state", "type": "binary", "settable": true, "values": ["ON", "OFF"]},
            {"property": "power", "type": "numeric", "settable": false, "unit": "W", "values": []}],
            "state": {"state": "ON", "power": 41.5}, "options": {}, "linkquality": 98, "last_seen": "2026-03-02T07:58:00Z"},
        "0x00158d0003a7b8c9": {"ieee_address": "0x00158d0003a7b8c9", "friendly_name": "porch_sensor", "type": "EndDevice", "network_address": 15007, "model": "TH 01", "vendor": "Kestrel Home", "description": "Temperature and humidity sensor", "power_source": "Battery", "availability": "offline", "exposes": [
            {"property": "temperature", "type": "numeric", "settable": false, "unit": "°C", "values": []},
            {"property": "battery", "type": "numeric", "settable": false, "unit": "%", "values": []}],
            "state": {"temperature": 4.2, "battery": 3}, "options": {}, "parent": "0x00158d0001a2b3c4", "linkquality": 60, "last_seen": "2026-02-27T22:10:00Z"}
    },
    "groups": {
        "downstairs": {"friendly_name": "downstairs", "id": 1, "members": ["0x00158d0001a2b3c4", "0x00158d0003a7b8c9"]}
    },
    "bridge": {"version": "2.1.0", "coordinator_type": "zStack3x0", "channel": 15, "pan_id": 6754, "state": "online", "permit_join": false, "blocklist": [], "started_at": "2026-02-20T05:00:00Z", "mqtt_published": 5120, "mqtt_received": 310}
}"##;
