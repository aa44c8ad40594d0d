import StrictJSON

extension JSONValue {
  /// A whole number, or null.
  static func whole(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

  /// A number to ten-thousandths, or null.
  static func real(_ number: Double?) -> JSONValue { number.map { .number(AirportRow.exact($0)) } ?? .null }

  /// A value, or null.
  static func optional(_ value: JSONValue?) -> JSONValue { value ?? .null }
}
