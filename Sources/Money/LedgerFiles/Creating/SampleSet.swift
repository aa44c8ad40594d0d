import Ledger
import Storage

/// Made-up accounts and rows for a new file, to look around in: half a year up to the day it is made.
///
/// The same day gives the same set. Amounts are whole hundredths and suit any currency with two digits.
struct SampleSet {
  private let changes: LedgerChanges
  private let day: CalendarDate
  private let currency: RecordID<Currency>

  init(_ changes: LedgerChanges, day: CalendarDate, currency: RecordID<Currency>) {
    self.changes = changes
    self.day = day
    self.currency = currency
  }

  /// Writes the set.
  func write() throws {
    let everyday = try account("Everyday", .checking, initial: 1_250_00, isFavorite: true)
    let savings = try account("Savings", .term, initial: 8_000_00)
    let wallet = try account("Wallet", .cash, initial: 60_00, isFavorite: true)
    let payees = try Dictionary(
      uniqueKeysWithValues: ["Employer", "Landlord", "Market", "Bakery", "Power company", "Bus line"].map {
        name in (name, try payee(name))
      })
    for month in 0..<Self.months {
      guard let start = day.startOfMonth.adding(months: -month) else { continue }
      try row(start, 1, everyday, .deposit, 2_900_00, payees["Employer"], category: 52)
      try row(start, 2, everyday, .withdrawal, 950_00, payees["Landlord"], category: 6)
      try row(start, 12, everyday, .withdrawal, 71_40, payees["Power company"], category: 3)
      try transfer(start, 5, everyday, savings, 300_00)
      try transfer(start, 6, everyday, wallet, 150_00)
      for week in 0..<4 {
        try row(
          start, 3 + week * 7, everyday, .withdrawal, 64_35 + Int64(week) * 3_17, payees["Market"],
          category: 10)
        try row(
          start, 4 + week * 7, wallet, .withdrawal, 8_90 + Int64(week) * 45, payees["Bakery"], category: 11)
      }
      try row(start, 15, wallet, .withdrawal, 29_00, payees["Bus line"], category: 41)
    }
    try rent(everyday, payees["Landlord"])
  }

  private func account(
    _ name: String, _ type: AccountType, initial: Int128, isFavorite: Bool = false
  ) throws -> RecordID<Account> {
    var account = Account(id: RecordID(0))
    account.name = name
    account.type = Coded(type)
    account.initialBalance = StoredNumber(ExactDecimal(mantissa: initial, scale: 2))
    account.initialDate = DayText(day.startOfMonth.adding(months: 1 - Self.months) ?? day)
    account.isFavorite = isFavorite
    account.currencyID = currency
    return try changes.insert(account)
  }

  private func payee(_ name: String) throws -> RecordID<Payee> {
    var payee = Payee(id: RecordID(0))
    payee.name = name
    return try changes.insert(payee)
  }

  private func row(
    _ start: CalendarDate, _ dayOfMonth: Int, _ account: RecordID<Account>, _ type: TransactionType,
    _ hundredths: Int64, _ payee: RecordID<Payee>?, category: Int64
  ) throws {
    var entry = self.entry(account, type, hundredths, category: category)
    entry.payeeID = payee
    try add(entry, start, dayOfMonth)
  }

  private func transfer(
    _ start: CalendarDate, _ dayOfMonth: Int, _ source: RecordID<Account>, _ target: RecordID<Account>,
    _ hundredths: Int64
  ) throws {
    var entry = self.entry(source, .transfer, hundredths, category: 57)
    entry.toAccountID = target
    try add(entry, start, dayOfMonth)
  }

  private func entry(
    _ account: RecordID<Account>, _ type: TransactionType, _ hundredths: Int64, category: Int64
  ) -> Entry {
    var entry = Entry()
    entry.accountID = account
    entry.type = Coded(type)
    entry.amount = StoredNumber(ExactDecimal(mantissa: Int128(hundredths), scale: 2))
    entry.toAmount = entry.amount
    entry.categoryID = RecordID(category)
    return entry
  }

  /// Rows of days to come are left out; what is older than two months is reconciled.
  private func add(_ entry: Entry, _ start: CalendarDate, _ dayOfMonth: Int) throws {
    guard let date = start.adding(days: dayOfMonth - 1), date <= day else { return }
    var entry = entry
    entry.date = DayText("\(date)T12:00:00")
    if date.days(to: day) > 60 { entry.status = Coded(.reconciled) }
    try changes.insert(Transaction(id: RecordID(0), entry: entry))
  }

  private func rent(_ account: RecordID<Account>, _ payee: RecordID<Payee>?) throws {
    var entry = self.entry(account, .withdrawal, 950_00, category: 6)
    entry.payeeID = payee
    let due = day.startOfMonth.adding(months: 1)?.adding(days: 1) ?? day
    entry.date = DayText("\(due)T12:00:00")
    var schedule = Schedule(id: RecordID(0), entry: entry)
    schedule.due = DayText(due)
    schedule.repeats = 3
    schedule.occurrences = -1
    try changes.insert(schedule)
  }

  private static let months = 6
}
