import Storage

extension Connection {
  /// Step 17: subcategories become categories below others.
  ///
  /// Categories of one name are merged into the least id, then subcategories of one name below one parent. A
  /// subcategory's new id is its own plus the largest id of a category. A row whose subcategory is not there
  /// keeps its category.
  func nestCategories(_ notes: inout UpgradeNotes) throws {
    for view in ["alldata", "alldatax", "budget"] { try run("DROP VIEW IF EXISTS \(view)") }
    if try !hasTable("SUBCATEGORY_V1") {
      try run(
        "CREATE TABLE SUBCATEGORY_V1 (SUBCATEGID INTEGER PRIMARY KEY, SUBCATEGNAME TEXT, CATEGID INTEGER)")
    }
    try addColumns("SUBCATEGORY_V1", ["ACTIVE INTEGER"])
    try mergeCategories(&notes)
    try mergeSubcategories(&notes)
    let shift = try integer("SELECT coalesce(max(CATEGID), 0) FROM CATEGORY_V1") ?? 0
    try rebuildCategories()
    try run(
      """
      INSERT INTO CATEGORY_V1 (CATEGID, CATEGNAME, ACTIVE, PARENTID) \
      SELECT SUBCATEGID + ?1, SUBCATEGNAME, ACTIVE, CATEGID FROM SUBCATEGORY_V1
      """, [.integer(shift)])
    for table in Self.categoryUsers where try columns(of: table).contains("SUBCATEGID") {
      try run(
        """
        UPDATE \(table) SET CATEGID = SUBCATEGID + ?1 \
        WHERE SUBCATEGID <> -1 AND SUBCATEGID IN (SELECT SUBCATEGID FROM SUBCATEGORY_V1)
        """, [.integer(shift)])
      try dropIndexes(of: table, on: "SUBCATEGID")
      try run("ALTER TABLE \(table) DROP COLUMN SUBCATEGID")
    }
    try run("DROP TABLE SUBCATEGORY_V1")
    try drop(table: "ASSETCLASS_STOCK_V1", &notes)
    try drop(table: "ASSETCLASS_V1", &notes)
  }

  private func mergeCategories(_ notes: inout UpgradeNotes) throws {
    let twins = try pairs(
      """
      SELECT c.CATEGID, (SELECT min(k.CATEGID) FROM CATEGORY_V1 k WHERE k.CATEGNAME = c.CATEGNAME) AS kept \
      FROM CATEGORY_V1 c WHERE kept < c.CATEGID ORDER BY c.CATEGID
      """)
    for (id, kept) in twins {
      for table in Self.categoryUsers + ["SUBCATEGORY_V1"] where try columns(of: table).contains("CATEGID") {
        try run("UPDATE \(table) SET CATEGID = ? WHERE CATEGID = ?", [.integer(kept), .integer(id)])
      }
      try run("DELETE FROM CATEGORY_V1 WHERE CATEGID = ?", [.integer(id)])
    }
    notes.note("merged into another of the same name", "CATEGORY_V1", twins.map(\.0))
  }

  private func mergeSubcategories(_ notes: inout UpgradeNotes) throws {
    let twins = try pairs(
      """
      SELECT s.SUBCATEGID, (SELECT min(k.SUBCATEGID) FROM SUBCATEGORY_V1 k \
      WHERE k.SUBCATEGNAME = s.SUBCATEGNAME AND k.CATEGID = s.CATEGID) AS kept \
      FROM SUBCATEGORY_V1 s WHERE kept < s.SUBCATEGID ORDER BY s.SUBCATEGID
      """)
    for (id, kept) in twins {
      for table in Self.categoryUsers where try columns(of: table).contains("SUBCATEGID") {
        try run("UPDATE \(table) SET SUBCATEGID = ? WHERE SUBCATEGID = ?", [.integer(kept), .integer(id)])
      }
      try run("DELETE FROM SUBCATEGORY_V1 WHERE SUBCATEGID = ?", [.integer(id)])
    }
    notes.note("merged into another of the same name", "SUBCATEGORY_V1", twins.map(\.0))
  }

  /// Adds PARENTID. A table that allows each name once is made again: below different parents names repeat.
  private func rebuildCategories() throws {
    let rules = try query("SELECT name FROM pragma_index_list('CATEGORY_V1') WHERE \"unique\" = 1") {
      try $0.text(0)
    }
    guard !rules.isEmpty, let statement = Schema.table("CATEGORY_V1") else {
      try addColumns("CATEGORY_V1", ["PARENTID INTEGER"])
      try run("UPDATE CATEGORY_V1 SET PARENTID = -1 WHERE PARENTID IS NULL")
      return
    }
    try run(statement.replacing("CATEGORY_V1", with: "CATEGORY_V1_NESTED", maxReplacements: 1))
    try run(
      """
      INSERT INTO CATEGORY_V1_NESTED (CATEGID, CATEGNAME, ACTIVE, PARENTID) \
      SELECT CATEGID, CATEGNAME, ACTIVE, -1 FROM CATEGORY_V1
      """)
    try run("DROP TABLE CATEGORY_V1")
    try run("ALTER TABLE CATEGORY_V1_NESTED RENAME TO CATEGORY_V1")
  }

  private func dropIndexes(of table: String, on column: String) throws {
    let names = try query(
      """
      SELECT DISTINCT l.name FROM pragma_index_list(?1) l, pragma_index_info(l.name) i \
      WHERE upper(i.name) = ?2 AND l.origin = 'c'
      """, [.text(table), .text(column)]
    ) { try $0.text(0) }
    for name in names { try run("DROP INDEX \"\(name.replacing("\"", with: "\"\""))\"") }
  }

  private func pairs(_ sql: String) throws -> [(Int64, Int64)] {
    try query(sql) { (try $0.integer(0), try $0.integer(1)) }
  }

  /// The tables whose rows have a category and had a subcategory.
  private static let categoryUsers = [
    "CHECKINGACCOUNT_V1", "SPLITTRANSACTIONS_V1", "BILLSDEPOSITS_V1", "BUDGETSPLITTRANSACTIONS_V1",
    "BUDGETTABLE_V1", "PAYEE_V1",
  ]
}
