import Ledger
import StrictJSON
import Testing

@Suite struct FormatVectorTests {
  @Test func amountsAreShownAsTheVectorsSay() throws {
    var suite = VectorSuite("number-format")
    for entry in try FixtureFiles.json("number_format")["cases"]?.array ?? [] {
      let format = try #require(Self.format(entry["format"]))
      let value = try #require(ExactDecimal(entry["value"]?.string ?? ""))
      let name = "\(entry["currency"]?.string ?? "") \(value)"
      suite.check(format.text(value), entry["expected"]?.string, name)
      suite.check(format.text(value, style: .signAfterPrefix), entry["desktop_style"]?.string, name)
    }
    suite.report()
  }

  @Test func amountsAreReadAsTheVectorsSay() throws {
    var suite = VectorSuite("number-parse")
    var formats: [String: CurrencyFormat] = [
      "BAM": CurrencyFormat(prefix: "KM", suffix: "", decimalPoint: ",", groupSeparator: ".", scale: 100)
    ]
    for entry in try FixtureFiles.json("number_format")["cases"]?.array ?? [] {
      formats[entry["currency"]?.string ?? ""] = Self.format(entry["format"])
    }
    for entry in try FixtureFiles.json("number_parse").array ?? [] {
      let format = try #require(formats[entry["currency"]?.string ?? ""])
      let input = try #require(entry["input"]?.string)
      suite.check(format.amount(input), ExactDecimal(entry["expected"]?.string ?? ""), input)
    }
    suite.report()
  }

  private static func format(_ entry: JSONValue?) -> CurrencyFormat? {
    guard let entry, let prefix = entry["prefix"]?.string, let suffix = entry["suffix"]?.string,
      let decimal = entry["decimal"]?.string, let group = entry["group"]?.string,
      let scale = entry["scale"]?.integer
    else { return nil }
    return CurrencyFormat(
      prefix: prefix, suffix: suffix, decimalPoint: decimal, groupSeparator: group, scale: scale)
  }
}
