extension Transaction: StoredRecord {
  /// Rows of CHECKINGACCOUNT_V1.
  public static let table = RecordTable<Transaction>(
    "CHECKINGACCOUNT_V1", id: "TRANSID",
    [
      .init("ACCOUNTID", \.entry.accountID),
      .init("TOACCOUNTID", \.entry.toAccountID),
      .init("PAYEEID", \.entry.payeeID),
      .init("TRANSCODE", \.entry.type),
      .init("TRANSAMOUNT", \.entry.amount),
      .init("STATUS", \.entry.status),
      .init("TRANSACTIONNUMBER", \.entry.number),
      .init("NOTES", \.entry.notes),
      .init("CATEGID", \.entry.categoryID),
      .init("TRANSDATE", \.entry.date),
      .init("FOLLOWUPID", \.entry.followUpID, usual: -1),
      .init("TOTRANSAMOUNT", \.entry.toAmount),
      .init("COLOR", \.entry.color, usual: -1),
      .init("LASTUPDATEDTIME", \.updated),
      .init("DELETEDTIME", \.deleted),
    ])
}

extension Schedule: StoredRecord {
  /// Rows of BILLSDEPOSITS_V1.
  public static let table = RecordTable<Schedule>(
    "BILLSDEPOSITS_V1", id: "BDID",
    [
      .init("ACCOUNTID", \.entry.accountID),
      .init("TOACCOUNTID", \.entry.toAccountID),
      .init("PAYEEID", \.entry.payeeID),
      .init("TRANSCODE", \.entry.type),
      .init("TRANSAMOUNT", \.entry.amount),
      .init("STATUS", \.entry.status),
      .init("TRANSACTIONNUMBER", \.entry.number),
      .init("NOTES", \.entry.notes),
      .init("CATEGID", \.entry.categoryID),
      .init("TRANSDATE", \.entry.date),
      .init("FOLLOWUPID", \.entry.followUpID, usual: -1),
      .init("TOTRANSAMOUNT", \.entry.toAmount),
      .init("COLOR", \.entry.color, usual: -1),
      .init("REPEATS", \.repeats),
      .init("NEXTOCCURRENCEDATE", \.due),
      .init("NUMOCCURRENCES", \.occurrences),
    ])
}

extension Transaction {
  /// A row that was not deleted.
  public init(id: RecordID<Transaction>) { self.init(id: id, entry: Entry()) }
}

extension Schedule {
  /// A schedule that happens once.
  public init(id: RecordID<Schedule>) { self.init(id: id, entry: Entry()) }
}

/// Records whose rows can have splits.
public protocol SplitParent: Sendable, Hashable {
  /// The table of the splits.
  static var splitTableName: String { get }
}

extension Transaction: SplitParent {
  /// SPLITTRANSACTIONS_V1.
  public static let splitTableName = "SPLITTRANSACTIONS_V1"
}

extension Schedule: SplitParent {
  /// BUDGETSPLITTRANSACTIONS_V1.
  public static let splitTableName = "BUDGETSPLITTRANSACTIONS_V1"
}

extension Split: StoredRecord where Parent: SplitParent {
  /// Rows of the parent's split table.
  public static var table: RecordTable<Split<Parent>> {
    RecordTable(
      Parent.splitTableName, id: "SPLITTRANSID",
      [
        .init("TRANSID", \.parentID), .init("CATEGID", \.categoryID), .init("SPLITTRANSAMOUNT", \.amount),
        .init("NOTES", \.notes),
      ])
  }
}
