/// What a column of a row holds, as the database has it.
public enum StoredValue: Sendable, Hashable {
  /// NULL.
  case absent
  /// INTEGER.
  case integer(Int64)
  /// REAL.
  case real(Double)
  /// TEXT (or a blob's bytes read as text).
  case text(String)

  /// The value as text; nil for NULL.
  public var text: String? {
    switch self {
    case .absent: nil
    case .integer(let whole): String(whole)
    case .real(let double): ExactDecimal(shortest: double).description
    case .text(let text): text
    }
  }

  /// The value as a whole number, text cast as the database casts it; nil for NULL and for what is not
  /// whole or does not fit.
  public var integer: Int64? {
    switch self {
    case .absent: nil
    case .integer(let whole): whole
    case .real(let double): Int64(exactly: double)
    case .text(let text): StoredNumber.cast(text).mantissa(atDigits: 0).flatMap { Int64(exactly: $0) }
    }
  }
}

/// A number as a file holds it: any column of a Money Manager EX file may be empty, whole, binary or text.
///
/// Reading gives the decimal that other programs show, and says where the file holds something else
/// than a number. Source: money 1.1, 2.3, 2.11.
public struct StoredNumber: Sendable, Hashable {
  /// Why a stored number is listed by the diagnostics.
  public enum Defect: Sendable, Hashable {
    /// NULL; read as 0.
    case absent
    /// Text; read as the database casts it.
    case text(String)
    /// Infinite, or longer than 38 digits.
    case outOfRange
  }

  /// The number: absent is 0, text is cast.
  public let decimal: ExactDecimal
  /// What is wrong with the column, if anything.
  public let defect: Defect?

  /// Reads a column.
  public init(_ value: StoredValue) {
    switch value {
    case .absent: self.init(decimal: .zero, defect: .absent)
    case .integer(let whole): self.init(decimal: ExactDecimal(whole), defect: nil)
    case .real(let double): self.init(decimal: ExactDecimal(shortest: double), defect: nil)
    case .text(let text): self.init(decimal: Self.cast(text), defect: .text(text))
    }
  }

  /// A number of our own.
  public init(_ decimal: ExactDecimal) {
    self.init(decimal: decimal, defect: nil)
  }

  private init(decimal: ExactDecimal, defect: Defect?) {
    self.decimal = decimal
    self.defect = decimal.isOutOfRange ? .outOfRange : defect
  }

  /// 0.
  public static let zero = StoredNumber(.zero)

  /// The form a writer stores: whole numbers as INTEGER, others as the nearest REAL, whose shortest text
  /// is this decimal again for up to 15 digits.
  public static func value(writing decimal: ExactDecimal) -> StoredValue {
    if let whole = decimal.mantissa(atDigits: 0).flatMap({ Int64(exactly: $0) }) { return .integer(whole) }
    return .real(decimal.double)
  }

  /// `CAST(text AS NUMERIC)`: white space, then the longest number at the front; 0 when there is none.
  ///
  /// A whole number of 64 bits stays exact, anything else goes through a binary number.
  static func cast(_ text: String) -> ExactDecimal {
    let bytes = text.utf8.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
    var scanner = DecimalScanner(bytes)
    guard let number = scanner.decimal() else { return .zero }
    if let whole = number.mantissa(atDigits: 0), Int64(exactly: whole) != nil { return number.canonical }
    return ExactDecimal(shortest: number.double)
  }
}
