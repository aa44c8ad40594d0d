/// A setting of the file, shared by all programs. A row of INFOTABLE_V1; money 1.2.
public struct InfoEntry: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<InfoEntry>
  /// The key, unique without case; see `FileSettings`.
  public var name = ""
  /// The value.
  public var value = ""

  /// An empty row.
  public init(id: RecordID<InfoEntry>) { self.id = id }
}

/// A preference of the desktop program; left as it is. A row of SETTING_V1; money 1.2.
public struct SettingEntry: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<SettingEntry>
  /// The key.
  public var name = ""
  /// The value.
  public var value = ""

  /// An empty row.
  public init(id: RecordID<SettingEntry>) { self.id = id }
}

/// A report somebody saved. A row of REPORT_V1; money 1.2.
public struct SavedReport: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<SavedReport>
  /// The name, unique without case.
  public var name = ""
  /// The heading it stands under.
  public var group = ""
  /// Whether it is offered.
  public var isActive = true
  /// A query; run read-only.
  public var sql = ""
  /// A script; kept, never run.
  public var lua = ""
  /// A page template; kept, never run.
  public var template = ""
  /// What it shows, free text.
  public var text = ""

  /// An empty row.
  public init(id: RecordID<SavedReport>) { self.id = id }
}

/// What the desktop program noted about its use; left as it is. A row of USAGE_V1; money 1.2.
public struct UsageEntry: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<UsageEntry>
  /// The day.
  public var day = DayText(nil)
  /// What was noted.
  public var json = ""

  /// An empty row.
  public init(id: RecordID<UsageEntry>) { self.id = id }
}

/// A year or month that has budgets. A row of BUDGETYEAR_V1; money 1.2.
public struct BudgetPeriod: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<BudgetPeriod>
  /// `YYYY` or `YYYY-MM`.
  public var name = ""

  /// An empty row.
  public init(id: RecordID<BudgetPeriod>) { self.id = id }
}

/// What is planned for one category in one period. A row of BUDGETTABLE_V1; money 1.2.
public struct BudgetEntry: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<BudgetEntry>
  /// The year or month.
  public var periodID: RecordID<BudgetPeriod>?
  /// The category.
  public var categoryID: RecordID<Category>?
  /// How often the amount comes.
  public var frequency = Coded<BudgetFrequency>(.none)
  /// Below zero an expense, above an income; base currency.
  public var amount: StoredNumber = .zero
  /// Notes.
  public var notes = ""
  /// Whether it counts.
  public var isActive = true

  /// An empty row.
  public init(id: RecordID<BudgetEntry>) { self.id = id }
}
