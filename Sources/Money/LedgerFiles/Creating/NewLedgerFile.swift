import Ledger
import Storage

extension Connection {
  /// Builds a new money file: the tables of version 21, its currencies and categories, and what makes it
  /// usable. Source: money 1.3.
  func buildLedger(_ choices: NewLedger) throws {
    for statement in Schema.statements { try run(statement) }
    for (index, category) in SeedCategories.rows.enumerated() {
      try run(
        "INSERT INTO CATEGORY_V1 (CATEGID, CATEGNAME, ACTIVE, PARENTID) VALUES (?, ?, 1, ?)",
        [.integer(Int64(index + 1)), .text(category.name), .integer(category.parent)])
    }
    try addCurrencies()
    try run("PRAGMA user_version = \(LedgerFileFacts.currentVersion)")
    try addInfo("DATAVERSION", "3")
    let base = try integer(
      "SELECT CURRENCYID FROM CURRENCYFORMATS_V1 WHERE CURRENCY_SYMBOL = ?", [.text(choices.baseCurrency)])
    guard let base else {
      throw LedgerError.unknownCurrency(choices.baseCurrency)
    }
    try addInfo("CREATEDATE", choices.day.description)
    try addInfo("BASECURRENCYID", String(base))
    try addInfo("CATEG_DELIMITER", ":")
    try addInfo("DATEFORMAT", "%Y-%m-%d")
    try addInfo("UID", choices.uniqueID)
    guard choices.hasSample else { return }
    try SampleSet(LedgerChanges(connection: self), day: choices.day, currency: RecordID(base)).write()
  }

  private func addCurrencies() throws {
    let columns = SeedCurrencies.columns.joined(separator: ", ")
    let places = Array(repeating: "?", count: SeedCurrencies.columns.count).joined(separator: ", ")
    for (index, fields) in SeedCurrencies.rows.enumerated() {
      try run(
        "INSERT INTO CURRENCYFORMATS_V1 (CURRENCYID, BASECONVRATE, \(columns)) VALUES (?, 1, \(places))",
        [.integer(Int64(index + 1))] + fields.map(SQLValue.text))
    }
  }

  private func addInfo(_ name: String, _ value: String) throws {
    try run("INSERT INTO INFOTABLE_V1 (INFONAME, INFOVALUE) VALUES (?, ?)", [.text(name), .text(value)])
  }
}
