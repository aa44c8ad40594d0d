/// A value bound to a placeholder, or read from a column.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A binary64 number; SQLite stores NaN as null.
  case real(Double)
  /// UTF-8 text; it may contain U+0000.
  case text(String)
  /// Bytes; empty is not null.
  case blob([UInt8])

  /// `text`, or null when there is none.
  public static func optional(_ text: String?) -> SQLValue {
    text.map(SQLValue.text) ?? .null
  }

  /// `bytes`, or null when there are none.
  public static func optional(_ bytes: [UInt8]?) -> SQLValue {
    bytes.map(SQLValue.blob) ?? .null
  }

  /// `integer`, or null when there is none.
  public static func optional(_ integer: Int64?) -> SQLValue {
    integer.map(SQLValue.integer) ?? .null
  }

  /// 1 for true, 0 for false.
  public static func flag(_ value: Bool) -> SQLValue {
    .integer(value ? 1 : 0)
  }
}
