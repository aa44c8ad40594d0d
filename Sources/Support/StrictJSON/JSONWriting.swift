extension JSONValue {
  /// The value as text: no white space, members in their order, one line.
  ///
  /// Escapes `"`, `\`, control characters (`\b \t \n \f \r`, else `\u00xx`; U+007F to U+009F too) and
  /// the marks that turn the direction of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
  /// U+2069), so that a line shown on a terminal neither steers it nor shows itself in another order.
  /// The form that identities of events are computed from (nostr 2) escapes less. Numbers are the
  /// shortest that read back the same; a number that is not finite becomes `null`.
  public func serialized() -> String {
    var output: [UInt8] = []
    appendSerialized(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Adds the text of `serialized()`, as UTF-8: for long lists, which need no text of each value.
  public func appendSerialized(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += value.description.utf8
    case .number(let value): output += (value.isFinite ? value.description : "null").utf8
    case .string(let value): Self.append(value, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.appendSerialized(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.append(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.appendSerialized(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    defer { output.append(UInt8(ascii: "\"")) }
    // Most texts are plain and are added as they are.
    var text = text
    let isPlain = text.withUTF8 { bytes in
      let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
      if isPlain { output += bytes }
      return isPlain
    }
    if isPlain { return }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: output += #"\""#.utf8
      case 0x5C: output += #"\\"#.utf8
      case 0x08: output += #"\b"#.utf8
      case 0x09: output += #"\t"#.utf8
      case 0x0A: output += #"\n"#.utf8
      case 0x0C: output += #"\f"#.utf8
      case 0x0D: output += #"\r"#.utf8
      case 0x20...0x7E: output.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        output += #"\u"#.utf8
        output += String(repeating: "0", count: 4 - digits.utf8.count).utf8
        output += digits.utf8
      default: output += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
  }
}
