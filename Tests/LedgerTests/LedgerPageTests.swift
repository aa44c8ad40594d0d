import Ledger
import Testing

@Suite struct LedgerPageTests {
  @Test func theExampleOfThePageHolds() {
    let format = CurrencyFormat(
      prefix: "$", suffix: "", decimalPoint: ".", groupSeparator: ",", scale: 100)
    let price = Money(format.amount("$1,234.50 / 2") ?? .zero, digits: 2)
    let rate = ExactDecimal(shortest: 1.1)
    let converted = price.decimal * rate  // 678.975, exact
    let shown = format.text(converted)  // "$678.98"
    let due = CalendarDate("2024-01-31")?.adding(months: 1)  // 2024-02-29
    #expect(converted.description == "678.975")
    #expect(shown == "$678.98")
    #expect(due?.description == "2024-02-29")
  }
}
