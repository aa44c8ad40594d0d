import Ledger
import Storage

// What a walk over many rows reads of a column, without making text of it. Each gives what the column's
// record would: see `RecordTable`.
extension Row {
  /// A reference; nil for none.
  func reference(_ column: Int) throws -> Int64? {
    let number: Int64?
    if let integer = integerOnly(column) {
      number = integer
    } else {
      number = try StoredValue(self, column).integer
    }
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
      case UInt8(ascii: "W"): bytes.elementsEqual(Self.withdrawal) ? .withdrawal : nil
      case UInt8(ascii: "D"): bytes.elementsEqual(Self.deposit) ? .deposit : nil
      case UInt8(ascii: "T"): bytes.elementsEqual(Self.transfer) ? .transfer : nil
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

  private static let withdrawal = Array("Withdrawal".utf8)
  private static let deposit = Array("Deposit".utf8)
  private static let transfer = Array("Transfer".utf8)
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
