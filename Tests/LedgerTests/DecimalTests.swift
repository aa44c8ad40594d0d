import Foundation
import Ledger
import Testing

@Suite struct DecimalTests {
  @Test func aTenthAndTwoTenthsAreThreeTenths() {
    let sum = ExactDecimal(shortest: 0.1) + ExactDecimal(shortest: 0.2)
    #expect(sum == ExactDecimal("0.3"))
    #expect(CurrencyFormat.plain.text(sum) == "0.30")
  }

  @Test func numbersAreReadWholeOrNotAtAll() {
    for (text, expected) in [
      ("12.50", "12.5"), ("-0", "0"), ("1e3", "1000"), ("1E-8", "0.00000001"), (".5", "0.5"), ("5.", "5"),
      ("+7", "7"), ("1e400", "out of range"), ("1e-400", "0"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
      ("0.99999999999999999999999999999999999999999", "1"),
    ] {
      #expect(ExactDecimal(text)?.description == expected, "\(text)")
    }
    for text in ["", ".", "-", "1.2.3", "12,5", "1e", " 1", "1 ", "0x10", "nan", "e5"] {
      #expect(ExactDecimal(text) == nil, "\(text)")
    }
  }

  @Test func whatDoesNotFitStaysOutOfRange() {
    let huge = ExactDecimal(mantissa: .max, scale: 0)
    #expect((huge + .one).isOutOfRange)
    #expect((huge + .one - huge).isOutOfRange)
    #expect((huge * huge).isOutOfRange)
    #expect(ExactDecimal.one.divided(by: .zero).isOutOfRange)
    #expect(ExactDecimal(shortest: .infinity).isOutOfRange)
    #expect((-ExactDecimal(mantissa: .min, scale: 0)).isOutOfRange)
    #expect(ExactDecimal.outOfRange > huge)
    #expect(ExactDecimal.outOfRange == ExactDecimal.outOfRange)
    #expect(ExactDecimal.outOfRange != ExactDecimal.zero)
  }

  @Test func aDustOfDigitsDoesNotSpoilALargeSum() throws {
    let dust = ExactDecimal(shortest: 5.551115123125783e-17)
    let sum = try #require(ExactDecimal("123456789012.34")) + dust
    #expect(sum.text(digits: 2) == "123456789012.34")
  }

  @Test func aSumOfTooManyDigitsIsRoundedOnce() {
    let long = ExactDecimal("-99999999999999999999999999.9999999999969") ?? .zero
    #expect(long + long == long * ExactDecimal(2))
    #expect(
      ExactDecimal(mantissa: .max, scale: 0) + ExactDecimal(mantissa: 4, scale: 1)
        == ExactDecimal(mantissa: .max, scale: 0))
    var random = SeededNumbers(seed: 19)
    for step in 0..<2_000 {
      let (a, b) = (Self.anyDecimal(&random), Self.anyDecimal(&random))
      let sum = a + b
      #expect(sum == b + a && -sum == -a + -b, "step \(step): \(a) + \(b)")
      guard !sum.isOutOfRange else { continue }
      #expect(
        DigitSum(a, b).rounded(toDigits: sum.scale) == DigitSum(sum, .zero), "step \(step): \(a) + \(b)")
    }
  }

  @Test func equalNumbersAreEqualWhateverTheirScale() {
    let (a, b) = (ExactDecimal(mantissa: 150, scale: 2), ExactDecimal(mantissa: 15, scale: 1))
    #expect(a == b && a.hashValue == b.hashValue && !(a < b) && !(b < a))
    #expect(ExactDecimal(mantissa: 1, scale: 38) < ExactDecimal(mantissa: .max, scale: 0))
    #expect(ExactDecimal(mantissa: .min, scale: 0) < ExactDecimal(mantissa: -1, scale: 38))
  }

  private static func anyDecimal(_ random: inout SeededNumbers) -> ExactDecimal {
    let digits = Int.random(in: 0...38, using: &random)
    let size = (0..<digits).reduce(Int128(0)) { size, _ in
      size * 10 + Int128.random(in: 0...9, using: &random)
    }
    let scale = Int.random(in: 0...38, using: &random)
    return ExactDecimal(mantissa: Bool.random(using: &random) ? size : -size, scale: scale)
  }

  /// Foundation's decimals have 38 digits too: the twin for what fits well inside.
  @Test func arithmeticAgreesWithADecimalTwin() throws {
    var random = SeededNumbers(seed: 7)
    for step in 0..<800 {
      let (a, b) = (Self.number(&random), Self.number(&random))
      let (x, y) = try (#require(Decimal(string: a)), #require(Decimal(string: b)))
      let (p, q) = try (#require(ExactDecimal(a)), #require(ExactDecimal(b)))
      #expect((p + q).description == "\(x + y)", "step \(step): \(a) + \(b)")
      #expect((p - q).description == "\(x - y)", "step \(step): \(a) - \(b)")
      #expect((p * q).description == "\(x * y)", "step \(step): \(a) * \(b)")
      #expect((p < q) == (x < y) && (p == q) == (x == y), "step \(step): \(a) ? \(b)")
      var (whole, rounded) = (x, Decimal())
      NSDecimalRound(&rounded, &whole, 2, .plain)
      #expect(p.rounded(toDigits: 2).description == "\(rounded)", "step \(step): \(a)")
      if !q.isZero {
        let back = p.divided(by: q) * q - p
        #expect(back.magnitude < ExactDecimal(mantissa: 1, scale: 12), "step \(step): \(a) / \(b)")
      }
    }
  }

  @Test func moneyAddsLikeDecimals() {
    var random = SeededNumbers(seed: 11)
    for step in 0..<300 {
      let amounts = (0..<8).map { _ in ExactDecimal(Self.number(&random)) ?? .zero }
      let total = amounts.map { Money($0, digits: 2) }.reduce(.zero(digits: 2), +)
      #expect(total.decimal == amounts.sum(), "step \(step)")
    }
    let most = Money.minorUnits(.max, digits: 2)
    #expect((most + most).decimal == most.decimal + most.decimal)
    #expect((-Money.minorUnits(.min, digits: 0)).decimal == ExactDecimal("9223372036854775808"))
    #expect(Money(ExactDecimal("12.345") ?? .zero, digits: 2) == .exact(ExactDecimal("12.345") ?? .zero))
  }

  @Test func textIsCastAsTheDatabaseCastsIt() {
    for (text, expected) in [
      ("7.5 EUR", "7.5"), ("12,50", "12"), ("  3", "3"), ("abc", "0"), ("", "0"), ("1e2x", "100"),
      ("1e", "1"),
      ("0x10", "0"), ("-4.25-", "-4.25"), ("9007199254740993", "9007199254740993"), (".", "0"),
      ("+.5", "0.5"),
    ] {
      let number = StoredNumber(.text(text))
      #expect(number.decimal.description == expected, "\(text)")
      #expect(number.defect == .text(text))
    }
    #expect(StoredNumber(.absent).decimal == .zero && StoredNumber(.absent).defect == .absent)
    #expect(StoredNumber(.real(1e300)).defect == .outOfRange)
    #expect(StoredNumber.value(writing: ExactDecimal("45.10") ?? .zero) == .real(45.1))
    #expect(StoredNumber.value(writing: ExactDecimal("3000.00") ?? .zero) == .integer(3000))
  }

  @Test func storedBinaryNumbersComeBackAsTheyWere() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<500 {
      let cents = Int64.random(in: -99_999_999_999...99_999_999_999, using: &random)
      let amount = ExactDecimal(mantissa: Int128(cents), scale: 2)
      #expect(StoredNumber(StoredNumber.value(writing: amount)).decimal == amount)
    }
  }

  private static func number(_ random: inout SeededNumbers) -> String {
    let size = Int64.random(in: -999_999_999_999...999_999_999_999, using: &random)
    let scale = Int.random(in: 0...9, using: &random)
    return ExactDecimal(mantissa: Int128(size), scale: scale).description
  }
}
