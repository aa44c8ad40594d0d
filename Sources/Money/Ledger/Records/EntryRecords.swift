/// What transactions and schedules have in common: who moved how much, where and when.
public struct Entry: Sendable, Hashable {
  /// The account it stands in, the source of a transfer.
  public var accountID: RecordID<Account>?
  /// The target of a transfer; on other rows 32701 and 32702 mark linked money, see `linkedMoney`.
  public var toAccountID: RecordID<Account>?
  /// Who paid or was paid; none for transfers.
  public var payeeID: RecordID<Payee>?
  /// Which way money moves.
  public var type = Coded<TransactionType>(.withdrawal)
  /// How much leaves or enters, not below zero, in the account's currency.
  public var amount: StoredNumber = .zero
  /// How much arrives, in the target's currency; the amount where there is no target.
  public var toAmount: StoredNumber = .zero
  /// Whether and how it counts.
  public var status = Coded<TransactionStatus>(.none)
  /// A cheque or reference number, free text.
  public var number = ""
  /// Notes.
  public var notes = ""
  /// The category; none when split.
  public var categoryID: RecordID<Category>?
  /// When it was posted, local time.
  public var date = DayText(nil)
  /// Unused; the colour before version 19.
  public var followUpID: Int64 = -1
  /// -1 none, 1…7 a colour.
  public var color: Int64 = -1

  /// An empty entry.
  public init() {}
}

/// A row of the journal: CHECKINGACCOUNT_V1; money 1.2.
public struct Transaction: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Transaction>
  /// What moved.
  public var entry: Entry
  /// When it was last changed, UTC.
  public var updated = DayText(nil)
  /// When it was put into the trash, UTC; empty or NULL while it lives.
  public var deleted = DayText(nil)

  /// A row that was not deleted.
  public init(id: RecordID<Transaction>, entry: Entry) {
    self.id = id
    self.entry = entry
  }
}

/// Something that comes again: BILLSDEPOSITS_V1; money 1.2, 3.
public struct Schedule: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Schedule>
  /// What will move; its date is the posting date.
  public var entry: Entry
  /// Mode × 100 + frequency, see `Recurrence`.
  public var repeats: Int64 = 0
  /// The due date.
  public var due = DayText(nil)
  /// Occurrences left, or the X of "every X", see `Recurrence`.
  public var occurrences: Int64 = 1

  /// A schedule that happens once.
  public init(id: RecordID<Schedule>, entry: Entry) {
    self.id = id
    self.entry = entry
  }
}

/// A part of a transaction or schedule with a category of its own: SPLITTRANSACTIONS_V1 and
/// BUDGETSPLITTRANSACTIONS_V1; money 1.2, 2.4.
public struct Split<Parent>: Sendable, Hashable, Identifiable {
  /// The row's id.
  public var id: RecordID<Split<Parent>>
  /// The row it is a part of.
  public var parentID: RecordID<Parent>?
  /// The category of this part.
  public var categoryID: RecordID<Category>?
  /// How much, with the sign sense of the parent; may be below zero.
  public var amount: StoredNumber = .zero
  /// Notes.
  public var notes = ""

  /// An empty part.
  public init(id: RecordID<Split<Parent>>) { self.id = id }
}
