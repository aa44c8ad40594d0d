import Ledger
import Testing

@Suite struct DiagnosisTests {
  @Test func aHealthyFileHasNoFindings() throws {
    #expect(Diagnosis(try GoldenBook.book()).findings.isEmpty)
  }

  @Test func everyKindOfDamageIsFoundOnce() throws {
    var book = try GoldenBook.book()
    book.transactions[0].entry.accountID = RecordID(99)
    book.transactions[1].entry.categoryID = RecordID(999)
    book.transactions[2].entry.payeeID = RecordID(99)
    book.accounts[2].currencyID = nil
    book.splits.append(Split(id: RecordID(50)))
    book.splits[5].categoryID = RecordID(10)
    book.tagLinks[0].tagID = RecordID(9)
    book.customValues[1].referenceID = -7
    book.attachments[0].referenceID = 999
    book.categories[1].parentID = book.categories[1].id
    let (above, below) = (RecordID<Ledger.Category>(900), RecordID<Ledger.Category>(901))
    book.categories += [Category(id: above), Category(id: below)]
    book.categories[book.categories.count - 2].name = String(repeating: "x", count: 5_000)
    book.categories[book.categories.count - 1].parentID = above
    book.transactions[3].entry.toAmount = StoredNumber(.absent)
    book.transactions[4].entry.amount = StoredNumber(.text("7.5 EUR"))
    book.transactions[5].entry.amount = StoredNumber(.real(1e300))
    book.currencies[3].baseRate = .zero
    book.transactions[6].entry.date = DayText("soon")
    book.transactions[8].entry.status = Coded(stored: "Odd")
    book.schedules[0].repeats = -4
    book.splits[0].amount = StoredNumber(ExactDecimal(41))
    let diagnosis = Diagnosis(book)
    #expect(diagnosis.counts.map(\.kind) == Diagnosis.Kind.allCases)
    #expect(diagnosis.counts.allSatisfy { $0.count == 1 }, "\(diagnosis.counts)")
    let balance = BalanceSheet(
      accounts: book.accounts, currencies: book.currencies, transactions: book.transactions)
    #expect(balance.balance(of: RecordID(1))?.total.decimal.isOutOfRange == true)
    #expect(balance.balance(of: RecordID(2))?.total.decimal == ExactDecimal("638.75"))
  }
}
