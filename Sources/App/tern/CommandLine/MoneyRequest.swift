/// What `tern money` is to do, as it was typed. Days, amounts and names are read once the file is open, since
/// the file says how they are written and which there are.
struct MoneyRequest: Equatable {
  /// The commands.
  enum Action: String, CaseIterable {
    case create, info, check, upgrade, backup, accounts, balance, journal, search, networth, report
    case scheduled, budget, export
  }

  /// What `report` shows.
  enum Report: String, CaseIterable {
    case overview, categories, income, months
  }

  /// What `export` writes.
  enum Format: String, CaseIterable {
    case csv, json, ledger, hledger, beancount
  }

  /// Which days are meant.
  struct Days: Equatable {
    var on: String?
    var from: String?
    var to: String?
    var within: String?
  }

  /// Which rows of the journal are meant.
  struct Rows: Equatable {
    var text = ""
    var account: String?
    var payee: String?
    var category: String?
    var tag: String?
    var type: String?
    var status: String?
    var least: String?
    var most: String?
    var showsDeleted = false
    var needsAttachment = false
    /// The most rows printed; nil for all.
    var limit: Int? = 50
  }

  var action: Action
  var path: String
  var days = Days()
  var rows = Rows()
  /// The accounts named after the file; empty for all.
  var accounts: [String] = []
  var report = Report.categories
  var format = Format.csv
  /// Where an export or a backup goes; nil for standard output, or a dated file beside this one.
  var output: String?
  /// The base currency of a new file.
  var currency: String?
  /// Whether a new file gets made-up accounts to look around in.
  var hasSample = false
  /// Whether an export keeps every digit and line break.
  var keepsEverything = false
  /// Whether closed accounts are listed too.
  var showsClosed = false
  /// Whether budgets that are switched off are listed too.
  var showsInactive = false
}
