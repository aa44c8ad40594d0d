import StrictJSON

/// Findings that were there before and are put up with for now. Source: architecture-review 4.
///
/// An entry names a rule, a path and a key: the hash of the trimmed line with its ordinal among equal lines,
/// or the name of a declaration, so that moved lines do not break it.
package struct Baseline: Sendable {
  /// One known finding.
  package struct Entry: Sendable, Hashable {
    /// The rule's id.
    package var rule: String
    /// Path from the root.
    package var path: String
    /// `line:HASH:ORDINAL` or `name:NAME`.
    package var key: String
  }

  /// In the order of the findings.
  package private(set) var entries: [Entry] = []

  /// Nothing is known.
  package init() {}

  init(_ findings: [Finding], lineKey: (Finding) -> String) {
    for finding in findings {
      if case .suppressed = finding.state { continue }
      entries.append(Self.entry(finding, lineKey))
    }
  }

  /// Reads a baseline file.
  package init(parsing bytes: [UInt8]) throws(ConfigurationError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytesMax: 64 << 20, depthMax: 8))
    } catch {
      throw ConfigurationError("baseline", "this is no JSON: \(error)")
    }
    var fields = try Fields(value, at: "baseline")
    guard try fields.integer("version") == 1 else {
      throw ConfigurationError("baseline.version", "1 is expected")
    }
    for (number, item) in (fields.take("entries")?.array ?? []).enumerated() {
      var entry = try Fields(item, at: "baseline.entries[\(number)]")
      entries.append(
        Entry(
          rule: try entry.requiredString("rule"), path: try entry.requiredString("path"),
          key: try entry.requiredString("key")))
      try entry.end()
    }
    try fields.end()
  }

  /// The file's text, one entry a line.
  package func serialized() -> String {
    let lines = entries.map { entry in
      JSONValue.object([
        JSONMember(name: "rule", value: .string(entry.rule)),
        JSONMember(name: "path", value: .string(entry.path)),
        JSONMember(name: "key", value: .string(entry.key)),
      ]).serialized()
    }
    return "{\"version\":1,\"entries\":["
      + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]}\n"
  }

  /// Marks known findings and returns the entries that matched none. Each entry covers one finding.
  func mark(_ findings: inout [Finding], lineKey: (Finding) -> String) -> [Entry] {
    guard !entries.isEmpty else { return [] }
    var left: [Entry: Int] = [:]
    for entry in entries { left[entry, default: 0] += 1 }
    for index in findings.indices where findings[index].state == .open {
      let entry = Self.entry(findings[index], lineKey)
      guard let count = left[entry], count > 0 else { continue }
      left[entry] = count - 1
      findings[index].state = .known
    }
    return entries.filter { entry in
      guard let count = left[entry], count > 0 else { return false }
      left[entry] = count - 1
      return true
    }
  }

  private static func entry(_ finding: Finding, _ lineKey: (Finding) -> String) -> Entry {
    let key: String =
      switch finding.anchor {
      case .line: lineKey(finding)
      case .name(let name): "name:\(name)"
      }
    return Entry(rule: finding.rule, path: finding.path, key: key)
  }

  /// FNV-1a over a line without the blanks at its ends, in 16 hexadecimal digits.
  static func hash(_ line: ArraySlice<UInt8>) -> String {
    let hash = Self.trimmed(line).reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let start = line.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return [] }
    return start[start.startIndex...last]
  }
}

extension Review.FileResult {
  /// Keys of the lines that findings are about.
  static func keys(_ findings: [Finding], lines: [ArraySlice<UInt8>]) -> [Int: String] {
    keys(of: Set(findings.map(\.line)), count: lines.count) { lines[$0 - 1] }
  }

  static func keys(
    _ findings: [Finding], uses: LayerReview.FileUses?, imports: ModuleReview.FileImports?,
    of file: SourceFile
  ) -> [Int: String] {
    var wanted = Set(findings.map(\.line))
    wanted.formUnion(uses?.words.map(\.line) ?? [])
    wanted.formUnion(imports?.lines.map(\.line) ?? [])
    return keys(of: wanted, count: file.lineCount, line: file.lineBytes)
  }

  private static func keys(
    of wanted: Set<Int>, count: Int, line: (Int) -> ArraySlice<UInt8>
  ) -> [Int: String] {
    guard !wanted.isEmpty, count > 0 else { return [:] }
    var ordinals: [String: Int] = [:]
    var keys: [Int: String] = [:]
    for number in 1...count {
      let hash = Baseline.hash(line(number))
      let ordinal = (ordinals[hash] ?? 0) + 1
      ordinals[hash] = ordinal
      if wanted.contains(number) { keys[number] = "line:\(hash):\(ordinal)" }
    }
    return keys
  }
}
