import Text

/// The settings of a file that its rules read, from INFOTABLE and SETTING rows. Source: money 1.4.
public struct FileSettings: Sendable, Hashable {
  /// The currency of totals; nil until it is chosen.
  public var baseCurrencyID: RecordID<Currency>?
  /// The text between levels of a full category name.
  public var categoryDelimiter = ":"
  /// How days are written.
  public var dateMask = DateMask.iso
  /// Whether dated rates are used.
  public var usesCurrencyHistory = true
  /// Digits of share counts.
  public var sharePrecision = 4
  /// The first day of the financial year.
  public var financialYearStart = YearStart(month: 7, day: 1)
  /// The first day of a month in reports, 1…28.
  public var reportingFirstDay = 1
  /// The first day of a week, Sunday or Monday.
  public var firstWeekday = Weekday.sunday
  /// Days added to both ends of a budget range.
  public var budgetDaysOffset = 0
  /// What stands between columns of a CSV file.
  public var csvDelimiter = ","
  /// The account offered first.
  public var defaultAccountID: RecordID<Account>?
  /// Whose accounts these are.
  public var userName = ""
  /// Whether a budget year is the financial year.
  public var budgetsFollowFinancialYear = false
  /// Whether transfers count in budgets.
  public var budgetsIncludeTransfers = false
  /// How a year's budget meets its months.
  public var budgetFill = BudgetFill()
  /// Whether rows of one day are ordered by their time.
  public var ordersByTime = false

  /// What holds where a file says nothing.
  public init() {}

  /// The settings of a file; unreadable values keep their default, numbers out of range are clamped.
  public init(info: [InfoEntry], settings: [SettingEntry] = []) {
    let infoValues = Dictionary(info.map { (Text.folded($0.name), $0.value) }) { _, last in last }
    let settingValues = Dictionary(settings.map { (Text.folded($0.name), $0.value) }) { _, last in last }
    func text(_ name: String) -> String? { infoValues[Text.folded(name)] }
    func number(_ name: String) -> Int? { text(name).flatMap { Int(Text.trimmed($0)) } }
    func flag(_ name: String) -> Bool? { StoredFlag.value(settingValues[Text.folded(name)]) }
    func clamped(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) -> Int {
      min(max(number(name) ?? usual, range.lowerBound), range.upperBound)
    }
    baseCurrencyID = RecordID(reference: number("BASECURRENCYID").map(Int64.init))
    if let delimiter = text("CATEG_DELIMITER"), !delimiter.isEmpty { categoryDelimiter = delimiter }
    if let mask = text("DATEFORMAT"), !mask.isEmpty { dateMask = DateMask(mask) }
    usesCurrencyHistory = StoredFlag.value(text("USECURRENCYHISTORY")) ?? true
    sharePrecision = clamped("SHARE_PRECISION", 0...18, 4)
    financialYearStart = YearStart(
      month: clamped("FINANCIAL_YEAR_START_MONTH", 1...12, 7),
      day: clamped("FINANCIAL_YEAR_START_DAY", 1...28, 1))
    reportingFirstDay = clamped("REPORTING_FIRSTDAY", 1...28, 1)
    firstWeekday = text("REPORTING_FIRST_WEEKDAY")?.lowercased().hasPrefix("mon") == true ? .monday : .sunday
    budgetDaysOffset = clamped("BUDGET_DAYS_OFFSET", -366...366, 0)
    if let delimiter = text("DELIMITER"), !delimiter.isEmpty { csvDelimiter = delimiter }
    defaultAccountID = RecordID(reference: number("DEFAULTACCOUNTID").map(Int64.init))
    userName = text("USERNAME") ?? ""
    budgetsFollowFinancialYear = flag("BUDGET_FINANCIAL_YEARS") ?? false
    budgetsIncludeTransfers = flag("BUDGET_INCLUDE_TRANSFERS") ?? false
    budgetFill = BudgetFill(
      overrides: flag("BUDGET_OVERRIDE") ?? false,
      deducts: flag("BUDGET_DEDUCT_MONTH_FROM_YEAR") ?? false)
    ordersByTime = flag("TRANSACTION_USE_DATE_TIME") ?? false
  }
}

/// The day a year begins, for years that do not begin in January.
public struct YearStart: Sendable, Hashable {
  /// 1…12.
  public let month: Int
  /// 1…28.
  public let day: Int

  /// Numbers out of range are clamped.
  public init(month: Int, day: Int) {
    self.month = min(max(month, 1), 12)
    self.day = min(max(day, 1), 28)
  }

  /// 1 January.
  public static let calendar = YearStart(month: 1, day: 1)
}
