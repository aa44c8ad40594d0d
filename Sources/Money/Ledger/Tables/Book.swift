/// All that a file holds, as records: what tests, exports and diagnostics of small files work on. A large
/// file is never read whole; there the same rules get what a query selected.
public struct Book: Sendable, Hashable {
  /// Accounts.
  public var accounts: [Account] = []
  /// Assets.
  public var assets: [Asset] = []
  /// Attachments.
  public var attachments: [Attachment] = []
  /// Budgets.
  public var budgets: [BudgetEntry] = []
  /// Years and months that have budgets.
  public var budgetPeriods: [BudgetPeriod] = []
  /// Categories.
  public var categories: [Category] = []
  /// Currencies.
  public var currencies: [Currency] = []
  /// Dated rates.
  public var currencyRates: [CurrencyRate] = []
  /// Fields of the user's own.
  public var customFields: [CustomField] = []
  /// What records have in them.
  public var customValues: [CustomValue] = []
  /// Settings of the file.
  public var info: [InfoEntry] = []
  /// Payees.
  public var payees: [Payee] = []
  /// Transactions that belong to assets and stocks.
  public var recordLinks: [RecordLink] = []
  /// Saved reports.
  public var reports: [SavedReport] = []
  /// Schedules.
  public var schedules: [Schedule] = []
  /// Parts of schedules.
  public var scheduleSplits: [Split<Schedule>] = []
  /// Preferences of the desktop program.
  public var settings: [SettingEntry] = []
  /// Shares bought and sold.
  public var shareTrades: [ShareTrade] = []
  /// Parts of transactions.
  public var splits: [Split<Transaction>] = []
  /// Stocks.
  public var stocks: [Stock] = []
  /// Prices.
  public var stockPrices: [StockPrice] = []
  /// Tags.
  public var tags: [Tag] = []
  /// Tags on records.
  public var tagLinks: [TagLink] = []
  /// Transactions.
  public var transactions: [Transaction] = []
  /// Notes of the desktop program about its use.
  public var usage: [UsageEntry] = []

  /// An empty book.
  public init() {}

  /// The settings its rules read.
  public var fileSettings: FileSettings { FileSettings(info: info, settings: settings) }

  /// Its rates.
  public var rates: RateBook {
    let settings = fileSettings
    return RateBook(
      base: settings.baseCurrencyID, currencies: currencies, history: currencyRates,
      usesHistory: settings.usesCurrencyHistory)
  }
}
