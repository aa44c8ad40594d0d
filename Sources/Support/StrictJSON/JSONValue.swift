/// A JSON value as it was written: members keep their order, integers keep every digit.
public enum JSONValue: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits.
  case integer(Int64)
  /// Any other number, rounded to the nearest `Double`; always finite when parsed.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; no name is there twice when parsed.
  case object([JSONMember])
}

/// One name and its value within an object.
public struct JSONMember: Sendable, Equatable {
  /// The name, unescaped.
  public var name: String
  /// What it stands for.
  public var value: JSONValue

  /// Joins a name and a value.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// What a text may cost to read.
public struct JSONLimits: Sendable, Equatable {
  /// Length of the whole text in bytes.
  public var bytesMax: Int
  /// Arrays and objects within one another; at most 512, since reading them uses the stack.
  public var depthMax: Int

  /// Limits of one's own.
  public init(bytesMax: Int, depthMax: Int) {
    self.bytesMax = bytesMax
    self.depthMax = min(depthMax, 512)
  }

  /// 1 MiB and 64 levels.
  public static let `default` = JSONLimits(bytesMax: 1_048_576, depthMax: 64)
}

extension JSONValue {
  /// Whether it is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, if it is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The integer, if it is one; `1.0` and `1e3` are not.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// Any number, an integer rounded to the nearest `Double`.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// The string, if it is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, if it is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members in their order, if it is an object.
  public var object: [JSONMember]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value under `name`, compared byte by byte; nothing if this is no object.
  public subscript(name: String) -> JSONValue? {
    object?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The element at `index`; nothing if this is no array or has none there.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}
