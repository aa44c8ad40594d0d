import Ledger

/// What an address of the overview asks for. Fields that are missing keep what was chosen last; fields that
/// cannot be read are left out, and nothing in them traps. Source: money 5.1.
///
/// `account`, `period` with `on`, `from`, `to` (see `PeriodChoice`), `type=deposit|withdrawal` for the list
/// of newest rows.
public struct OverviewQuery: Sendable, Hashable {
  /// Whose rows; nil for what was chosen last.
  public var account: AccountChoice?
  /// Of which days; nil for what was chosen last.
  public var period: PeriodChoice?
  /// Which type the list of newest rows shows; nil for all.
  public var type: TransactionType?

  /// What was chosen last.
  public init(account: AccountChoice? = nil, period: PeriodChoice? = nil, type: TransactionType? = nil) {
    self.account = account
    self.period = period
    self.type = type
  }

  /// Reads an address.
  public init(items: [(name: String, value: String)]) {
    account = items.first { $0.name == "account" }.flatMap { AccountChoice($0.value) }
    period = PeriodChoice(items: items)
    let word = items.first { $0.name == "type" }?.value
    type = word == "deposit" ? .deposit : word == "withdrawal" ? .withdrawal : nil
  }

  /// The fields of the address.
  public var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if let account { items.append(("account", account.text)) }
    items += period?.items ?? []
    if let type { items.append(("type", QueryWords.word(type))) }
    return items
  }
}

/// What an address of the journal asks for. Fields that are missing are no condition, only account and period
/// keep what was chosen last; fields that cannot be read are left out. Source: money 5.2.
///
/// `kind=all|transactions|future|scheduled`, `account`, `period` with `on`, `from`, `to`,
/// `type=withdrawal|deposit|transfer` and `status=none|reconciled|void|follow-up|duplicate` (several),
/// `category`, `only=1` (without the categories below it), `payee`, `tag` (numbers), `min`, `max` (amounts as
/// people write them), `attachment=1`, `deleted=1`, `q` (text).
public struct JournalQuery: Sendable, Hashable {
  /// Which rows the list has.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Transactions and schedules.
    case all
    /// Transactions only.
    case transactions
    /// Transactions that lie ahead.
    case future
    /// Schedules only.
    case scheduled
  }

  /// Which rows.
  public var kind: Kind = .all
  /// Whose rows; nil for what was chosen last.
  public var account: AccountChoice?
  /// Of which days; nil for what was chosen last.
  public var period: PeriodChoice?
  /// Of which types; empty for all.
  public var types: Set<TransactionType> = []
  /// Of which statuses; empty for all.
  public var statuses: Set<TransactionStatus> = []
  /// Of which category.
  public var category: RecordID<Category>?
  /// Whether rows of the categories below it are left out.
  public var isOnlyThisCategory = false
  /// Of which payee.
  public var payee: RecordID<Payee>?
  /// With which tag.
  public var tag: RecordID<Tag>?
  /// The least amount as typed, without sign; empty for none.
  public var minimum = ""
  /// The greatest amount as typed, without sign; empty for none.
  public var maximum = ""
  /// Whether only rows with an attachment are wanted.
  public var needsAttachment = false
  /// Whether the trash is shown.
  public var showsDeleted = false
  /// The text to find.
  public var text = ""

  /// The longest text that is looked for; longer ones are cut.
  public static let textCharactersMax = 200
  /// The longest amount that is read.
  public static let amountCharactersMax = 40

  /// No condition.
  public init(account: AccountChoice? = nil, period: PeriodChoice? = nil) {
    self.account = account
    self.period = period
  }

  /// Reads an address.
  public init(items: [(name: String, value: String)]) {
    func first(_ name: String) -> String? { items.first { $0.name == name }?.value }
    func number<Record>(_ name: String) -> RecordID<Record>? {
      first(name).flatMap { Int64($0) }.flatMap { $0 > 0 ? RecordID($0) : nil }
    }
    kind = first("kind").flatMap(Kind.init(rawValue:)) ?? .all
    account = first("account").flatMap { AccountChoice($0) }
    period = PeriodChoice(items: items)
    types = Set(items.filter { $0.name == "type" }.compactMap { QueryWords.type($0.value) })
    statuses = Set(items.filter { $0.name == "status" }.compactMap { QueryWords.status($0.value) })
    category = number("category")
    isOnlyThisCategory = category != nil && first("only") == "1"
    payee = number("payee")
    tag = number("tag")
    minimum = String((first("min") ?? "").prefix(Self.amountCharactersMax))
    maximum = String((first("max") ?? "").prefix(Self.amountCharactersMax))
    needsAttachment = first("attachment") == "1"
    showsDeleted = first("deleted") == "1"
    text = String((first("q") ?? "").prefix(Self.textCharactersMax))
  }

  /// The fields of the address, in one order.
  public var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if kind != .all { items.append(("kind", kind.rawValue)) }
    if let account { items.append(("account", account.text)) }
    items += period?.items ?? []
    items += TransactionType.allCases.filter(types.contains).map { ("type", QueryWords.word($0)) }
    items += TransactionStatus.allCases.filter(statuses.contains).map { ("status", QueryWords.word($0)) }
    if let category { items.append(("category", category.description)) }
    if isOnlyThisCategory { items.append(("only", "1")) }
    if let payee { items.append(("payee", payee.description)) }
    if let tag { items.append(("tag", tag.description)) }
    if !minimum.isEmpty { items.append(("min", minimum)) }
    if !maximum.isEmpty { items.append(("max", maximum)) }
    if needsAttachment { items.append(("attachment", "1")) }
    if showsDeleted { items.append(("deleted", "1")) }
    if !text.isEmpty { items.append(("q", text)) }
    return items
  }
}

/// What asks for the rows before those of a page: the filter, the place where the page ended, and what is
/// needed to go on. `after=DATE~ID`, `state`, `balance`.
public struct EarlierQuery: Sendable, Hashable {
  /// The filter.
  public var query: JournalQuery
  /// The last row shown.
  public var place: JournalPlace
  /// The state of file and filter the place belongs to, see `JournalRows.state`.
  public var state: String
  /// The balance before the last row shown; nil where rows have none.
  public var balance: ExactDecimal?

  /// Joins the parts.
  public init(query: JournalQuery, place: JournalPlace, state: String, balance: ExactDecimal?) {
    self.query = query
    self.place = place
    self.state = state
    self.balance = balance
  }

  /// Reads an address; nil where it names no place.
  public init?(items: [(name: String, value: String)]) {
    func first(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard let after = first("after"), after.utf8.count <= Self.placeBytesMax,
      let mark = after.lastIndex(of: "~"), let id = Int64(after[after.index(after: mark)...])
    else { return nil }
    query = JournalQuery(items: items)
    place = JournalPlace(date: DayText(String(after[..<mark])), id: RecordID(id))
    state = String((first("state") ?? "").prefix(Self.placeBytesMax))
    balance = first("balance").flatMap { $0.utf8.count <= Self.placeBytesMax ? ExactDecimal($0) : nil }
  }

  /// The fields of the address.
  public var items: [(name: String, value: String)] {
    query.items + [("after", "\(place.date.text)~\(place.id)"), ("state", state)]
      + (balance.map { [("balance", $0.description)] } ?? [])
  }

  private static let placeBytesMax = 200
}

/// Types and statuses as words of addresses and forms.
public enum QueryWords {
  /// The word of a type.
  public static func word(_ type: TransactionType) -> String {
    switch type {
    case .withdrawal: "withdrawal"
    case .deposit: "deposit"
    case .transfer: "transfer"
    case .unknown: "unknown"
    }
  }

  /// The type of a word; nil for other words.
  public static func type(_ word: String) -> TransactionType? {
    TransactionType.allCases.first { Self.word($0) == word }
  }

  /// The word of a status.
  public static func word(_ status: TransactionStatus) -> String {
    switch status {
    case .none: "none"
    case .reconciled: "reconciled"
    case .void: "void"
    case .followUp: "follow-up"
    case .duplicate: "duplicate"
    }
  }

  /// The status of a word; nil for other words.
  public static func status(_ word: String) -> TransactionStatus? {
    TransactionStatus.allCases.first { Self.word($0) == word }
  }

  /// A status as people read it; empty for none.
  public static func title(_ status: TransactionStatus) -> String {
    switch status {
    case .none: ""
    case .reconciled: "Reconciled"
    case .void: "Void"
    case .followUp: "Follow up"
    case .duplicate: "Duplicate"
    }
  }
}
