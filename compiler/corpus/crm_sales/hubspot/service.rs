//! HubSpot: companies and their contacts, deals in pipelines, and what was done for them: calls,
//! emails, meetings, notes, tasks and other messages.
//!
//! Records come with what they are associated with. An activity belongs to at most one contact
//! and one company and to any number of deals. A deal's pipeline is the one of its stage.

/// Everything the portal knows.
#[derive(State)]
pub struct Hubspot {
    pub portal: One<Portal>,
    pub users: Table<User>,
    pub pipelines: Table<Pipeline>,
    pub stages: Table<Stage>,
    pub companies: Table<Company>,
    pub contacts: Table<Contact>,
    pub deals: Table<Deal>,
    pub calls: Table<Call>,
    pub emails: Table<Email>,
    pub meetings: Table<Meeting>,
    pub notes: Table<Note>,
    pub tasks: Table<Task>,
    pub communications: Table<Communication>,
}

/// The portal, and the user whose credentials are used.
#[derive(Entity)]
pub struct Portal {
    pub portal_id: i64,
    #[entity(company)]
    pub name: String,
    #[entity(url)]
    pub ui_domain: String,
    #[entity(timezone)]
    pub time_zone: String,
    #[entity(currency)]
    pub company_currency: String,
    pub current_user_id: IntKey<User>,
}

/// A colleague who can own deals and activities.
#[derive(Entity)]
pub struct User {
    #[entity(key, sequence)]
    pub id: IntKey<User>,
    #[entity(person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: String,
    #[entity(unique, email)]
    pub email: String,
    #[entity(default = true)]
    pub active: bool,
}

/// A way that deals go, from stage to stage.
#[derive(Entity)]
pub struct Pipeline {
    #[entity(key)]
    pub id: Key<Pipeline>,
    #[entity(unique, len = 1..=250, title)]
    pub label: String,
    #[entity(default = 0, range = 0..)]
    pub display_order: i64,
}

/// A step of a pipeline. Its identifier is unique over all pipelines.
#[derive(Entity)]
#[entity(unique(pipeline_id, label))]
pub struct Stage {
    #[entity(key)]
    pub id: Key<Stage>,
    pub pipeline_id: Key<Pipeline>,
    #[entity(len = 1..=250, title)]
    pub label: String,
    #[entity(default = 0, range = 0..)]
    pub display_order: i64,
    /// How likely a deal of this stage is won: 1 once it is, 0 once it is lost.
    #[entity(range = 0..=1)]
    pub probability: f64,
    /// Whether deals end here.
    #[entity(default)]
    pub is_closed: bool,
}

/// A business that one sells to.
#[derive(Entity)]
pub struct Company {
    #[entity(key, sequence)]
    pub id: IntKey<Company>,
    #[entity(len = 1..=500, company)]
    pub name: String,
    pub domain: Option<String>,
    pub industry: Option<Industry>,
    #[entity(city)]
    pub city: Option<String>,
    /// State or province.
    pub region: Option<String>,
    #[entity(country)]
    pub country: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(url)]
    pub website: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A person at a company.
#[derive(Entity)]
pub struct Contact {
    #[entity(key, sequence)]
    pub id: IntKey<Contact>,
    pub company_id: IntKey<Company>,
    #[entity(len = 1..=100, person)]
    pub first_name: String,
    #[entity(person)]
    pub last_name: Option<String>,
    #[entity(unique, email)]
    pub email: Option<String>,
    #[entity(phone)]
    pub phone: Option<String>,
    #[entity(phone)]
    pub mobile_phone: Option<String>,
    #[entity(title)]
    pub job_title: Option<String>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A sale in the making.
#[derive(Entity)]
pub struct Deal {
    #[entity(key, sequence)]
    pub id: IntKey<Deal>,
    #[entity(len = 1..=500, title)]
    pub name: String,
    #[entity(range = 0.., money)]
    pub amount: Option<f64>,
    pub stage_id: Key<Stage>,
    pub r#type: Option<DealType>,
    pub close_date: Option<Date>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    pub priority: Option<Priority>,
    #[entity(body)]
    pub description: Option<String>,
    #[entity(on_delete = clear)]
    pub contact_ids: Vec<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_ids: Vec<IntKey<Company>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A telephone call.
#[derive(Entity)]
pub struct Call {
    #[entity(key, sequence)]
    pub id: IntKey<Call>,
    #[entity(len = 1..=250, title)]
    pub title: String,
    pub when_occurred: Timestamp,
    pub direction: Option<CallDirection>,
    #[entity(body)]
    pub summary: Option<String>,
    /// In seconds.
    #[entity(range = 0..=86_400)]
    pub duration: Option<i64>,
    #[entity(phone)]
    pub to_number: Option<String>,
    #[entity(phone)]
    pub from_number: Option<String>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// An email that was logged.
#[derive(Entity)]
pub struct Email {
    #[entity(key, sequence)]
    pub id: IntKey<Email>,
    #[entity(len = 1..=998, title)]
    pub subject: String,
    pub when_occurred: Timestamp,
    #[entity(email)]
    pub from_email: String,
    #[entity(email)]
    pub to_email: String,
    #[entity(person)]
    pub from_first_name: Option<String>,
    #[entity(person)]
    pub from_last_name: Option<String>,
    #[entity(person)]
    pub to_first_name: Option<String>,
    #[entity(person)]
    pub to_last_name: Option<String>,
    #[entity(email)]
    pub cc_emails: Vec<String>,
    #[entity(email)]
    pub bcc_emails: Vec<String>,
    #[entity(body)]
    pub body_text: Option<String>,
    #[entity(body)]
    pub body_html: Option<String>,
    #[entity(default = EmailDirection::Email)]
    pub direction: EmailDirection,
    #[entity(default = EmailStatus::Sent)]
    pub status: EmailStatus,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A meeting, held or planned.
#[derive(Entity)]
pub struct Meeting {
    #[entity(key, sequence)]
    pub id: IntKey<Meeting>,
    #[entity(len = 1..=250, title)]
    pub title: String,
    pub starts_at: Timestamp,
    #[entity(default = 30, range = 1..=10_080)]
    pub duration_minutes: i64,
    #[entity(address)]
    pub location: Option<String>,
    #[entity(default = MeetingOutcome::Scheduled)]
    pub outcome: MeetingOutcome,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something written down.
#[derive(Entity)]
pub struct Note {
    #[entity(key, sequence)]
    pub id: IntKey<Note>,
    #[entity(len = 1..=65_536, body)]
    pub body: String,
    pub when_occurred: Timestamp,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Something that a colleague has to do.
#[derive(Entity)]
pub struct Task {
    #[entity(key, sequence)]
    pub id: IntKey<Task>,
    #[entity(len = 1..=250, title)]
    pub subject: String,
    #[entity(body)]
    pub body: Option<String>,
    #[entity(default = TaskStatus::NotStarted)]
    pub status: TaskStatus,
    pub priority: Option<Priority>,
    pub due_date: Option<Date>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// A message by another channel: a text message, a letter, a chat.
#[derive(Entity)]
pub struct Communication {
    #[entity(key, sequence)]
    pub id: IntKey<Communication>,
    pub channel: Channel,
    pub when_occurred: Timestamp,
    #[entity(body)]
    pub body_text: Option<String>,
    #[entity(on_delete = clear)]
    pub owner_id: Option<IntKey<User>>,
    #[entity(on_delete = clear)]
    pub contact_id: Option<IntKey<Contact>>,
    #[entity(on_delete = clear)]
    pub company_id: Option<IntKey<Company>>,
    #[entity(on_delete = clear)]
    pub deal_ids: Vec<IntKey<Deal>>,
    #[entity(created)]
    pub created_at: Timestamp,
    #[entity(updated)]
    pub updated_at: Timestamp,
}

/// Whether a deal is with a new customer.
#[derive(Choice)]
pub enum DealType {
    Newbusiness,
    Existingbusiness,
}

/// How much something presses.
#[derive(Choice)]
pub enum Priority {
    Low,
    Medium,
    High,
}

/// Who called whom.
#[derive(Choice)]
pub enum CallDirection {
    #[choice(rename = "INBOUND")]
    Inbound,
    #[choice(rename = "OUTBOUND")]
    Outbound,
}

/// Which way an email went.
#[derive(Choice)]
pub enum EmailDirection {
    #[choice(rename = "EMAIL")]
    Email,
    #[choice(rename = "INCOMING_EMAIL")]
    IncomingEmail,
    #[choice(rename = "FORWARDED_EMAIL")]
    ForwardedEmail,
}

/// What became of an email.
#[derive(Choice)]
pub enum EmailStatus {
    #[choice(rename = "BOUNCED")]
    Bounced,
    #[choice(rename = "FAILED")]
    Failed,
    #[choice(rename = "SCHEDULED")]
    Scheduled,
    #[choice(rename = "SENDING")]
    Sending,
    #[choice(rename = "SENT")]
    Sent,
}

/// What became of a meeting.
#[derive(Choice)]
pub enum MeetingOutcome {
    #[choice(rename = "SCHEDULED")]
    Scheduled,
    #[choice(rename = "COMPLETED")]
    Completed,
    #[choice(rename = "RESCHEDULED")]
    Rescheduled,
    #[choice(rename = "NO_SHOW")]
    NoShow,
    #[choice(rename = "CANCELED")]
    Canceled,
}

/// Where a task stands.
#[derive(Choice)]
pub enum TaskStatus {
    #[choice(rename = "NOT_STARTED")]
    NotStarted,
    #[choice(rename = "IN_PROGRESS")]
    InProgress,
    #[choice(rename = "WAITING")]
    Waiting,
    #[choice(rename = "COMPLETED")]
    Completed,
    #[choice(rename = "DEFERRED")]
    Deferred,
}

/// How a message went.
#[derive(Choice)]
pub enum Channel {
    #[choice(rename = "SMS")]
    Sms,
    #[choice(rename = "WHATS_APP")]
    WhatsApp,
    #[choice(rename = "LINKEDIN_MESSAGE")]
    LinkedinMessage,
    #[choice(rename = "PHYSICAL_MAIL")]
    PhysicalMail,
    #[choice(rename = "CUSTOM_CHANNEL_CONVERSATION")]
    CustomChannelConversation,
}

/// The kinds of activities.
#[derive(Choice)]
pub enum ActivityType {
    Note,
    Call,
    Email,
    Meeting,
    Task,
    Communication,
}

/// How a list is ordered.
#[derive(Choice)]
pub enum SortOrder {
    #[choice(rename = "LATEST_MODIFIED")]
    LatestModified,
    #[choice(rename = "OLDEST_MODIFIED")]
    OldestModified,
    #[choice(rename = "ALPHABETICAL")]
    Alphabetical,
}

/// What a company does, by the portal's fixed list; names are taken in any case.
#[derive(Choice)]
pub enum Industry {
    Accounting,
    AirlinesAviation,
    AlternativeDisputeResolution,
    AlternativeMedicine,
    Animation,
    ApparelFashion,
    ArchitecturePlanning,
    ArtsAndCrafts,
    Automotive,
    AviationAerospace,
    Banking,
    Biotechnology,
    BroadcastMedia,
    BuildingMaterials,
    BusinessSuppliesAndEquipment,
    CapitalMarkets,
    Chemicals,
    CivicSocialOrganization,
    CivilEngineering,
    CommercialRealEstate,
    ComputerGames,
    ComputerHardware,
    ComputerNetworking,
    ComputerNetworkSecurity,
    ComputerSoftware,
    Construction,
    ConsumerElectronics,
    ConsumerGoods,
    ConsumerServices,
    Cosmetics,
    Dairy,
    DefenseSpace,
    Design,
    EducationManagement,
    ElectricalElectronicManufacturing,
    Entertainment,
    EnvironmentalServices,
    EventsServices,
    ExecutiveOffice,
    ELearning,
    FacilitiesServices,
    Farming,
    FinancialServices,
    FineArt,
    Fishery,
    FoodBeverages,
    FoodProduction,
    FundRaising,
    Furniture,
    GamblingCasinos,
    GlassCeramicsConcrete,
    GovernmentAdministration,
    GovernmentRelations,
    GraphicDesign,
    HealthWellnessAndFitness,
    HigherEducation,
    Hospitality,
    HospitalHealthCare,
    HumanResources,
    ImportAndExport,
    IndividualFamilyServices,
    IndustrialAutomation,
    InformationServices,
    InformationTechnologyAndServices,
    Insurance,
    InternationalAffairs,
    InternationalTradeAndDevelopment,
    Internet,
    InvestmentBanking,
    InvestmentManagement,
    Judiciary,
    LawEnforcement,
    LawPractice,
    LegalServices,
    LegislativeOffice,
    LeisureTravelTourism,
    Libraries,
    LogisticsAndSupplyChain,
    LuxuryGoodsJewelry,
    Machinery,
    ManagementConsulting,
    Maritime,
    MarketingAndAdvertising,
    MarketResearch,
    MechanicalOrIndustrialEngineering,
    MediaProduction,
    MedicalDevices,
    MedicalPractice,
    MentalHealthCare,
    Military,
    MiningMetals,
    MobileGames,
    MotionPicturesAndFilm,
    MuseumsAndInstitutions,
    Music,
    Nanotechnology,
    Newspapers,
    NonProfitOrganizationManagement,
    OilEnergy,
    OnlineMedia,
    OutsourcingOffshoring,
    PackageFreightDelivery,
    PackagingAndContainers,
    PaperForestProducts,
    PerformingArts,
    Pharmaceuticals,
    Philanthropy,
    Photography,
    Plastics,
    PoliticalOrganization,
    PrimarySecondaryEducation,
    Printing,
    ProfessionalTrainingCoaching,
    ProgramDevelopment,
    PublicPolicy,
    PublicRelationsAndCommunications,
    PublicSafety,
    Publishing,
    RailroadManufacture,
    Ranching,
    RealEstate,
    RecreationalFacilitiesAndServices,
    ReligiousInstitutions,
    RenewablesEnvironment,
    Research,
    Restaurants,
    Retail,
    SecurityAndInvestigations,
    Semiconductors,
    Shipbuilding,
    SportingGoods,
    Sports,
    StaffingAndRecruiting,
    Supermarkets,
    Telecommunications,
    Textiles,
    ThinkTanks,
    Tobacco,
    TranslationAndLocalization,
    TransportationTruckingRailroad,
    Utilities,
    VentureCapitalPrivateEquity,
    Veterinary,
    Warehousing,
    Wholesale,
    WineAndSpirits,
    Wireless,
    WritingAndEditing,
}

pub trait Tools {
    /// Associates an activity with a deal; once is enough.
    #[tool(reads(deals), writes(notes, calls, emails, meetings, tasks, communications))]
    #[case(
        args = r#"{"activity_type":"task","activity_id":1,"deal_id":302}"#,
        ok = r#"{"id":1,"subject":"Send the draft contract","deal_ids":[301,302]}"#
    )]
    #[case(args = r#"{"activity_type":"call","activity_id":9,"deal_id":302}"#, error = "not_found")]
    #[case(args = r#"{"activity_type":"task","activity_id":1,"deal_id":999}"#, error = "not_found")]
    #[case(
        args = r#"{"activity_type":"fax","activity_id":1,"deal_id":301}"#,
        error = "invalid_argument"
    )]
    fn associate_activity_to_deal(
        state: &mut Hubspot,
        args: AssociateActivityToDeal,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let deal = state.deals.find(&IntKey::<Deal>::new(args.deal_id))?.id;
        let id = args.activity_id;
        let add = |deals: &mut Vec<IntKey<Deal>>| {
            if !deals.contains(&deal) {
                deals.push(deal);
            }
            Ok(())
        };
        let changed = match args.activity_type {
            ActivityType::Note => value_of(
                &state.notes.update(&IntKey::<Note>::new(id), |note| add(&mut note.deal_ids))?,
            ),
            ActivityType::Call => value_of(
                &state.calls.update(&IntKey::<Call>::new(id), |call| add(&mut call.deal_ids))?,
            ),
            ActivityType::Email => value_of(
                &state
                    .emails
                    .update(&IntKey::<Email>::new(id), |email| add(&mut email.deal_ids))?,
            ),
            ActivityType::Meeting => value_of(
                &state
                    .meetings
                    .update(&IntKey::<Meeting>::new(id), |meeting| add(&mut meeting.deal_ids))?,
            ),
            ActivityType::Task => value_of(
                &state.tasks.update(&IntKey::<Task>::new(id), |task| add(&mut task.deal_ids))?,
            ),
            ActivityType::Communication => value_of(
                &state.communications.update(&IntKey::<Communication>::new(id), |message| {
                    add(&mut message.deal_ids)
                })?,
            ),
        };
        Ok(changed.into())
    }

    #[tool(append(contact_ids = contact_id), key(deal_id))]
    fn associate_contact_to_deal() -> Deal;

    /// Logs a call for a contact, a company or a deal, in the current user's name.
    #[tool(
        create,
        map(contact_id = associate_to_contact_id, company_id = associate_to_company_id),
        types(associate_to_deal_id = IntKey<Deal>),
        reads(portal, companies, contacts, deals),
        writes(calls)
    )]
    #[case(
        args = r#"{"title":"Renewal","when_occurred":"2026-02-20T10:00:00","direction":"OUTBOUND","duration":300,"associate_to_deal_id":301}"#,
        ok = r#"{"id":2,"title":"Renewal","when_occurred":"2026-02-20T10:00:00Z","direction":"OUTBOUND","owner_id":11,"contact_id":null,"deal_ids":[301]}"#
    )]
    #[case(
        args = r#"{"title":"Renewal","when_occurred":"2026-02-20T10:00:00"}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"title":"Renewal","when_occurred":"2026-02-20T10:00:00","associate_to_contact_id":999}"#,
        error = "not_found"
    )]
    fn create_call_activity(
        state: &mut Hubspot,
        args: CreateCallActivity,
        cx: &mut Context,
    ) -> Result<RowRef<Call>, ToolError> {
        let deal_ids: Vec<_> = args.associate_to_deal_id.into_iter().collect();
        check_associated(args.associate_to_contact_id, args.associate_to_company_id, &deal_ids)?;
        let id = state.calls.next_int_key(cx);
        state.calls.insert(Call {
            id,
            title: args.title,
            when_occurred: args.when_occurred,
            direction: args.direction,
            summary: args.summary,
            duration: args.duration,
            to_number: args.to_number,
            from_number: args.from_number,
            owner_id: current_user(state),
            contact_id: args.associate_to_contact_id,
            company_id: args.associate_to_company_id,
            deal_ids,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Logs a message by another channel for a contact, a company or a deal, in the current
    /// user's name.
    #[tool(
        create,
        map(contact_id = associate_to_contact_id, company_id = associate_to_company_id),
        types(associate_to_deal_id = IntKey<Deal>),
        reads(portal, companies, contacts, deals),
        writes(communications)
    )]
    #[case(
        args = r#"{"channel":"SMS","when_occurred":"2026-02-20T10:00:00","body_text":"On my way","associate_to_contact_id":201}"#,
        ok = r#"{"id":2,"channel":"SMS","body_text":"On my way","contact_id":201,"deal_ids":[]}"#
    )]
    #[case(
        args = r#"{"channel":"SMS","when_occurred":"yesterday","associate_to_contact_id":201}"#,
        error = "invalid_argument"
    )]
    fn create_communication_activity(
        state: &mut Hubspot,
        args: CreateCommunicationActivity,
        cx: &mut Context,
    ) -> Result<RowRef<Communication>, ToolError> {
        let deal_ids: Vec<_> = args.associate_to_deal_id.into_iter().collect();
        check_associated(args.associate_to_contact_id, args.associate_to_company_id, &deal_ids)?;
        let id = state.communications.next_int_key(cx);
        state.communications.insert(Communication {
            id,
            channel: args.channel,
            when_occurred: args.when_occurred,
            body_text: args.body_text,
            owner_id: current_user(state),
            contact_id: args.associate_to_contact_id,
            company_id: args.associate_to_company_id,
            deal_ids,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Adds a company. The industry is one of the portal's list, in any case.
    #[tool(
        create,
        map(
            name = company_name,
            domain = web_domain,
            industry = industry_type,
            city = company_city,
            region = company_state,
            country = company_country,
            phone = phone_number,
            website = website_url
        ),
        types(industry_type = String)
    )]
    #[case(
        args = r#"{"company_name":"Quayside Freight","web_domain":"quayside.example","industry_type":"Maritime","company_city":"Rotterdam"}"#,
        ok = r#"{"id":103,"name":"Quayside Freight","domain":"quayside.example","industry":"maritime","city":"Rotterdam","country":null}"#
    )]
    #[case(
        args = r#"{"company_name":"Quayside Freight","industry_type":"boats"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"company_name":""}"#, error = "invalid_argument")]
    fn create_company(
        state: &mut Hubspot,
        args: CreateCompany,
        cx: &mut Context,
    ) -> Result<RowRef<Company>, ToolError> {
        let id = state.companies.next_int_key(cx);
        state.companies.insert(Company {
            id,
            name: args.company_name,
            domain: args.web_domain,
            industry: args.industry_type.as_deref().map(read_industry).transpose()?,
            city: args.company_city,
            region: args.company_state,
            country: args.company_country,
            phone: args.phone_number,
            website: args.website_url,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    #[tool(create)]
    fn create_contact() -> Contact;

    /// Adds a deal: in the default pipeline and its first stage, if nothing else is said.
    #[tool(
        create,
        map(
            name = deal_name,
            amount = deal_amount,
            stage_id = deal_stage,
            r#type = deal_type,
            close_date = expected_close_date,
            priority = priority_level,
            description = deal_description
        ),
        reads(users, pipelines, stages),
        writes(deals)
    )]
    #[case(
        args = r#"{"deal_name":"Winter stock","deal_amount":1800.5,"deal_type":"existingbusiness","expected_close_date":"2026-04-30","deal_owner":"12"}"#,
        ok = r#"{"id":303,"name":"Winter stock","amount":1800.5,"stage_id":"qualified","type":"existingbusiness","close_date":"2026-04-30","owner_id":12,"contact_ids":[]}"#
    )]
    #[case(
        args = r#"{"deal_name":"Winter stock","pipeline_id":"partners"}"#,
        ok = r#"{"stage_id":"partner_talks"}"#
    )]
    #[case(
        args = r#"{"deal_name":"Winter stock","pipeline_id":"partners","deal_stage":"won"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"deal_name":"Winter stock","deal_stage":"nowhere"}"#, error = "not_found")]
    #[case(args = r#"{"deal_name":"Winter stock","deal_owner":"99"}"#, error = "not_found")]
    fn create_deal(
        state: &mut Hubspot,
        args: CreateDeal,
        cx: &mut Context,
    ) -> Result<RowRef<Deal>, ToolError> {
        let pipeline = match (&args.pipeline_id, &args.deal_stage) {
            (Some(pipeline), _) => state.pipelines.find(pipeline)?.id.clone(),
            (None, Some(stage)) => state.stages.find(stage)?.pipeline_id.clone(),
            (None, None) => default_pipeline(state)?,
        };
        let stage_id = match args.deal_stage {
            Some(stage) => {
                check_stage(state, &stage, &pipeline)?;
                stage
            }
            None => first_stage(state, &pipeline)?,
        };
        let owner_id = args.deal_owner.as_deref().map(read_owner).transpose()?;
        let id = state.deals.next_int_key(cx);
        state.deals.insert(Deal {
            id,
            name: args.deal_name,
            amount: args.deal_amount,
            stage_id,
            r#type: args.deal_type,
            close_date: args.expected_close_date,
            owner_id,
            priority: args.priority_level,
            description: args.deal_description,
            contact_ids: Vec::new(),
            company_ids: Vec::new(),
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Logs an email for a contact, a company or a deal, in the current user's name.
    #[tool(
        create,
        map(contact_id = associate_to_contact_id, company_id = associate_to_company_id),
        types(associate_to_deal_id = IntKey<Deal>),
        reads(portal, companies, contacts, deals),
        writes(emails)
    )]
    #[case(
        args = r#"{"subject":"Prices","when_occurred":"2026-02-21T08:00:00","from_email":"iris@portal.example","to_email":"lena@brightfarm.example","cc_emails":["ops@portal.example"],"associate_to_contact_id":201}"#,
        ok = r#"{"id":2,"subject":"Prices","direction":"EMAIL","status":"SENT","cc_emails":["ops@portal.example"],"contact_id":201}"#
    )]
    #[case(
        args = r#"{"subject":"Prices","when_occurred":"2026-02-21T08:00:00","from_email":"iris@portal.example","to_email":"lena@brightfarm.example"}"#,
        error = "invalid_argument"
    )]
    fn create_email_activity(
        state: &mut Hubspot,
        args: CreateEmailActivity,
        cx: &mut Context,
    ) -> Result<RowRef<Email>, ToolError> {
        let deal_ids: Vec<_> = args.associate_to_deal_id.into_iter().collect();
        check_associated(args.associate_to_contact_id, args.associate_to_company_id, &deal_ids)?;
        let id = state.emails.next_int_key(cx);
        state.emails.insert(Email {
            id,
            subject: args.subject,
            when_occurred: args.when_occurred,
            from_email: args.from_email,
            to_email: args.to_email,
            from_first_name: args.from_first_name,
            from_last_name: args.from_last_name,
            to_first_name: args.to_first_name,
            to_last_name: args.to_last_name,
            cc_emails: args.cc_emails.unwrap_or_default(),
            bcc_emails: args.bcc_emails.unwrap_or_default(),
            body_text: args.body_text,
            body_html: args.body_html,
            direction: args.direction.unwrap_or(EmailDirection::Email),
            status: args.status.unwrap_or(EmailStatus::Sent),
            owner_id: current_user(state),
            contact_id: args.associate_to_contact_id,
            company_id: args.associate_to_company_id,
            deal_ids,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Books a meeting for a contact, a company or a deal, in the current user's name; half an
    /// hour if no duration is given.
    #[tool(
        create,
        map(contact_id = associate_to_contact_id, company_id = associate_to_company_id),
        types(associate_to_deal_id = IntKey<Deal>, start_date = Date),
        reads(portal, companies, contacts, deals),
        writes(meetings)
    )]
    #[case(
        args = r#"{"title":"Tasting","start_date":"2026-03-05","start_time":"14:30","duration":"1:15","location":"Dock 4","associate_to_company_id":101}"#,
        ok = r#"{"id":2,"title":"Tasting","starts_at":"2026-03-05T14:30:00Z","duration_minutes":75,"outcome":"SCHEDULED","company_id":101}"#
    )]
    #[case(
        args = r#"{"title":"Tasting","start_date":"2026-03-05","start_time":"25:00","associate_to_company_id":101}"#,
        error = "invalid_argument"
    )]
    #[case(
        args = r#"{"title":"Tasting","start_date":"2026-03-05","start_time":"14:30"}"#,
        error = "invalid_argument"
    )]
    fn create_meeting_activity(
        state: &mut Hubspot,
        args: CreateMeetingActivity,
        cx: &mut Context,
    ) -> Result<RowRef<Meeting>, ToolError> {
        let deal_ids: Vec<_> = args.associate_to_deal_id.into_iter().collect();
        check_associated(args.associate_to_contact_id, args.associate_to_company_id, &deal_ids)?;
        let starts_at = args.start_date.start().plus_seconds(read_time_of_day(&args.start_time)?);
        let duration = args.duration.as_deref().map(read_duration).transpose()?;
        let id = state.meetings.next_int_key(cx);
        state.meetings.insert(Meeting {
            id,
            title: args.title,
            starts_at,
            duration_minutes: duration.unwrap_or(MEETING_MINUTES_DEFAULT),
            location: args.location,
            outcome: args.outcome.unwrap_or(MeetingOutcome::Scheduled),
            owner_id: current_user(state),
            contact_id: args.associate_to_contact_id,
            company_id: args.associate_to_company_id,
            deal_ids,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    /// Writes a note about a contact, a company or a deal, in the current user's name.
    #[tool(
        create,
        map(contact_id = associate_to_contact_id, company_id = associate_to_company_id),
        types(associate_to_deal_id = IntKey<Deal>),
        reads(portal, companies, contacts, deals),
        writes(notes)
    )]
    #[case(
        args = r#"{"body":"Prefers mail over calls","when_occurred":"2026-02-21T08:00:00","associate_to_contact_id":202}"#,
        ok = r#"{"id":2,"body":"Prefers mail over calls","contact_id":202,"company_id":null,"owner_id":11}"#
    )]
    #[case(
        args = r#"{"body":"Prefers mail over calls","when_occurred":"2026-02-21T08:00:00"}"#,
        error = "invalid_argument"
    )]
    fn create_note_activity(
        state: &mut Hubspot,
        args: CreateNoteActivity,
        cx: &mut Context,
    ) -> Result<RowRef<Note>, ToolError> {
        let deal_ids: Vec<_> = args.associate_to_deal_id.into_iter().collect();
        check_associated(args.associate_to_contact_id, args.associate_to_company_id, &deal_ids)?;
        let id = state.notes.next_int_key(cx);
        state.notes.insert(Note {
            id,
            body: args.body,
            when_occurred: args.when_occurred,
            owner_id: current_user(state),
            contact_id: args.associate_to_contact_id,
            company_id: args.associate_to_company_id,
            deal_ids,
            created_at: cx.now(),
            updated_at: cx.now(),
        })
    }

    #[tool(list)]
    fn get_all_users() -> Vec<User>;

    /// The industries that a company can have, in alphabetical order.
    #[tool]
    #[case(args = "{}", ok = r#"{"count":148}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn get_available_industry_types(
        _state: &Hubspot,
        _args: GetAvailableIndustryTypes,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let mut names: Vec<_> = Industry::ALL.iter().map(Industry::as_str).collect();
        names.sort_unstable();
        Ok(serde_json::json!({"count": names.len(), "industry_types": names}))
    }

    /// Calls with the words in their title or summary.
    #[tool(
        search((title, summary) ~ search_terms),
        about = Call,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, calls)
    )]
    #[case(
        args = r#"{"search_terms":"delivery","truncate_big_strings":true}"#,
        ok = r#"{"items":[{"id":1,"title":"First delivery","contacts":[{"id":201}],"deals":[{"id":301}]}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"delivery","limit":0}"#, error = "invalid_argument")]
    fn get_call_data_by_keywords(
        state: &Hubspot,
        args: GetCallDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.calls.select(&|call| call_has(call, &args.search_terms));
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|call| {
            Links::new(call.contact_id, call.company_id, &call.deal_ids)
        })
    }

    /// Messages by other channels with the words in them.
    #[tool(
        search(body_text ~ search_terms),
        about = Communication,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, communications)
    )]
    #[case(
        args = r#"{"search_terms":"gate"}"#,
        ok = r#"{"items":[{"id":1,"channel":"WHATS_APP","contacts":[{"id":202}]}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"gate","associations_limit":-1}"#, error = "invalid_argument")]
    fn get_communication_data_by_keywords(
        state: &Hubspot,
        args: GetCommunicationDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.communications.select(&|message| {
            has_words(
                &[Some(message.channel.as_str()), message.body_text.as_deref()],
                &args.search_terms,
            )
        });
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|message| {
            Links::new(message.contact_id, message.company_id, &message.deal_ids)
        })
    }

    /// Companies with the words in their name, telephone number, domain or website, with their
    /// contacts, deals and activities.
    #[tool(
        search((name, phone, domain, website) ~ keywords),
        about = Company,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"keywords":"brightfarm"}"#,
        ok = r#"{"items":[{"id":101,"name":"Brightfarm","contacts":[{"id":201}],"deals":[{"id":301}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"keywords":"brightfarm","next_page_token":"x9"}"#,
        error = "invalid_argument"
    )]
    fn get_company_data_by_keywords(
        state: &Hubspot,
        args: GetCompanyDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.companies.select(&|company| company_has(company, &args.keywords));
        let wish = Wish::new(args.limit, 10, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|company| company_view(state, company, wish.associations)))
    }

    /// Contacts with the words in their names, address, telephone numbers or company's name, with
    /// their company, deals and activities.
    #[tool(
        search((first_name, last_name, email, phone, mobile_phone) ~ keywords),
        about = Contact,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"keywords":"lena ortiz"}"#,
        ok = r#"{"items":[{"id":201,"email":"lena@brightfarm.example","companies":[{"id":101}],"calls":[{"id":1}]}],"total":1}"#
    )]
    #[case(args = r#"{"keywords":"lena","limit":-5}"#, error = "invalid_argument")]
    fn get_contact_data_by_keywords(
        state: &Hubspot,
        args: GetContactDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.contacts.select(&|contact| contact_has(state, contact, &args.keywords));
        let wish = Wish::new(args.limit, 100, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|contact| contact_view(state, contact, wish.associations)))
    }

    /// A deal with its pipeline, contacts, companies and activities.
    #[tool(
        get,
        key(deal_id),
        about = Deal,
        reads(stages, companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"deal_id":301}"#,
        ok = r#"{"id":301,"name":"Greenhouse lamps","pipeline_id":"default","contacts":[{"id":201}],"tasks":[{"id":1}]}"#
    )]
    #[case(args = r#"{"deal_id":999}"#, error = "not_found")]
    fn get_deal_by_id(
        state: &Hubspot,
        args: GetDealById,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let deal = state.deals.find(&args.deal_id)?;
        Ok(deal_view(state, &deal, read_associations_limit(args.associations_limit)?))
    }

    /// Deals with the words in their name or description, with their contacts, companies and
    /// activities.
    #[tool(
        search((name, description) ~ keywords),
        about = Deal,
        page(limit = limit, cursor = next_page_token),
        reads(stages, companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"keywords":"lamps"}"#,
        ok = r#"{"items":[{"id":301,"pipeline_id":"default","notes":[{"id":1}]}],"total":1}"#
    )]
    #[case(args = r#"{"keywords":"lamps","limit":0}"#, error = "invalid_argument")]
    fn get_deal_data_by_keywords(
        state: &Hubspot,
        args: GetDealDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.deals.select(&|deal| deal_has(deal, &args.keywords));
        let wish = Wish::new(args.limit, 10, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|deal| deal_view(state, deal, wish.associations)))
    }

    /// The pipelines, each with its stages in order; with `search` those whose identifier or
    /// label contains the text.
    #[tool(reads(pipelines, stages), about = Pipeline)]
    #[case(
        args = r#"{"search":"SALES"}"#,
        ok = r#"[{"id":"default","label":"Sales","stages":[{"id":"qualified"},{"id":"won"}]}]"#
    )]
    #[case(args = r#"{"search":7}"#, error = "invalid_argument")]
    fn get_deal_pipelines(
        state: &Hubspot,
        args: GetDealPipelines,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let wanted = args.search.unwrap_or_default().to_lowercase();
        let mut pipelines = state.pipelines.select(&|pipeline| {
            pipeline.id.as_str().to_lowercase().contains(&wanted)
                || pipeline.label.to_lowercase().contains(&wanted)
        });
        pipelines.sort_by_key(|pipeline| pipeline.display_order);
        let views = pipelines.iter().map(|pipeline| {
            let stages: Vec<serde_json::Value> =
                stages_of(state, &pipeline.id).iter().map(|stage| value_of(stage).into()).collect();
            let mut view = value_of(pipeline);
            view.insert("stages".to_owned(), stages.into());
            serde_json::Value::from(view)
        });
        Ok(views.collect::<Vec<_>>().into())
    }

    /// The stages of a pipeline, in order.
    #[tool(list, filter(pipeline_id), reads(pipelines, stages))]
    #[case(
        args = r#"{"pipeline_id":"default"}"#,
        ok = r#"[{"id":"qualified","label":"Qualified","is_closed":false},{"id":"won","label":"Won","is_closed":true}]"#
    )]
    #[case(args = r#"{"pipeline_id":"nowhere"}"#, error = "not_found")]
    fn get_deal_pipeline_stages(
        state: &Hubspot,
        args: GetDealPipelineStages,
        _cx: &mut Context,
    ) -> Result<Vec<RowRef<Stage>>, ToolError> {
        state.pipelines.find(&args.pipeline_id)?;
        Ok(stages_of(state, &args.pipeline_id))
    }

    /// Emails with the words in their subject, text or addresses.
    #[tool(
        search((subject, body_text, from_email, to_email) ~ search_terms),
        about = Email,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, emails)
    )]
    #[case(
        args = r#"{"search_terms":"quote"}"#,
        ok = r#"{"items":[{"id":1,"subject":"Quote for lamps","companies":[{"id":101}]}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"quote","limit":0}"#, error = "invalid_argument")]
    fn get_email_data_by_keywords(
        state: &Hubspot,
        args: GetEmailDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.emails.select(&|email| email_has(email, &args.search_terms));
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|email| {
            Links::new(email.contact_id, email.company_id, &email.deal_ids)
        })
    }

    /// Meetings with the words in their title or location.
    #[tool(
        search((title, location) ~ search_terms),
        about = Meeting,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, meetings)
    )]
    #[case(
        args = r#"{"search_terms":"walk"}"#,
        ok = r#"{"items":[{"id":1,"title":"Walk through the greenhouse"}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"walk","limit":0}"#, error = "invalid_argument")]
    fn get_meeting_data_by_keywords(
        state: &Hubspot,
        args: GetMeetingDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.meetings.select(&|meeting| meeting_has(meeting, &args.search_terms));
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|meeting| {
            Links::new(meeting.contact_id, meeting.company_id, &meeting.deal_ids)
        })
    }

    /// Notes with the words in them.
    #[tool(
        search(body ~ search_terms),
        about = Note,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, notes)
    )]
    #[case(
        args = r#"{"search_terms":"winter"}"#,
        ok = r#"{"items":[{"id":1,"deals":[{"id":301}]}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"winter","limit":0}"#, error = "invalid_argument")]
    fn get_note_data_by_keywords(
        state: &Hubspot,
        args: GetNoteDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.notes.select(&|note| has_words(&[Some(&note.body)], &args.search_terms));
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|note| {
            Links::new(note.contact_id, note.company_id, &note.deal_ids)
        })
    }

    /// Tasks with the words in their subject or text.
    #[tool(
        search((subject, body) ~ search_terms),
        about = Task,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, tasks)
    )]
    #[case(
        args = r#"{"search_terms":"contract"}"#,
        ok = r#"{"items":[{"id":1,"status":"NOT_STARTED","deals":[{"id":301}]}],"total":1}"#
    )]
    #[case(args = r#"{"search_terms":"contract","limit":0}"#, error = "invalid_argument")]
    fn get_task_data_by_keywords(
        state: &Hubspot,
        args: GetTaskDataByKeywords,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let rows = state.tasks.select(&|task| {
            has_words(&[Some(&task.subject), task.body.as_deref()], &args.search_terms)
        });
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?
            .truncated(args.truncate_big_strings);
        activity_page(state, rows, &wish, &|task| {
            Links::new(task.contact_id, task.company_id, &task.deal_ids)
        })
    }

    #[tool(get, key(owner_id))]
    fn get_user_by_id() -> User;

    /// Companies with their contacts, deals and activities, the last changed first if nothing
    /// else is said.
    #[tool(
        list,
        about = Company,
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"sort_order":"ALPHABETICAL","limit":1}"#,
        ok = r#"{"items":[{"id":101,"name":"Brightfarm"}],"total":2,"next_cursor":"c1"}"#
    )]
    #[case(args = r#"{"sort_order":"RANDOM"}"#, error = "invalid_argument")]
    fn list_companies(
        state: &Hubspot,
        args: ListCompanies,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        let mut rows = state.companies.select(&|_| true);
        sort_in(&mut rows, args.sort_order, "name")?;
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|company| company_view(state, company, wish.associations)))
    }

    /// Contacts, of one company or one deal if said so, with their company, deals and activities.
    #[tool(
        list,
        about = Contact,
        filter(company_id),
        types(deal_id = IntKey<Deal>),
        page(limit = limit, cursor = next_page_token),
        reads(companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"deal_id":301}"#,
        ok = r#"{"items":[{"id":201,"companies":[{"name":"Brightfarm"}]}],"total":1}"#
    )]
    #[case(args = r#"{"company_id":101}"#, ok = r#"{"total":1}"#)]
    #[case(args = r#"{"company_id":999}"#, error = "not_found")]
    fn list_contacts(
        state: &Hubspot,
        args: ListContacts,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        if let Some(company) = &args.company_id {
            state.companies.find(company)?;
        }
        let of_deal = match &args.deal_id {
            Some(deal) => Some(state.deals.find(deal)?.contact_ids.clone()),
            None => None,
        };
        let mut rows = state.contacts.select(&|contact| {
            compoworld_core::equals(&contact.company_id, args.company_id.as_ref())
                && of_deal.as_ref().is_none_or(|contacts| contacts.contains(&contact.id))
        });
        sort_in(&mut rows, args.sort_order, "first_name")?;
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|contact| contact_view(state, contact, wish.associations)))
    }

    /// Deals, of one contact or one company if said so, with their contacts, companies and
    /// activities.
    #[tool(
        list,
        about = Deal,
        filter(contact_ids has contact_id, company_ids has company_id),
        types(contact_id = IntKey<Contact>, company_id = IntKey<Company>),
        page(limit = limit, cursor = next_page_token),
        reads(stages, companies, contacts, deals, calls, emails, meetings, notes, tasks)
    )]
    #[case(
        args = r#"{"contact_id":201}"#,
        ok = r#"{"items":[{"id":301,"contacts":[{"id":201}]}],"total":1}"#
    )]
    #[case(
        args = r#"{"sort_order":"OLDEST_MODIFIED"}"#,
        ok = r#"{"items":[{"id":302},{"id":301}]}"#
    )]
    #[case(args = r#"{"contact_id":999}"#, error = "not_found")]
    fn list_deals(
        state: &Hubspot,
        args: ListDeals,
        _cx: &mut Context,
    ) -> Result<Page<serde_json::Value>, ToolError> {
        if let Some(contact) = &args.contact_id {
            state.contacts.find(contact)?;
        }
        if let Some(company) = &args.company_id {
            state.companies.find(company)?;
        }
        let mut rows = state.deals.select(&|deal| {
            args.contact_id.as_ref().is_none_or(|contact| deal.contact_ids.contains(contact))
                && args.company_id.as_ref().is_none_or(|company| deal.company_ids.contains(company))
        });
        sort_in(&mut rows, args.sort_order, "name")?;
        let wish = Wish::new(args.limit, 50, args.next_page_token, args.associations_limit)?;
        let page = wish.request.cut(rows)?;
        Ok(map_page(page, &|deal| deal_view(state, deal, wish.associations)))
    }

    /// How to work with this portal.
    #[tool]
    #[case(args = "{}", ok = r#"{"topic":"HubSpot toolkit"}"#)]
    #[case(args = "[]", error = "invalid_argument")]
    fn toolkit_enviroment_guidance(
        _state: &Hubspot,
        _args: ToolkitEnviromentGuidance,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        Ok(serde_json::json!({"topic": "HubSpot toolkit", "guidance": GUIDANCE}))
    }

    /// Changes a call, or answers with the calls that the keywords match.
    #[tool(update, about = Call, key(call_id))]
    #[case(
        args = r#"{"call_id":1,"summary":"Agreed on Thursday","duration":90}"#,
        ok = r#"{"id":1,"title":"First delivery","summary":"Agreed on Thursday","duration":90}"#
    )]
    #[case(
        args = r#"{"keywords":"delivery","summary":"Never mind"}"#,
        ok = r#"{"updated":false,"matches":[{"id":1,"summary":"Lamps arrive in week 12"}]}"#
    )]
    #[case(args = r#"{"summary":"Whose?"}"#, error = "invalid_argument")]
    #[case(args = r#"{"call_id":9,"summary":"x"}"#, error = "not_found")]
    fn update_call_activity(
        state: &mut Hubspot,
        args: UpdateCallActivity,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.call_id else {
            let words = needed_keywords(args.keywords, "call_id")?;
            let matches = state.calls.select(&|call| call_has(call, &words));
            return matches_answer(matches, args.matches_limit, "call_id");
        };
        let now = cx.now();
        let call = state.calls.update(&id, |call| {
            set_given(&mut call.title, args.title);
            set_given(&mut call.when_occurred, args.when_occurred);
            call.direction = args.direction.or(call.direction);
            set_optional(&mut call.summary, args.summary);
            call.duration = args.duration.or(call.duration);
            set_optional(&mut call.to_number, args.to_number);
            set_optional(&mut call.from_number, args.from_number);
            call.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&call).into())
    }

    /// Changes a message, or answers with the messages that the keywords match.
    #[tool(update, about = Communication, key(communication_id))]
    #[case(
        args = r#"{"communication_id":1,"channel":"SMS"}"#,
        ok = r#"{"id":1,"channel":"SMS","body_text":"The gate code is on the plan"}"#
    )]
    #[case(args = r#"{"keywords":"gate"}"#, ok = r#"{"updated":false,"matches":[{"id":1}]}"#)]
    #[case(args = r#"{"channel":"SMS"}"#, error = "invalid_argument")]
    fn update_communication_activity(
        state: &mut Hubspot,
        args: UpdateCommunicationActivity,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.communication_id else {
            let words = needed_keywords(args.keywords, "communication_id")?;
            let matches = state
                .communications
                .select(&|message| has_words(&[message.body_text.as_deref()], &words));
            return matches_answer(matches, args.matches_limit, "communication_id");
        };
        let now = cx.now();
        let message = state.communications.update(&id, |message| {
            set_given(&mut message.channel, args.channel);
            set_given(&mut message.when_occurred, args.when_occurred);
            set_optional(&mut message.body_text, args.body_text);
            message.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&message).into())
    }

    /// Changes a company, or answers with the companies that the keywords match.
    #[tool(
        update,
        about = Company,
        key(company_id),
        map(
            name = company_name,
            domain = web_domain,
            industry = industry_type,
            city = company_city,
            region = company_state,
            country = company_country,
            phone = phone_number,
            website = website_url
        ),
        types(industry_type = String)
    )]
    #[case(
        args = r#"{"company_id":102,"industry_type":"LOGISTICS_AND_SUPPLY_CHAIN","phone_number":"+31 10 555 0123"}"#,
        ok = r#"{"id":102,"name":"Dockworks","industry":"logistics_and_supply_chain","phone":"+31 10 555 0123"}"#
    )]
    #[case(args = r#"{"keywords":"dock"}"#, ok = r#"{"updated":false,"matches":[{"id":102}]}"#)]
    #[case(args = r#"{"company_id":999,"company_name":"X"}"#, error = "not_found")]
    #[case(args = r#"{"company_id":102,"industry_type":"boats"}"#, error = "invalid_argument")]
    fn update_company(
        state: &mut Hubspot,
        args: UpdateCompany,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.company_id else {
            let words = needed_keywords(args.keywords, "company_id")?;
            let matches = state.companies.select(&|company| company_has(company, &words));
            return matches_answer(matches, args.matches_limit, "company_id");
        };
        let industry = args.industry_type.as_deref().map(read_industry).transpose()?;
        let now = cx.now();
        let company = state.companies.update(&id, |company| {
            set_given(&mut company.name, args.company_name);
            set_optional(&mut company.domain, args.web_domain);
            company.industry = industry.or(company.industry);
            set_optional(&mut company.city, args.company_city);
            set_optional(&mut company.region, args.company_state);
            set_optional(&mut company.country, args.company_country);
            set_optional(&mut company.phone, args.phone_number);
            set_optional(&mut company.website, args.website_url);
            company.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&company).into())
    }

    /// Changes a contact, or answers with the contacts that the keywords match.
    #[tool(update, about = Contact, key(contact_id), reads(companies, contacts), writes(contacts))]
    #[case(
        args = r#"{"contact_id":202,"job_title":"Head of operations"}"#,
        ok = r#"{"id":202,"first_name":"Omar","job_title":"Head of operations"}"#
    )]
    #[case(
        args = r#"{"contact_id":202,"email":"lena@brightfarm.example"}"#,
        error = "already_exists"
    )]
    #[case(args = r#"{"keywords":"omar"}"#, ok = r#"{"updated":false,"matches":[{"id":202}]}"#)]
    fn update_contact(
        state: &mut Hubspot,
        args: UpdateContact,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.contact_id else {
            let words = needed_keywords(args.keywords, "contact_id")?;
            let matches = state.contacts.select(&|contact| contact_has(state, contact, &words));
            return matches_answer(matches, args.matches_limit, "contact_id");
        };
        let now = cx.now();
        let contact = state.contacts.update(&id, |contact| {
            set_given(&mut contact.first_name, args.first_name);
            set_optional(&mut contact.last_name, args.last_name);
            set_optional(&mut contact.email, args.email);
            set_optional(&mut contact.phone, args.phone);
            set_optional(&mut contact.mobile_phone, args.mobile_phone);
            set_optional(&mut contact.job_title, args.job_title);
            contact.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&contact).into())
    }

    /// Changes a deal within its pipeline, or answers with the deals that the keywords match.
    #[tool(
        update,
        about = Deal,
        key(deal_id),
        map(
            name = deal_name,
            amount = deal_amount,
            stage_id = deal_stage,
            r#type = deal_type,
            close_date = expected_close_date,
            priority = priority_level,
            description = deal_description
        ),
        reads(users, stages, deals),
        writes(deals)
    )]
    #[case(
        args = r#"{"deal_id":301,"deal_amount":9000,"priority_level":"high","deal_owner":"12"}"#,
        ok = r#"{"id":301,"amount":9000,"priority":"high","owner_id":12,"stage_id":"qualified"}"#
    )]
    #[case(args = r#"{"deal_id":301,"deal_stage":"partner_talks"}"#, error = "failed_precondition")]
    #[case(args = r#"{"deal_id":301,"deal_type":"barter"}"#, error = "invalid_argument")]
    #[case(args = r#"{"keywords":"lamps"}"#, ok = r#"{"updated":false,"matches":[{"id":301}]}"#)]
    fn update_deal(
        state: &mut Hubspot,
        args: UpdateDeal,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.deal_id else {
            let words = needed_keywords(args.keywords, "deal_id")?;
            let matches = state.deals.select(&|deal| deal_has(deal, &words));
            return matches_answer(matches, args.matches_limit, "deal_id");
        };
        if let Some(stage) = &args.deal_stage {
            let deal = state.deals.find(&id)?;
            check_same_pipeline(state, &deal, stage)?;
        }
        let owner_id = args.deal_owner.as_deref().map(read_owner).transpose()?;
        let now = cx.now();
        let deal = state.deals.update(&id, |deal| {
            set_given(&mut deal.name, args.deal_name);
            deal.amount = args.deal_amount.or(deal.amount);
            set_given(&mut deal.stage_id, args.deal_stage);
            deal.r#type = args.deal_type.or(deal.r#type);
            deal.close_date = args.expected_close_date.or(deal.close_date);
            deal.owner_id = owner_id.or(deal.owner_id);
            deal.priority = args.priority_level.or(deal.priority);
            set_optional(&mut deal.description, args.deal_description);
            deal.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&deal).into())
    }

    /// Sets when a deal is expected to close.
    #[tool(
        update,
        about = Deal,
        key(deal_id),
        map(close_date = expected_close_date),
        reads(stages, companies, contacts, deals, calls, emails, meetings, notes, tasks),
        writes(deals)
    )]
    #[case(
        args = r#"{"deal_id":301,"expected_close_date":"2026-06-30"}"#,
        ok = r#"{"id":301,"close_date":"2026-06-30","contacts":[{"id":201}]}"#
    )]
    #[case(args = r#"{"deal_id":301,"expected_close_date":"soon"}"#, error = "invalid_argument")]
    #[case(args = r#"{"deal_id":999,"expected_close_date":"2026-06-30"}"#, error = "not_found")]
    fn update_deal_close_date(
        state: &mut Hubspot,
        args: UpdateDealCloseDate,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = read_associations_limit(args.associations_limit)?;
        let now = cx.now();
        let deal = state.deals.update(&args.deal_id, |deal| {
            deal.close_date = Some(args.expected_close_date);
            deal.updated_at = now;
            Ok(())
        })?;
        Ok(deal_view(state, &deal, limit))
    }

    /// Moves a deal to a stage: of its pipeline, or of another when that is allowed.
    #[tool(
        update,
        about = Deal,
        key(deal_id),
        map(stage_id = deal_stage),
        reads(stages, companies, contacts, deals, calls, emails, meetings, notes, tasks),
        writes(deals)
    )]
    #[case(
        args = r#"{"deal_id":301,"deal_stage":"won"}"#,
        ok = r#"{"id":301,"stage_id":"won","pipeline_id":"default"}"#
    )]
    #[case(
        args = r#"{"deal_id":301,"deal_stage":"partner_talks","allow_pipeline_change":true}"#,
        ok = r#"{"stage_id":"partner_talks","pipeline_id":"partners"}"#
    )]
    #[case(args = r#"{"deal_id":301,"deal_stage":"partner_talks"}"#, error = "failed_precondition")]
    #[case(
        args = r#"{"deal_id":301,"deal_stage":"won","current_pipeline_id":"partners"}"#,
        error = "invalid_argument"
    )]
    #[case(args = r#"{"deal_id":301,"deal_stage":"nowhere"}"#, error = "not_found")]
    fn update_deal_stage(
        state: &mut Hubspot,
        args: UpdateDealStage,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let limit = read_associations_limit(args.associations_limit)?;
        let deal = state.deals.find(&args.deal_id)?;
        if let Some(claimed) = &args.current_pipeline_id
            && pipeline_of(state, &deal).is_some_and(|pipeline| pipeline != claimed.as_str())
        {
            return Err(ToolError::invalid_argument(format!(
                "deal `{}` is not in pipeline `{claimed}`",
                deal.id
            )));
        }
        if args.allow_pipeline_change.unwrap_or(false) {
            state.stages.find(&args.deal_stage)?;
        } else {
            check_same_pipeline(state, &deal, &args.deal_stage)?;
        }
        let now = cx.now();
        let deal = state.deals.update(&args.deal_id, |deal| {
            deal.stage_id = args.deal_stage;
            deal.updated_at = now;
            Ok(())
        })?;
        Ok(deal_view(state, &deal, limit))
    }

    /// Changes a logged email, or answers with the emails that the keywords match.
    #[tool(update, about = Email, key(email_id))]
    #[case(
        args = r#"{"email_id":1,"status":"BOUNCED"}"#,
        ok = r#"{"id":1,"subject":"Quote for lamps","status":"BOUNCED"}"#
    )]
    #[case(args = r#"{"keywords":"quote"}"#, ok = r#"{"updated":false,"matches":[{"id":1}]}"#)]
    #[case(args = r#"{"email_id":9,"status":"SENT"}"#, error = "not_found")]
    fn update_email_activity(
        state: &mut Hubspot,
        args: UpdateEmailActivity,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.email_id else {
            let words = needed_keywords(args.keywords, "email_id")?;
            let matches = state.emails.select(&|email| email_has(email, &words));
            return matches_answer(matches, args.matches_limit, "email_id");
        };
        let now = cx.now();
        let email = state.emails.update(&id, |email| {
            set_given(&mut email.subject, args.subject);
            set_given(&mut email.direction, args.direction);
            set_given(&mut email.status, args.status);
            set_given(&mut email.when_occurred, args.when_occurred);
            set_optional(&mut email.body_text, args.body_text);
            set_optional(&mut email.body_html, args.body_html);
            email.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&email).into())
    }

    /// Changes a meeting, or answers with the meetings that the keywords match. A day or a time
    /// alone keeps the other.
    #[tool(update, about = Meeting, key(meeting_id), types(start_date = Date))]
    #[case(
        args = r#"{"meeting_id":1,"start_time":"16:45","outcome":"RESCHEDULED"}"#,
        ok = r#"{"id":1,"starts_at":"2026-03-10T16:45:00Z","duration_minutes":60,"outcome":"RESCHEDULED"}"#
    )]
    #[case(
        args = r#"{"meeting_id":1,"start_date":"2026-03-11","duration":"0:20"}"#,
        ok = r#"{"starts_at":"2026-03-11T09:00:00Z","duration_minutes":20}"#
    )]
    #[case(args = r#"{"keywords":"walk"}"#, ok = r#"{"updated":false,"matches":[{"id":1}]}"#)]
    #[case(args = r#"{"meeting_id":1,"duration":"long"}"#, error = "invalid_argument")]
    fn update_meeting_activity(
        state: &mut Hubspot,
        args: UpdateMeetingActivity,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.meeting_id else {
            let words = needed_keywords(args.keywords, "meeting_id")?;
            let matches = state.meetings.select(&|meeting| meeting_has(meeting, &words));
            return matches_answer(matches, args.matches_limit, "meeting_id");
        };
        let time = args.start_time.as_deref().map(read_time_of_day).transpose()?;
        let duration = args.duration.as_deref().map(read_duration).transpose()?;
        let now = cx.now();
        let meeting = state.meetings.update(&id, |meeting| {
            let day = meeting.starts_at.date();
            let old_time = meeting.starts_at.unix_seconds() - day.start().unix_seconds();
            let day = args.start_date.unwrap_or(day);
            meeting.starts_at = day.start().plus_seconds(time.unwrap_or(old_time));
            set_given(&mut meeting.title, args.title);
            set_given(&mut meeting.duration_minutes, duration);
            set_optional(&mut meeting.location, args.location);
            set_given(&mut meeting.outcome, args.outcome);
            meeting.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&meeting).into())
    }

    /// Changes a note, or answers with the notes that the keywords match.
    #[tool(update, about = Note, key(note_id))]
    #[case(
        args = r#"{"note_id":1,"body":"Budget is fixed"}"#,
        ok = r#"{"id":1,"body":"Budget is fixed","deal_ids":[301]}"#
    )]
    #[case(args = r#"{"keywords":"winter"}"#, ok = r#"{"updated":false,"matches":[{"id":1}]}"#)]
    #[case(args = r#"{"note_id":1,"body":""}"#, error = "invalid_argument")]
    #[case(args = r#"{"note_id":9,"body":"x"}"#, error = "not_found")]
    fn update_note_activity(
        state: &mut Hubspot,
        args: UpdateNoteActivity,
        cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let Some(id) = args.note_id else {
            let words = needed_keywords(args.keywords, "note_id")?;
            let matches = state.notes.select(&|note| has_words(&[Some(&note.body)], &words));
            return matches_answer(matches, args.matches_limit, "note_id");
        };
        let now = cx.now();
        let note = state.notes.update(&id, |note| {
            set_given(&mut note.body, args.body);
            set_given(&mut note.when_occurred, args.when_occurred);
            note.updated_at = now;
            Ok(())
        })?;
        Ok(value_of(&note).into())
    }

    /// The current user and the portal.
    #[tool(reads(portal, users))]
    #[case(
        args = "{}",
        ok = r#"{"user":{"id":11,"email":"iris@portal.example"},"portal":{"portal_id":482211,"company_currency":"EUR"}}"#
    )]
    #[case(args = "[]", error = "invalid_argument")]
    fn who_am_i(
        state: &Hubspot,
        _args: WhoAmI,
        _cx: &mut Context,
    ) -> Result<serde_json::Value, ToolError> {
        let portal = state.portal.find()?;
        let user = state.users.find(&portal.current_user_id)?;
        Ok(serde_json::json!({"user": value_of(&user), "portal": value_of(&portal)}))
    }
}

const ASSOCIATIONS_DEFAULT: usize = 10;
const LIMIT_DEFAULT: i64 = 10;
const MATCHES_DEFAULT: i64 = 5;
const MATCHES_MAX: i64 = 20;
const MEETING_MINUTES_DEFAULT: i64 = 30;
const TRUNCATED_CHARACTERS: usize = 100;

const GUIDANCE: &[&str] = &[
    "Start with the current user, so that \"my\" and \"me\" have a meaning.",
    "Read the pipelines before a deal is created or moved; stages are named by identifier.",
    "Read the industry types before a company gets an industry.",
    "An activity needs at least one contact, company or deal to belong to.",
    "To change a record whose identifier is unknown, pass keywords: nothing changes, and the \
     matches come back with their identifiers.",
    "Records cannot be deleted with these tools.",
];

/// What an activity belongs to.
struct Links {
    contact: Option<IntKey<Contact>>,
    company: Option<IntKey<Company>>,
    deals: Vec<IntKey<Deal>>,
}

impl Links {
    fn new(
        contact: Option<IntKey<Contact>>,
        company: Option<IntKey<Company>>,
        deals: &[IntKey<Deal>],
    ) -> Self {
        Self { contact, company, deals: deals.to_vec() }
    }
}

/// How much of a list is wanted, and how much of each row.
struct Wish {
    request: compoworld_core::PageRequest,
    associations: usize,
    truncate: bool,
}

impl Wish {
    /// A limit above the greatest allowed one is lowered to it.
    fn new(
        limit: Option<i64>,
        limit_max: i64,
        cursor: Option<String>,
        associations: Option<i64>,
    ) -> Result<Self, ToolError> {
        let limit = limit.unwrap_or(LIMIT_DEFAULT);
        if limit < 1 {
            return Err(ToolError::invalid_argument("`limit` must be at least 1"));
        }
        let request = compoworld_core::PageRequest {
            limit: Some(limit.min(limit_max)),
            cursor,
            ..Default::default()
        };
        let associations = read_associations_limit(associations)?;
        Ok(Self { request, associations, truncate: false })
    }

    fn truncated(mut self, truncate: Option<bool>) -> Self {
        self.truncate = truncate.unwrap_or(false);
        self
    }
}

fn read_associations_limit(limit: Option<i64>) -> Result<usize, ToolError> {
    match limit {
        None => Ok(ASSOCIATIONS_DEFAULT),
        Some(limit) => usize::try_from(limit)
            .map_err(|_| ToolError::invalid_argument("`associations_limit` must not be negative")),
    }
}

/// A row as a JSON object, to add what belongs to it.
fn value_of<T: compoworld_core::Entity>(
    row: &RowRef<T>,
) -> serde_json::Map<String, serde_json::Value> {
    let mut text = String::new();
    Output::write_output(row, &mut text);
    match serde_json::from_str(&text) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => serde_json::Map::new(),
    }
}

fn map_page<T: compoworld_core::Entity>(
    page: Page<RowRef<T>>,
    view: &dyn Fn(&RowRef<T>) -> serde_json::Value,
) -> Page<serde_json::Value> {
    Page {
        items: page.items.iter().map(view).collect(),
        total: page.total,
        next_cursor: page.next_cursor,
    }
}

fn activity_page<T: compoworld_core::Entity>(
    state: &Hubspot,
    rows: Vec<RowRef<T>>,
    wish: &Wish,
    links_of: &dyn Fn(&T) -> Links,
) -> Result<Page<serde_json::Value>, ToolError> {
    let page = wish.request.cut(rows)?;
    Ok(map_page(page, &|row| {
        let links = links_of(row);
        let mut view = value_of(row);
        let contacts = state.contacts.select(&|contact| links.contact == Some(contact.id));
        let companies = state.companies.select(&|company| links.company == Some(company.id));
        let deals = state.deals.select(&|deal| links.deals.contains(&deal.id));
        insert_people(&mut view, &contacts, &companies, &deals, wish.associations);
        if wish.truncate {
            for value in view.values_mut() {
                truncate(value);
            }
        }
        view.into()
    }))
}

/// Cuts a long text and marks the cut.
fn truncate(value: &mut serde_json::Value) {
    if let serde_json::Value::String(text) = value
        && let Some((end, _)) = text.char_indices().nth(TRUNCATED_CHARACTERS)
    {
        text.truncate(end);
        text.push('…');
    }
}

fn contact_view(state: &Hubspot, contact: &RowRef<Contact>, limit: usize) -> serde_json::Value {
    let mut view = value_of(contact);
    let companies = state.companies.select(&|company| company.id == contact.company_id);
    let deals = state.deals.select(&|deal| deal.contact_ids.contains(&contact.id));
    insert_people(&mut view, &[], &companies, &deals, limit);
    view.remove("contacts");
    insert_activities(state, &mut view, limit, &|links| links.contact == Some(contact.id));
    view.into()
}

fn company_view(state: &Hubspot, company: &RowRef<Company>, limit: usize) -> serde_json::Value {
    let mut view = value_of(company);
    let contacts = state.contacts.select(&|contact| contact.company_id == company.id);
    let deals = state.deals.select(&|deal| deal.company_ids.contains(&company.id));
    insert_people(&mut view, &contacts, &[], &deals, limit);
    view.remove("companies");
    insert_activities(state, &mut view, limit, &|links| links.company == Some(company.id));
    view.into()
}

fn deal_view(state: &Hubspot, deal: &RowRef<Deal>, limit: usize) -> serde_json::Value {
    let mut view = value_of(deal);
    let contacts = state.contacts.select(&|contact| deal.contact_ids.contains(&contact.id));
    let companies = state.companies.select(&|company| deal.company_ids.contains(&company.id));
    insert_people(&mut view, &contacts, &companies, &[], limit);
    view.remove("deals");
    view.insert("pipeline_id".to_owned(), pipeline_of(state, deal).into());
    insert_activities(state, &mut view, limit, &|links| links.deals.contains(&deal.id));
    view.into()
}

/// Adds short forms of contacts, companies and deals to a view.
fn insert_people(
    view: &mut serde_json::Map<String, serde_json::Value>,
    contacts: &[RowRef<Contact>],
    companies: &[RowRef<Company>],
    deals: &[RowRef<Deal>],
    limit: usize,
) {
    let contacts: Vec<_> = contacts
        .iter()
        .take(limit)
        .map(|contact| {
            serde_json::json!({
                "id": contact.id.get(),
                "first_name": contact.first_name,
                "last_name": contact.last_name,
                "email": contact.email,
                "phone": contact.phone,
            })
        })
        .collect();
    let companies: Vec<_> = companies
        .iter()
        .take(limit)
        .map(|company| {
            serde_json::json!({
                "id": company.id.get(),
                "name": company.name,
                "domain": company.domain,
            })
        })
        .collect();
    let deals: Vec<_> = deals
        .iter()
        .take(limit)
        .map(|deal| {
            serde_json::json!({
                "id": deal.id.get(),
                "name": deal.name,
                "amount": deal.amount,
                "stage_id": deal.stage_id.as_str(),
            })
        })
        .collect();
    view.insert("contacts".to_owned(), contacts.into());
    view.insert("companies".to_owned(), companies.into());
    view.insert("deals".to_owned(), deals.into());
}

/// Adds short forms of the activities whose links `belongs` accepts to a view.
fn insert_activities(
    state: &Hubspot,
    view: &mut serde_json::Map<String, serde_json::Value>,
    limit: usize,
    belongs: &dyn Fn(&Links) -> bool,
) {
    let calls = state
        .calls
        .select(&|call| belongs(&Links::new(call.contact_id, call.company_id, &call.deal_ids)));
    let calls = calls.iter().take(limit).map(|call| {
        let when = call.when_occurred.to_string();
        serde_json::json!({"id": call.id.get(), "title": call.title, "when_occurred": when})
    });
    view.insert("calls".to_owned(), calls.collect());

    let emails = state
        .emails
        .select(&|email| belongs(&Links::new(email.contact_id, email.company_id, &email.deal_ids)));
    let emails = emails.iter().take(limit).map(|email| {
        let when = email.when_occurred.to_string();
        serde_json::json!({"id": email.id.get(), "subject": email.subject, "when_occurred": when})
    });
    view.insert("emails".to_owned(), emails.collect());

    let meetings = state.meetings.select(&|meeting| {
        belongs(&Links::new(meeting.contact_id, meeting.company_id, &meeting.deal_ids))
    });
    let meetings = meetings.iter().take(limit).map(|meeting| {
        let starts = meeting.starts_at.to_string();
        serde_json::json!({"id": meeting.id.get(), "title": meeting.title, "starts_at": starts})
    });
    view.insert("meetings".to_owned(), meetings.collect());

    let notes = state
        .notes
        .select(&|note| belongs(&Links::new(note.contact_id, note.company_id, &note.deal_ids)));
    let notes = notes
        .iter()
        .take(limit)
        .map(|note| serde_json::json!({"id": note.id.get(), "body": note.body}));
    view.insert("notes".to_owned(), notes.collect());

    let tasks = state
        .tasks
        .select(&|task| belongs(&Links::new(task.contact_id, task.company_id, &task.deal_ids)));
    let tasks = tasks.iter().take(limit).map(|task| {
        let status = task.status.as_str();
        serde_json::json!({"id": task.id.get(), "subject": task.subject, "status": status})
    });
    view.insert("tasks".to_owned(), tasks.collect());
}

fn has_words(texts: &[Option<&str>], words: &str) -> bool {
    let texts: Vec<&str> = texts.iter().copied().flatten().collect();
    compoworld_core::contains_text(&texts, words)
}

fn call_has(call: &Call, words: &str) -> bool {
    has_words(&[Some(&call.title), call.summary.as_deref()], words)
}

fn email_has(email: &Email, words: &str) -> bool {
    let addresses = [Some(email.from_email.as_str()), Some(email.to_email.as_str())];
    let [from, to] = addresses;
    has_words(&[Some(&email.subject), email.body_text.as_deref(), from, to], words)
}

fn meeting_has(meeting: &Meeting, words: &str) -> bool {
    has_words(&[Some(&meeting.title), meeting.location.as_deref()], words)
}

fn company_has(company: &Company, words: &str) -> bool {
    let phone = company.phone.as_deref();
    let domain = company.domain.as_deref();
    has_words(&[Some(&company.name), phone, domain, company.website.as_deref()], words)
}

fn contact_has(state: &Hubspot, contact: &Contact, words: &str) -> bool {
    let texts = [
        Some(contact.first_name.as_str()),
        contact.last_name.as_deref(),
        contact.email.as_deref(),
        contact.phone.as_deref(),
        contact.mobile_phone.as_deref(),
        state.companies.get(&contact.company_id).map(|company| company.name.as_str()),
    ];
    has_words(&texts, words)
}

fn deal_has(deal: &Deal, words: &str) -> bool {
    has_words(&[Some(&deal.name), deal.description.as_deref()], words)
}

fn current_user(state: &Hubspot) -> Option<IntKey<User>> {
    state.portal.get().map(|portal| portal.current_user_id)
}

fn check_associated(
    contact: Option<IntKey<Contact>>,
    company: Option<IntKey<Company>>,
    deals: &[IntKey<Deal>],
) -> Result<(), ToolError> {
    if contact.is_none() && company.is_none() && deals.is_empty() {
        return Err(ToolError::invalid_argument(
            "an activity belongs to something: pass `associate_to_contact_id`, \
             `associate_to_company_id` or `associate_to_deal_id`",
        ));
    }
    Ok(())
}

fn read_industry(text: &str) -> Result<Industry, ToolError> {
    let name = text.trim().replace([' ', '-'], "_");
    let found = Industry::ALL.iter().find(|industry| industry.as_str().eq_ignore_ascii_case(&name));
    found.copied().ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "`{text}` is no industry; `get_available_industry_types` names them all"
        ))
    })
}

fn read_owner(text: &str) -> Result<IntKey<User>, ToolError> {
    let number = text.trim().parse();
    number.map(IntKey::new).map_err(|_| {
        ToolError::invalid_argument(format!("`{text}` is no user identifier, it must be a number"))
    })
}

/// `14:30` or `14:30:05` as seconds after midnight.
fn read_time_of_day(text: &str) -> Result<i64, ToolError> {
    let wrong = || {
        ToolError::invalid_argument(format!("`{text}` is no time of day, write it like `14:30`"))
    };
    let mut seconds = 0;
    let mut parts = text.trim().split(':');
    for (greatest, unit) in [(23, 3_600), (59, 60)] {
        let part: i64 = parts.next().and_then(|part| part.parse().ok()).ok_or_else(wrong)?;
        if !(0..=greatest).contains(&part) {
            return Err(wrong());
        }
        seconds += part * unit;
    }
    if let Some(part) = parts.next() {
        let part: i64 = part.parse().map_err(|_| wrong())?;
        if !(0..=59).contains(&part) {
            return Err(wrong());
        }
        seconds += part;
    }
    if parts.next().is_some() { Err(wrong()) } else { Ok(seconds) }
}

/// `1:30` as 90 minutes.
fn read_duration(text: &str) -> Result<i64, ToolError> {
    let minutes = text.trim().split_once(':').and_then(|(hours, minutes)| {
        let hours: i64 = hours.parse().ok()?;
        let minutes: i64 = minutes.parse().ok()?;
        ((0..=167).contains(&hours) && (0..=59).contains(&minutes)).then_some(hours * 60 + minutes)
    });
    minutes.filter(|minutes| *minutes > 0).ok_or_else(|| {
        ToolError::invalid_argument(format!(
            "`{text}` is no duration, write hours and minutes like `1:30`"
        ))
    })
}

/// The pipeline called `default`, else the first one.
fn default_pipeline(state: &Hubspot) -> Result<Key<Pipeline>, ToolError> {
    let first = || state.pipelines.iter().min_by_key(|pipeline| pipeline.display_order);
    match state.pipelines.get("default").or_else(first) {
        Some(pipeline) => Ok(pipeline.id.clone()),
        None => Err(ToolError::failed_precondition("the portal has no deal pipeline")),
    }
}

fn stages_of(state: &Hubspot, pipeline: &Key<Pipeline>) -> Vec<RowRef<Stage>> {
    let mut stages = state.stages.select(&|stage| stage.pipeline_id == *pipeline);
    stages.sort_by_key(|stage| stage.display_order);
    stages
}

fn first_stage(state: &Hubspot, pipeline: &Key<Pipeline>) -> Result<Key<Stage>, ToolError> {
    match stages_of(state, pipeline).first() {
        Some(stage) => Ok(stage.id.clone()),
        None => {
            Err(ToolError::failed_precondition(format!("pipeline `{pipeline}` has no stages yet")))
        }
    }
}

fn check_stage(
    state: &Hubspot,
    stage: &Key<Stage>,
    pipeline: &Key<Pipeline>,
) -> Result<(), ToolError> {
    if state.stages.find(stage)?.pipeline_id == *pipeline {
        return Ok(());
    }
    Err(ToolError::invalid_argument(format!("stage `{stage}` is not one of pipeline `{pipeline}`")))
}

fn pipeline_of<'a>(state: &'a Hubspot, deal: &Deal) -> Option<&'a str> {
    state.stages.get(&deal.stage_id).map(|stage| stage.pipeline_id.as_str())
}

fn check_same_pipeline(state: &Hubspot, deal: &Deal, stage: &Key<Stage>) -> Result<(), ToolError> {
    let pipeline = state.stages.find(stage)?.pipeline_id.clone();
    if pipeline_of(state, deal).is_some_and(|current| pipeline != current) {
        return Err(ToolError::failed_precondition(format!(
            "stage `{stage}` is in pipeline `{pipeline}`, the deal is in another; \
             `update_deal_stage` with `allow_pipeline_change` moves it there"
        )));
    }
    Ok(())
}

fn sort_in<T: compoworld_core::Entity>(
    rows: &mut [RowRef<T>],
    order: Option<SortOrder>,
    name: &str,
) -> Result<(), ToolError> {
    use compoworld_core::Direction::{Ascending, Descending};
    match order.unwrap_or(SortOrder::LatestModified) {
        SortOrder::LatestModified => compoworld_core::sort_rows(rows, "updated_at", Descending),
        SortOrder::OldestModified => compoworld_core::sort_rows(rows, "updated_at", Ascending),
        SortOrder::Alphabetical => compoworld_core::sort_rows(rows, name, Ascending),
    }
}

fn set_given<T>(field: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *field = value;
    }
}

fn set_optional<T>(field: &mut Option<T>, given: Option<T>) {
    if given.is_some() {
        *field = given;
    }
}

/// The keywords of an update that names no row.
fn needed_keywords(keywords: Option<String>, id: &str) -> Result<String, ToolError> {
    keywords.filter(|words| !words.trim().is_empty()).ok_or_else(|| {
        ToolError::invalid_argument(format!("say what to update: pass `{id}` or `keywords`"))
    })
}

/// The answer of an update by keywords: nothing changed, these could be meant.
fn matches_answer<T: compoworld_core::Entity>(
    rows: Vec<RowRef<T>>,
    limit: Option<i64>,
    id: &str,
) -> Result<serde_json::Value, ToolError> {
    let limit = limit.unwrap_or(MATCHES_DEFAULT).min(MATCHES_MAX);
    let limit = usize::try_from(limit)
        .map_err(|_| ToolError::invalid_argument("`matches_limit` must not be negative"))?;
    let matches: Vec<_> = rows.iter().take(limit).map(value_of).collect();
    Ok(serde_json::json!({
        "updated": false,
        "message": format!("nothing was changed; call again with the `{id}` that is meant"),
        "total": rows.len(),
        "matches": matches,
    }))
}

/// Two companies with a contact each, two deals in two pipelines, one activity of each kind.
pub const FIXTURE: &str = r#"{
    "portal": {"portal_id": 482211, "name": "Lumen Supply", "ui_domain": "https://app.portal.example",
        "time_zone": "Europe/Amsterdam", "company_currency": "EUR", "current_user_id": 11},
    "users": {
        "11": {"id": 11, "first_name": "Iris", "last_name": "Vonk", "email": "iris@portal.example", "active": true},
        "12": {"id": 12, "first_name": "Jonas", "last_name": "Reuter", "email": "jonas@portal.example", "active": true}
    },
    "pipelines": {
        "default": {"id": "default", "label": "Sales", "display_order": 0},
        "partners": {"id": "partners", "label": "Partners", "display_order": 1}
    },
    "stages": {
        "qualified": {"id": "qualified", "pipeline_id": "default", "label": "Qualified", "display_order": 0, "probability": 0.4, "is_closed": false},
        "won": {"id": "won", "pipeline_id": "default", "label": "Won", "display_order": 1, "probability": 1, "is_closed": true},
        "partner_talks": {"id": "partner_talks", "pipeline_id": "partners", "label": "Talks", "display_order": 0, "probability": 0.2, "is_closed": false}
    },
    "companies": {
        "101": {"id": 101, "name": "Brightfarm", "domain": "brightfarm.example", "industry": "farming", "city": "Venlo",
            "region": null, "country": "Netherlands", "phone": "+31 77 555 0101", "website": "https://brightfarm.example",
            "created_at": "2026-01-05T09:00:00Z", "updated_at": "2026-02-01T09:00:00Z"},
        "102": {"id": 102, "name": "Dockworks", "domain": null, "industry": null, "city": "Rotterdam",
            "region": null, "country": "Netherlands", "phone": null, "website": null,
            "created_at": "2026-01-06T09:00:00Z", "updated_at": "2026-01-20T09:00:00Z"}
    },
    "contacts": {
        "201": {"id": 201, "company_id": 101, "first_name": "Lena", "last_name": "Ortiz", "email": "lena@brightfarm.example",
            "phone": "+31 77 555 0111", "mobile_phone": null, "job_title": "Buyer",
            "created_at": "2026-01-05T09:30:00Z", "updated_at": "2026-01-30T09:30:00Z"},
        "202": {"id": 202, "company_id": 102, "first_name": "Omar", "last_name": "Haddad", "email": "omar@dockworks.example",
            "phone": null, "mobile_phone": "+31 6 5550 0112", "job_title": null,
            "created_at": "2026-01-06T09:30:00Z", "updated_at": "2026-01-16T09:30:00Z"}
    },
    "deals": {
        "301": {"id": 301, "name": "Greenhouse lamps", "amount": 8400, "stage_id": "qualified", "type": "newbusiness",
            "close_date": "2026-03-31", "owner_id": 11, "priority": "medium", "description": "120 lamps for hall B",
            "contact_ids": [201], "company_ids": [101], "created_at": "2026-01-10T10:00:00Z", "updated_at": "2026-02-12T10:00:00Z"},
        "302": {"id": 302, "name": "Dock lighting", "amount": null, "stage_id": "partner_talks", "type": null,
            "close_date": null, "owner_id": null, "priority": null, "description": null,
            "contact_ids": [], "company_ids": [102], "created_at": "2026-01-18T10:00:00Z", "updated_at": "2026-01-22T10:00:00Z"}
    },
    "calls": {
        "1": {"id": 1, "title": "First delivery", "when_occurred": "2026-02-03T13:00:00Z", "direction": "OUTBOUND",
            "summary": "Lamps arrive in week 12", "duration": 240, "to_number": "+31 77 555 0111", "from_number": null,
            "owner_id": 11, "contact_id": 201, "company_id": null, "deal_ids": [301],
            "created_at": "2026-02-03T13:10:00Z", "updated_at": "2026-02-03T13:10:00Z"}
    },
    "emails": {
        "1": {"id": 1, "subject": "Quote for lamps", "when_occurred": "2026-01-28T08:00:00Z", "from_email": "iris@portal.example",
            "to_email": "lena@brightfarm.example", "from_first_name": "Iris", "from_last_name": "Vonk", "to_first_name": "Lena",
            "to_last_name": "Ortiz", "cc_emails": [], "bcc_emails": [], "body_text": "The offer is attached.", "body_html": null,
            "direction": "EMAIL", "status": "SENT", "owner_id": 11, "contact_id": 201, "company_id": 101, "deal_ids": [301],
            "created_at": "2026-01-28T08:01:00Z", "updated_at": "2026-01-28T08:01:00Z"}
    },
    "meetings": {
        "1": {"id": 1, "title": "Walk through the greenhouse", "starts_at": "2026-03-10T09:00:00Z", "duration_minutes": 60,
            "location": "Hall B, Venlo", "outcome": "SCHEDULED", "owner_id": 12, "contact_id": 201, "company_id": 101,
            "deal_ids": [301], "created_at": "2026-02-05T09:00:00Z", "updated_at": "2026-02-05T09:00:00Z"}
    },
    "notes": {
        "1": {"id": 1, "body": "Wants the lamps before next winter.", "when_occurred": "2026-01-15T12:00:00Z", "owner_id": 11,
            "contact_id": null, "company_id": 101, "deal_ids": [301],
            "created_at": "2026-01-15T12:00:00Z", "updated_at": "2026-01-15T12:00:00Z"}
    },
    "tasks": {
        "1": {"id": 1, "subject": "Send the draft contract", "body": "Use the short form.", "status": "NOT_STARTED", "priority": "high",
            "due_date": "2026-03-02", "owner_id": 12, "contact_id": 201, "company_id": null, "deal_ids": [301],
            "created_at": "2026-02-12T10:00:00Z", "updated_at": "2026-02-12T10:00:00Z"}
    },
    "communications": {
        "1": {"id": 1, "channel": "WHATS_APP", "when_occurred": "2026-02-10T07:30:00Z", "body_text": "The gate code is on the plan",
            "owner_id": 11, "contact_id": 202, "company_id": null, "deal_ids": [],
            "created_at": "2026-02-10T07:31:00Z", "updated_at": "2026-02-10T07:31:00Z"}
    }
}"#;
