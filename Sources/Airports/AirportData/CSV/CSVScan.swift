/// Where a field stands, its quotes not counted.
struct CSVField: Sendable {
  var start: Int
  var end: Int
  var hasDoubledQuotes = false
}

/// The fields of one line.
struct CSVFields: Sendable {
  var line: Int
  var ranges: [CSVField] = []
  /// Whether something stands between a closing quote and the next delimiter.
  var isMalformed = false
}

/// One look along the bytes of a table, from the beginning of a line to its end.
struct CSVScan {
  let bytes: [UInt8]
  var position: Int
  var line: Int
  let delimiter: UInt8
  let limits: CSVLimits
  /// Whether the line that was read last ended with a line break.
  var isEnded = true

  /// The fields of the next line that is not blank; nil at the end.
  mutating func fields() throws(CSVError) -> CSVFields? {
    skipBlankLines()
    guard position < bytes.count else { return nil }
    var fields = CSVFields(line: line)
    while true {
      guard fields.ranges.count < limits.columnsMax else { throw .tooManyColumns(limits.columnsMax) }
      let isQuoted = position < bytes.count && bytes[position] == Self.quote
      fields.ranges.append(isQuoted ? try quoted(&fields) : try plain())
      guard position < bytes.count else {
        isEnded = false
        return fields
      }
      if bytes[position] != delimiter {
        takeLineBreak()
        isEnded = true
        return fields
      }
      position += 1
    }
  }

  private mutating func plain() throws(CSVError) -> CSVField {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { break }
      position += 1
    }
    guard position - start <= limits.fieldBytesMax else { throw .fieldTooLong(line: line) }
    return CSVField(start: start, end: position)
  }

  private mutating func quoted(_ fields: inout CSVFields) throws(CSVError) -> CSVField {
    let openedAt = line
    position += 1
    var field = CSVField(start: position, end: position)
    while true {
      guard position < bytes.count else { throw .endsInsideQuotes(line: openedAt) }
      let byte = bytes[position]
      if byte == Self.quote {
        guard position + 1 < bytes.count, bytes[position + 1] == Self.quote else { break }
        field.hasDoubledQuotes = true
        position += 1
      } else if byte == Self.lineFeed {
        line += 1
      }
      position += 1
      guard position - field.start <= limits.fieldBytesMax else { throw .fieldTooLong(line: openedAt) }
    }
    field.end = position
    position += 1
    let rest = try plain()
    for index in rest.start..<rest.end where bytes[index] != 0x20 { fields.isMalformed = true }
    return field
  }

  private mutating func skipBlankLines() {
    while position < bytes.count,
      bytes[position] == Self.lineFeed || bytes[position] == Self.carriageReturn
    { takeLineBreak() }
  }

  private mutating func takeLineBreak() {
    if bytes[position] == Self.carriageReturn {
      position += 1
      if position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
    } else {
      position += 1
    }
    line += 1
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

/// What a file is by its first bytes, and whether it is text.
enum CSVFileKind {
  /// Where the text begins, after a byte-order mark. Throws for what is no UTF-8 text.
  static func textStart(_ bytes: [UInt8]) throws(CSVError) -> Int {
    if bytes.starts(with: [0x1F, 0x8B]) { throw .notATable(.gzip) }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw .notATable(.zip) }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { throw .notATable(.database) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw .anotherEncoding(line: 1, guess: "UTF-16")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].first(where: { $0 > 0x20 }) else { throw .empty }
    if first == UInt8(ascii: "<") { throw .notATable(.webPage) }
    if bytes.contains(0) { throw .notATable(.binary) }
    // The library's check is fast; where it fails, the line is looked for.
    if String(validating: bytes, as: UTF8.self) == nil {
      throw .anotherEncoding(line: firstBadLine(bytes), guess: "ISO 8859-1 or Windows-1252")
    }
    return start
  }

  private static func firstBadLine(_ bytes: [UInt8]) -> Int {
    var line = 1
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: text, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}
