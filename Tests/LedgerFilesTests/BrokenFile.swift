import Ledger
import Storage

@testable import LedgerFiles

/// A generated money file whose rows hold whatever a column can hold: the same seed gives the same file.
struct BrokenFile {
  private var random: SeededNumbers

  /// Writes a file with `count` transactions to `path`.
  static func write(to path: String, seed: UInt64, count: Int, ordersByTime: Bool = false) throws {
    try ForeignDatabase.create(at: path) { connection in
      var file = BrokenFile(random: SeededNumbers(seed: seed))
      try file.fill(connection, count)
      try connection.run(
        "INSERT INTO SETTING_V1 (SETTINGNAME, SETTINGVALUE) VALUES ('TRANSACTION_USE_DATE_TIME', ?)",
        [.text(ordersByTime ? "TRUE" : "FALSE")])
    }
  }

  private mutating func fill(_ connection: Connection, _ count: Int) throws {
    for statement in Schema.statements {
      // Older files have no such constraints.
      try connection.run(
        statement.replacing(" NOT NULL", with: "").replacing(#/, UNIQUE\([^)]*\)/#, with: "")
          .replacing(" UNIQUE", with: ""))
    }
    try connection.run("PRAGMA user_version = 21")
    try connection.run(
      "INSERT INTO INFOTABLE_V1 (INFONAME, INFOVALUE) VALUES ('BASECURRENCYID', '1'), ('DATAVERSION', '3')")
    try insertNames(connection)
    for id in 1...count { try insertRow(connection, Int64(id)) }
  }

  private mutating func insertNames(_ connection: Connection) throws {
    let scales: [SQLValue] = [.integer(100), .integer(1), .integer(100_000_000), .null, .integer(1000)]
    for (index, scale) in scales.enumerated() {
      try insert(
        connection, "CURRENCYFORMATS_V1",
        [
          "CURRENCYID": .integer(Int64(index + 1)), "CURRENCYNAME": .text("c\(index)"), "SCALE": scale,
          "PFX_SYMBOL": .text(index == 1 ? "¥" : ""), "SFX_SYMBOL": .text(index == 2 ? " btc" : ""),
          "BASECONVRATE": pick([.real(1.25), .integer(2), .null, .text("0,5"), .integer(0)]),
        ])
    }
    for index in 0..<40 {
      try insert(
        connection, "CURRENCYHISTORY_V1",
        [
          "CURRHISTID": .integer(Int64(index)),
          "CURRENCYID": .integer(Int64.random(in: 1...5, using: &random)),
          "CURRDATE": date(), "CURRVALUE": pick([.real(1.0837), .real(0.0067), .integer(3), .null]),
        ])
    }
    for id in Int64(1)...6 {
      try insert(
        connection, "ACCOUNTLIST_V1",
        [
          "ACCOUNTID": .integer(id), "ACCOUNTNAME": .text("Konto \(id)"), "STATUS": .text("Open"),
          "ACCOUNTTYPE": .text("Checking"), "INITIALBAL": amount(), "CURRENCYID": .integer(id % 7),
        ])
    }
    for id in Int64(1)...9 {
      try insert(
        connection, "PAYEE_V1", ["PAYEEID": .integer(id), "PAYEENAME": .text(word()), "CATEGID": .integer(2)])
      try insert(
        connection, "CATEGORY_V1",
        [
          "CATEGID": .integer(id), "CATEGNAME": .text(word()),
          "PARENTID": .integer(Int64.random(in: -1...11, using: &random)),
        ])
    }
    for id in Int64(1)...3 {
      try insert(connection, "TAG_V1", ["TAGID": .integer(id), "TAGNAME": .text(word())])
    }
  }

  private mutating func insertRow(_ connection: Connection, _ id: Int64) throws {
    try insert(
      connection, "CHECKINGACCOUNT_V1",
      [
        "TRANSID": .integer(id), "ACCOUNTID": reference(7), "TOACCOUNTID": reference(7),
        "PAYEEID": reference(10), "TRANSAMOUNT": amount(), "TOTRANSAMOUNT": amount(),
        "TRANSCODE": pick([
          .text("Withdrawal"), .text("Deposit"), .text("Transfer"), .text("withdrawal"), .text("x"), .null,
        ]),
        "STATUS": pick([.text(""), .null, .text("R"), .text("V"), .text("void"), .text("d"), .text("?")]),
        "TRANSACTIONNUMBER": .text(word()), "NOTES": pick([.null, .text(word()), .text(word())]),
        "CATEGID": reference(11), "TRANSDATE": date(),
        "DELETEDTIME": pick([.null, .text(""), .text(""), .text(""), .text("2024-01-01T00:00:00")]),
      ])
    guard Int.random(in: 0...3, using: &random) == 0 else { return }
    for _ in 0...Int.random(in: 0...2, using: &random) {
      try insert(
        connection, "SPLITTRANSACTIONS_V1",
        [
          "TRANSID": .integer(Bool.random(using: &random) ? id : Int64.random(in: -1...900, using: &random)),
          "CATEGID": reference(11), "SPLITTRANSAMOUNT": amount(), "NOTES": .text(word()),
        ])
    }
    try insert(
      connection, "TAGLINK_V1",
      [
        "REFTYPE": pick([.text("Transaction"), .text("TransactionSplit"), .text("transaction"), .text("")]),
        "REFID": .integer(id), "TAGID": .integer(Int64.random(in: 0...4, using: &random)),
      ])
    if Bool.random(using: &random) {
      try insert(
        connection, "ATTACHMENT_V1",
        ["REFTYPE": .text("Transaction"), "REFID": .integer(id), "FILENAME": .text("a")])
    }
  }

  private mutating func pick(_ values: [SQLValue]) -> SQLValue {
    values.randomElement(using: &random) ?? .null
  }

  private mutating func reference(_ last: Int64) -> SQLValue {
    pick([.integer(Int64.random(in: -1...last, using: &random)), .integer(1), .integer(2), .null, .text("3")])
  }

  private mutating func word() -> String {
    ["Bäckerei", "bakery", "BAKERY 12", "", "line\nbreak", "12.50", "naïve café", "Straße", "a:b"]
      .randomElement(using: &random) ?? ""
  }

  private mutating func date() -> SQLValue {
    let day = CalendarDate(dayNumber: Int.random(in: 19_000...19_012, using: &random)) ?? .first
    return pick([
      .text(day.description), .text(day.description + "T10:00:00"), .text(day.description + "T09:59:59"),
      .text(day.description + " 10:00"), .text("2022-02-30"), .text("soon"), .text(""), .null,
      .text(day.description + "T23:00:00"), .text("2022-1-7"), .integer(2022),
    ])
  }

  private mutating func amount() -> SQLValue {
    let cents = Int64.random(in: -500...999_999, using: &random)
    return pick([
      .real(Double(cents) / 100), .real(Double(cents) / 100), .real(Double(cents) / 100), .integer(cents),
      .real(0.1), .real(0.00012345), .real(Double(cents) / 3), .text("7.5 EUR"), .text("12,50"), .null,
      .real(123_456_789_012.34), .real(9.007199254740993e15), .real(1e-9), .real(0.30000000000000004),
    ])
  }

  private func insert(_ connection: Connection, _ table: String, _ row: KeyValuePairs<String, SQLValue>)
    throws
  {
    let names = row.map(\.key).joined(separator: ", ")
    let places = row.map { _ in "?" }.joined(separator: ", ")
    try connection.run("INSERT INTO \(table) (\(names)) VALUES (\(places))", row.map(\.value))
  }
}
