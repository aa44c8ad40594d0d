/// Why a text is not the JSON we accept. Offsets count bytes from the start.
public enum StrictJSONError: Error, Sendable, Equatable {
  /// The text has more bytes than the limits allow; nothing was read.
  case tooLarge(bytes: Int, maximum: Int)
  /// The text ends within a value.
  case unexpectedEnd(offset: Int)
  /// No value or punctuation may start with this byte here.
  case unexpectedByte(UInt8, offset: Int)
  /// Something other than white space follows the value.
  case trailingBytes(offset: Int)
  /// Arrays and objects are nested deeper than the limits allow.
  case tooDeep(offset: Int, maximum: Int)
  /// An object has this name twice, however it is escaped.
  case duplicateName(offset: Int)
  /// A string holds bytes that are not UTF-8.
  case invalidUTF8(offset: Int)
  /// A string holds an unescaped control character.
  case controlCharacter(offset: Int)
  /// A backslash is followed by something JSON does not know.
  case invalidEscape(offset: Int)
  /// A `\u` escape names half of a pair without the other half.
  case loneSurrogate(offset: Int)
  /// A number has a form JSON does not allow.
  case invalidNumber(offset: Int)
  /// A number is longer than the limits allow or too large for a `Double`.
  case numberOutOfRange(offset: Int)
}

extension StrictJSONError: CustomStringConvertible {
  /// What is wrong and where, as the rest of a sentence; shows nothing of the text itself.
  public var description: String {
    switch self {
    case .tooLarge(let bytes, let maximum): "it has \(bytes) bytes, more than \(maximum)"
    case .unexpectedEnd(let offset): "it ends too early, after byte \(offset)"
    case .unexpectedByte(_, let offset): "unexpected character at byte \(offset)"
    case .trailingBytes(let offset): "more text after the value, at byte \(offset)"
    case .tooDeep(let offset, let maximum): "nested deeper than \(maximum) at byte \(offset)"
    case .duplicateName(let offset): "a name appears twice in one object, at byte \(offset)"
    case .invalidUTF8(let offset): "text that is not UTF-8 at byte \(offset)"
    case .controlCharacter(let offset): "a control character within a string at byte \(offset)"
    case .invalidEscape(let offset): "an unknown escape at byte \(offset)"
    case .loneSurrogate(let offset): "half of a surrogate pair at byte \(offset)"
    case .invalidNumber(let offset): "a malformed number at byte \(offset)"
    case .numberOutOfRange(let offset): "a number out of range at byte \(offset)"
    }
  }
}
