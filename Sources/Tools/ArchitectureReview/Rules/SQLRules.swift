/// AR-10 and AR-11: who writes the database, and who speaks SQL.
extension FileReview {
  mutating func checkSQL() {
    checkStrings()
    checkHandles()
    for line in file.imports where configuration.databaseModules.contains(line.module) {
      reportSQL(line.token, "import \(line.module)", "remove it; ask any \(configuration.repositoryProtocol)")
    }
  }

  private var mayHoldSQL: Bool { isIn(.model) || isIn(.data) }

  private mutating func reportSQL(_ token: Int, _ message: String, _ fix: String, line: Int? = nil) {
    guard !mayHoldSQL, !isReported(.filter, line: line ?? file.line(token)) else { return }
    report(.sql, at: token, message, fix: fix, line: line == file.line(token) ? nil : line)
  }

  // MARK: Words

  private static let handleWords: Set<String> = [
    "FMDatabase", "FMResultSet", "executeQuery", "executeUpdate", "SQLITE_OPEN_READWRITE", "readonly",
    "readOnly",
    "deltaUpdate", "applyDelta",
  ]

  private mutating func checkHandles() {
    let isWorthLooking = file.texts.contains { $0.hasPrefix("sqlite3_") || Self.handleWords.contains($0) }
    for index in file.tokens.indices where isWorthLooking && file.kind(index) == .word {
      let text = file.text(index)
      switch text {
      case "FMDatabase", "FMResultSet", "executeQuery", "executeUpdate":
        reportSQL(index, "\(text) outside the data layer", "hold any \(configuration.repositoryProtocol)")
      case "SQLITE_OPEN_READWRITE": reportOpen(index, text)
      case "sqlite3_open": if file.isMark(index + 1, "(") { reportOpen(index, "sqlite3_open") }
      case "readonly", "readOnly":
        if file.isMark(index + 1, ":") && file.isWord(index + 2, "false") {
          reportOpen(index, "\(text): false")
        }
      case "deltaUpdate", "applyDelta": reportDelta(index, text)
      default: break
      }
      if text.hasPrefix("sqlite3_") {
        reportSQL(index, "\(text) outside the data layer", "hold any \(configuration.repositoryProtocol)")
      }
    }
  }

  private mutating func reportOpen(_ index: Int, _ what: String) {
    guard !isIn(.sync), !isIn(.builder), !isIn(.tests) else { return }
    report(.truth, at: index, "\(what) opens for writing", fix: "open with SQLITE_OPEN_READONLY")
  }

  // MARK: Strings

  private mutating func checkStrings() {
    for index in file.tokens.indices where file.kind(index) == .string {
      // The first of several joined ones speaks for all.
      if file.isMark(index - 1, "+") && isPartOfString(index - 2) { continue }
      let body = joinedBody(index)
      guard body.utf8.count >= 4 else { continue }
      checkBody(body, at: index)
    }
  }

  private func isPartOfString(_ index: Int) -> Bool {
    file.kind(index) == .string || file.kind(index) == .interpolationClose
  }

  /// The string's body, and those joined to it by `+`; at most so many, for the sake of time.
  private func joinedBody(_ first: Int) -> String {
    var body = file.body(ofString: first)
    var index = first
    for _ in 0..<16 {
      let next = file.partner(index) + 1
      guard file.isMark(next, "+"), file.kind(next + 1) == .string else { break }
      index = next + 1
      body += file.body(ofString: index)
    }
    return body
  }

  private mutating func checkBody(_ body: String, at token: Int) {
    guard let words = SQLWords(body) else {
      if body.contains("/sync/delta") { reportDelta(token) }
      return
    }
    if body.contains("/sync/delta") { reportDelta(token) }
    if !isIn(.builder) && !isIn(.tests), let write = words.write(tables: configuration.tables) {
      report(
        .truth, at: token, "\(write.verb) changes the database", fix: "replace the database file as a whole",
        line: place(write.line, token))
    }
    if let statement = words.statement(tables: configuration.tables) {
      reportSQL(
        token, "SQL \(statement.verb) outside the data layer",
        "let the repository ask: try await repository.airports(matching: filters, limit: 500)",
        line: file.line(token) + statement.line)
    }
  }

  private func place(_ line: Int, _ token: Int) -> Int? { line == 0 ? nil : file.line(token) + line }

  private mutating func reportDelta(_ token: Int, _ what: String = "/sync/delta") {
    guard !isIn(.tests) else { return }
    report(
      .truth, at: token, "\(what) changes rows", fix: "download the whole database and replace the file",
      severity: .warning)
  }
}

/// The words of a string, as far as they tell SQL from prose.
struct SQLWords {
  /// A verb and its line from the string's start.
  struct Found { var verb: String, line: Int }

  private struct Word { var text: String, upper: String, line: Int }

  private static let verbs: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER", "PRAGMA",
  ]
  private static let wordsMax = 4096

  private var words: [Word] = []

  /// Nothing when no SQL verb is in the text.
  init?(_ body: String) {
    guard Self.mayHoldVerb(body) else { return nil }
    var line = 0
    var current: [UInt8] = []
    func isWord(_ byte: UInt8) -> Bool { Lexer.isWord(byte) || Lexer.isDigit(byte) }
    for byte in body.utf8 {
      if isWord(byte) {
        current.append(byte)
        continue
      }
      Self.take(&current, line, &words)
      if byte == 0x0A { line += 1 }
      if words.count >= Self.wordsMax { break }
    }
    Self.take(&current, line, &words)
    guard words.contains(where: { Self.verbs.contains($0.upper) }) else { return nil }
  }

  /// A quick look before words are cut out: two letters in a row that begin a verb, in either case.
  private static func mayHoldVerb(_ body: String) -> Bool {
    var previous: UInt8 = 0x20
    for byte in body.utf8 {
      switch (previous | 0x20, byte | 0x20) {
      case (0x73, 0x65), (0x69, 0x6E), (0x75, 0x70), (0x64, 0x65), (0x72, 0x65), (0x63, 0x72), (0x64, 0x72),
        (0x61, 0x6C), (0x70, 0x72):
        return true
      default: previous = byte
      }
    }
    return false
  }

  private static func take(_ current: inout [UInt8], _ line: Int, _ words: inout [Word]) {
    guard !current.isEmpty else { return }
    let text = String(decoding: current, as: UTF8.self)
    words.append(Word(text: text, upper: current.count <= 64 ? text.uppercased() : text, line: line))
    current = []
  }

  /// A statement at the start that names a table, or whose two keywords are written in upper case.
  func statement(tables: [String]) -> Found? {
    guard let first = words.first, Self.verbs.contains(first.upper) else { return nil }
    let found = Found(verb: first.upper, line: first.line)
    if first.upper == "PRAGMA" { return first.text == "PRAGMA" && words.count > 1 ? found : nil }
    if namesTable(from: 0, tables) { return found }
    guard first.text == first.upper else { return nil }
    let seconds: Set<String> = [
      "FROM", "INTO", "SET", "TABLE", "INDEX", "VIEW", "TRIGGER", "VALUES", "WHERE",
    ]
    return words.dropFirst().contains { seconds.contains($0.text) } ? found : nil
  }

  /// A statement that writes: in upper case anywhere, or at the start if it names a table.
  func write(tables: [String]) -> Found? {
    for (index, word) in words.enumerated() {
      guard let second = Self.second(of: word.upper), index + 1 < words.count else { continue }
      let rest = words[(index + 1)...]
      let isPair =
        second.isEmpty || rest.prefix(second == ["SET"] ? 8 : 3).contains { second.contains($0.upper) }
      guard isPair else { continue }
      let isUpper =
        word.text == word.upper
        && (second.isEmpty || rest.prefix(8).contains { second.contains($0.text) })
      if isUpper || (index == 0 && namesTable(from: 0, tables)) {
        return Found(verb: word.upper, line: word.line)
      }
    }
    return nil
  }

  /// What has to follow a writing verb; nothing for one that does not write.
  private static func second(of verb: String) -> Set<String>? {
    switch verb {
    case "INSERT": ["INTO"]
    case "UPDATE": ["SET"]
    case "DELETE": ["FROM"]
    case "REPLACE": ["INTO"]
    case "DROP", "ALTER": ["TABLE", "INDEX", "VIEW", "TRIGGER"]
    case "CREATE": ["TABLE"]
    default: nil
    }
  }

  private func namesTable(from start: Int, _ tables: [String]) -> Bool {
    for index in words.indices.dropFirst(start) {
      guard ["FROM", "INTO", "UPDATE", "TABLE"].contains(words[index].upper), index + 1 < words.count
      else { continue }
      var next = index + 1
      // CREATE TABLE IF NOT EXISTS x, UPDATE OR REPLACE x.
      while next < words.count, ["IF", "NOT", "EXISTS", "OR", "IGNORE", "ONLY"].contains(words[next].upper) {
        next += 1
      }
      guard next < words.count else { continue }
      if tables.contains(where: { $0.lowercased() == words[next].text.lowercased() }) { return true }
    }
    return false
  }
}
