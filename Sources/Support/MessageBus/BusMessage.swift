import CSystemd

/// Writing and reading messages of the library; used on the bus's thread alone.
enum BusMessage {
  /// How deep a value may be nested, and how many values a message may hold, to be read.
  static let depthMax = 8
  static let valuesMax = 1_024

  /// A call, owned by the caller; `nil` where a name is not allowed or a value cannot be written.
  static func make(_ call: BusCall, on bus: OpaquePointer) -> OpaquePointer? {
    var made: OpaquePointer?
    let code = sd_bus_message_new_method_call(
      bus, &made, call.destination, call.path, call.interface, call.member)
    guard code >= 0, let message = made else { return nil }
    guard call.arguments.allSatisfy({ append($0, to: message) }) else {
      sd_bus_message_unref(message)
      return nil
    }
    return message
  }

  private static func append(_ value: BusValue, to message: OpaquePointer) -> Bool {
    switch value {
    case .bool(let flag): return appendNumber(Int32(flag ? 1 : 0), "b", to: message)
    case .byte(let number): return appendNumber(number, "y", to: message)
    case .int32(let number): return appendNumber(number, "i", to: message)
    case .uint32(let number): return appendNumber(number, "u", to: message)
    case .string(let text): return append(text, to: message)
    case .strings(let texts):
      return within(message, "a", "s") { texts.allSatisfy { append($0, to: message) } }
    case .options(let options):
      return within(message, "a", "{sv}") {
        options.allSatisfy { option in
          guard let type = type(of: option.value) else { return false }
          return within(message, "e", "sv") {
            append(option.name, to: message)
              && within(message, "v", type) { append(option.value, to: message) }
          }
        }
      }
    case .integer, .list, .unread: return false
    }
  }

  private static func type(of value: BusValue) -> String? {
    switch value {
    case .bool: "b"
    case .byte: "y"
    case .int32: "i"
    case .uint32: "u"
    case .string: "s"
    case .strings: "as"
    case .options, .integer, .list, .unread: nil
    }
  }

  /// A text ends at its first zero for the library; one that holds a zero is not written.
  private static func append(_ text: String, to message: OpaquePointer) -> Bool {
    guard !text.utf8.contains(0) else { return false }
    return text.withCString { sd_bus_message_append_basic(message, code("s"), $0) } >= 0
  }

  private static func appendNumber(_ number: some BitwiseCopyable, _ type: String, to message: OpaquePointer)
    -> Bool
  {
    withUnsafePointer(to: number) { sd_bus_message_append_basic(message, code(type), $0) } >= 0
  }

  private static func within(
    _ message: OpaquePointer, _ type: String, _ contents: String, _ write: () -> Bool
  ) -> Bool {
    guard sd_bus_message_open_container(message, code(type), contents) >= 0, write() else { return false }
    return sd_bus_message_close_container(message) >= 0
  }

  // MARK: Reading

  /// All that a message holds, as far as it is not too much; `nil` where it cannot be read.
  static func arguments(of message: OpaquePointer) -> [BusValue]? {
    var budget = valuesMax
    return values(of: message, depth: 0, budget: &budget)
  }

  private static func values(of message: OpaquePointer, depth: Int, budget: inout Int) -> [BusValue]? {
    guard depth <= depthMax else { return nil }
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      let found = sd_bus_message_peek_type(message, &type, &contents)
      guard found >= 0 else { return nil }
      guard found > 0 else { return values }
      budget -= 1
      guard budget >= 0 else { return nil }
      guard let value = value(of: message, type, contents, depth: depth, budget: &budget) else { return nil }
      values.append(value)
    }
  }

  private static func value(
    of message: OpaquePointer, _ type: CChar, _ contents: UnsafePointer<CChar>?, depth: Int,
    budget: inout Int
  ) -> BusValue? {
    switch Character(UnicodeScalar(UInt8(bitPattern: type))) {
    case "s", "o", "g": return text(of: message, type).map { .string($0) }
    case "b": return number(of: message, type, Int32(0)).map { .bool($0 != 0) }
    case "y": return number(of: message, type, UInt8(0)).map { .byte($0) }
    case "i": return number(of: message, type, Int32(0)).map { .int32($0) }
    case "u": return number(of: message, type, UInt32(0)).map { .uint32($0) }
    case "n": return number(of: message, type, Int16(0)).map { .integer(Int64($0)) }
    case "q": return number(of: message, type, UInt16(0)).map { .integer(Int64($0)) }
    case "x": return number(of: message, type, Int64(0)).map { .integer($0) }
    case "t": return number(of: message, type, UInt64(0)).map { .integer(Int64(clamping: $0)) }
    case "a", "r", "e", "v":
      guard sd_bus_message_enter_container(message, type, contents) >= 0,
        let inside = values(of: message, depth: depth + 1, budget: &budget),
        sd_bus_message_exit_container(message) >= 0
      else { return nil }
      return type == code("v") ? inside.first ?? .unread : .list(inside)
    default:
      return sd_bus_message_skip(message, nil) >= 0 ? .unread : nil
    }
  }

  private static func text(of message: OpaquePointer, _ type: CChar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, type, &text) >= 0, let text else { return nil }
    return String(cString: text)
  }

  private static func number<Number: BitwiseCopyable>(
    of message: OpaquePointer, _ type: CChar, _ zero: Number
  ) -> Number? {
    var number = zero
    return sd_bus_message_read_basic(message, type, &number) >= 0 ? number : nil
  }

  private static func code(_ type: String) -> CChar { type.utf8.first.map { CChar(bitPattern: $0) } ?? 0 }
}
