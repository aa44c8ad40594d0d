import Text

/// Reads a table of comma-separated values (RFC 4180) line by line, its columns by the names in the first
/// line.
///
/// Lenient about form: a byte-order mark, LF, CRLF or CR, quotes or none, commas, semicolons or tabs
/// (whichever the first line uses most), columns in any order and more of them than are asked for. Strict
/// about content: what is no UTF-8, ends in the middle or passes a limit is refused with the line it stands
/// in. A line with fewer or more fields than the first is handed out as such (`CSVRow.isRegular`), since
/// its values may stand in the wrong columns. Never traps and allocates in proportion to what it was given.
public struct CSVReader: Sendable {
  /// The columns as the first line names them, trimmed and in lower case.
  public let columns: [String]
  /// Whether the last line ended with a line break, once it was read: a file without may be cut in its last
  /// field.
  public private(set) var isEnded = true

  private let bytes: [UInt8]
  private let limits: CSVLimits
  private let delimiter: UInt8
  private var position: Int
  private var line = 1
  private var rows = 0

  /// Looks at the whole text and reads the first line.
  public init(_ bytes: [UInt8], limits: CSVLimits = CSVLimits()) throws(CSVError) {
    guard bytes.count <= limits.bytesMax else {
      throw .tooLarge(bytes: bytes.count, bytesMax: limits.bytesMax)
    }
    let start = try CSVFileKind.textStart(bytes)
    self.bytes = bytes
    self.limits = limits
    position = start
    delimiter = Self.delimiter(bytes[start...])
    var scan = CSVScan(bytes: bytes, position: position, line: line, delimiter: delimiter, limits: limits)
    guard let fields = try scan.fields() else { throw .empty }
    columns = fields.ranges.map {
      Text.trimmed(CSVRow.text(bytes, $0)).lowercased()
    }
    for (index, name) in columns.enumerated() where !name.isEmpty && columns[..<index].contains(name) {
      throw .columnTwice(name)
    }
    (position, line) = (scan.position, scan.line)
  }

  /// Where a column stands; the first of the names that there is.
  public func column(_ names: String...) -> Int? {
    names.lazy.compactMap { columns.firstIndex(of: $0.lowercased()) }.first
  }

  /// Throws `missingColumns` with those names that are not there.
  public func require(_ names: [String]) throws(CSVError) {
    let missing = names.filter { !columns.contains($0.lowercased()) }
    guard missing.isEmpty else { throw .missingColumns(missing) }
  }

  /// How much was read, 0…1.
  public var progress: Double { bytes.isEmpty ? 1 : Double(position) / Double(bytes.count) }

  /// The next line that is not blank; nil at the end.
  public mutating func next() throws(CSVError) -> CSVRow? {
    var scan = CSVScan(bytes: bytes, position: position, line: line, delimiter: delimiter, limits: limits)
    guard let fields = try scan.fields() else { return nil }
    (position, line) = (scan.position, scan.line)
    isEnded = scan.isEnded
    if !scan.isEnded, fields.ranges.count < columns.count { throw .cutOff(line: fields.line) }
    rows += 1
    guard rows <= limits.rowsMax else { throw .tooManyRows(limits.rowsMax) }
    return CSVRow(bytes: bytes, fields: fields, columnCount: columns.count)
  }

  private static func delimiter(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts = [UInt8(ascii: ","): 0, UInt8(ascii: ";"): 0, UInt8(ascii: "\t"): 0]
    for byte in bytes.prefix(65_536) {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if let count = counts[byte] { counts[byte] = count + 1 }
    }
    let comma = counts[UInt8(ascii: ",")] ?? 0
    let semicolon = counts[UInt8(ascii: ";")] ?? 0
    let tab = counts[UInt8(ascii: "\t")] ?? 0
    if comma >= semicolon, comma >= tab { return UInt8(ascii: ",") }
    return semicolon >= tab ? UInt8(ascii: ";") : UInt8(ascii: "\t")
  }
}

/// What is read at most of one table.
public struct CSVLimits: Sendable {
  /// Bytes of the file. Default: 128 MiB; the largest known table has 14 MB.
  public var bytesMax = 134_217_728
  /// Columns. Default: 256.
  public var columnsMax = 256
  /// Bytes of one field. Default: 64 KiB.
  public var fieldBytesMax = 65_536
  /// Lines after the first. Default: 2,000,000.
  public var rowsMax = 2_000_000

  /// The defaults.
  public init() {}
}

/// One line of a table.
public struct CSVRow: Sendable {
  /// The line it begins in; lines count from 1, the heading included.
  public let line: Int
  /// Whether it has a field for every column and none beyond them but empty ones, and no quote stands astray.
  public let isRegular: Bool

  private let bytes: [UInt8]
  private let fields: [CSVField]

  init(bytes: [UInt8], fields: CSVFields, columnCount: Int) {
    self.bytes = bytes
    line = fields.line
    self.fields = fields.ranges
    let extra = fields.ranges.dropFirst(columnCount)
    isRegular =
      !fields.isMalformed && fields.ranges.count >= columnCount && extra.allSatisfy { $0.start == $0.end }
  }

  /// The text of a column without white space around it; empty for a column that is not there.
  public func text(_ column: Int?) -> String {
    guard let column, fields.indices.contains(column) else { return "" }
    let text = Self.text(bytes, fields[column])
    guard let first = text.utf8.first, let last = text.utf8.last else { return "" }
    // Most fields have nothing to trim; the look costs less than the call.
    let isTrimmed = first > 0x20 && last > 0x20 && first < 0x80 && last < 0x80
    return isTrimmed ? text : Text.trimmed(text)
  }

  /// As `text`, nil where there is none.
  public func textIfPresent(_ column: Int?) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  static func text(_ bytes: [UInt8], _ field: CSVField) -> String {
    let slice = bytes[field.start..<field.end]
    guard field.hasDoubledQuotes else { return String(decoding: slice, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(slice.count)
    var isSecond = false
    for byte in slice {
      let isQuote = byte == UInt8(ascii: "\"")
      if !(isQuote && isSecond) { plain.append(byte) }
      isSecond = isQuote && !isSecond
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
