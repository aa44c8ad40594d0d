import Ledger
import Storage

// What a walk over many rows reads of a column, without making text of it. Each gives what the column's
// record would: see `RecordTable`.
extension Row {
  /// An id; nil for what is no whole number.
  func id(_ column: Int) throws -> Int64? {
    if let integer = integerOnly(column) { return integer }
    return try StoredValue(self, column).integer
  }

  /// A reference; nil for none.
  func reference(_ column: Int) throws -> Int64? {
    let number = try id(column)
    return number == 0 || number == -1 ? nil : number
  }

  /// An amount, in units of a scale where it is whole there.
  func amount(_ column: Int, _ scale: UnitScale) throws -> ScannedAmount {
    if let real = realOnly(column) { return scale.amount(real) }
    if let whole = integerOnly(column) { return scale.amount(whole) }
    return .decimal(StoredNumber(try StoredValue(self, column)).decimal)
  }

  /// Which way the row moves money.
  func transactionType(_ column: Int) throws -> TransactionType {
    let known = withTextBytes(column) { bytes -> TransactionType? in
      switch bytes.first {
      case UInt8(ascii: "W"): bytes.isWord("Withdrawal") ? .withdrawal : nil
      case UInt8(ascii: "D"): bytes.isWord("Deposit") ? .deposit : nil
      case UInt8(ascii: "T"): bytes.isWord("Transfer") ? .transfer : nil
      default: nil
      }
    }
    if let known, let known { return known }
    return Coded<TransactionType>(stored: try StoredValue(self, column).text).code
  }

  /// Whether and how the row counts.
  func transactionStatus(_ column: Int) throws -> TransactionStatus {
    let known = withTextBytes(column) { bytes -> TransactionStatus? in
      guard let first = bytes.first else { return TransactionStatus.none }
      guard bytes.count == 1 else { return nil }
      switch first {
      case UInt8(ascii: "R"): return .reconciled
      case UInt8(ascii: "V"): return .void
      case UInt8(ascii: "F"): return .followUp
      case UInt8(ascii: "D"): return .duplicate
      default: return nil
      }
    }
    if let known, let known { return known }
    return Coded<TransactionStatus>(stored: try StoredValue(self, column).text).code
  }

  /// The day of a date; nil when it cannot be read.
  func day(_ column: Int) throws -> CalendarDate? {
    let known = withTextBytes(column) { bytes -> CalendarDate? in
      guard bytes.count == 10 || (bytes.count > 10 && bytes[10] == UInt8(ascii: "T")) else { return nil }
      return CalendarDate(digits: UnsafeBufferPointer(rebasing: bytes[..<10]))
    }
    if let known { return known }
    return DayText(try StoredValue(self, column).text).day
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are those of a word.
  fileprivate func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for place in 0..<count where self[place] != word.utf8Start[place] { return false }
    return true
  }
}

extension CalendarDate {
  /// Ten bytes `YYYY-MM-DD`; nil for anything else.
  fileprivate init?(digits bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
