extension Diagnosis {
  mutating func entry<Record: StoredRecord>(_ entry: Entry, of row: Record, _ known: Known) {
    if !(entry.accountID.map(known.accounts.contains) ?? false) { add(.missingAccount, row, "ACCOUNTID") }
    if entry.type.code == .transfer, !(entry.toAccountID.map(known.accounts.contains) ?? false) {
      add(.missingAccount, row, "TOACCOUNTID")
    }
    if let payee = entry.payeeID, entry.type.code != .transfer, !known.payees.contains(payee) {
      add(.missingPayee, row, "PAYEEID")
    }
    if let category = entry.categoryID, !known.categories.contains(category) {
      add(.missingCategory, row, "CATEGID")
    }
    number(entry.amount, row, "TRANSAMOUNT")
    number(entry.toAmount, row, "TOTRANSAMOUNT")
    if entry.date.day == nil { add(.dateUnreadable, row, "TRANSDATE") }
    if entry.type.isUnknown || entry.type.code == .unknown { add(.unknownWord, row, "TRANSCODE") }
    if entry.status.isUnknown { add(.unknownWord, row, "STATUS") }
  }

  mutating func splits<Parent: SplitParent>(
    _ splits: [Split<Parent>], of parents: [(RecordID<Parent>, ExactDecimal)], _ known: Known
  ) {
    let amounts = Dictionary(parents) { first, _ in first }
    var sums: [RecordID<Parent>: ExactDecimal] = [:]
    for split in splits {
      if let category = split.categoryID, !known.categories.contains(category) {
        add(.missingCategory, split, "CATEGID")
      }
      number(split.amount, split, "SPLITTRANSAMOUNT")
      guard let parent = split.parentID, amounts[parent] != nil else {
        add(.orphanSplit, split)
        continue
      }
      sums[parent, default: .zero] += split.amount.decimal
    }
    for id in sums.keys.sorted() {
      guard let sum = sums[id], let amount = amounts[id] else { continue }
      if (sum.magnitude - amount).magnitude > ExactDecimal(mantissa: 1, scale: 6) {
        findings.append(
          Finding(kind: .splitSumDiffers, table: Parent.splitTableName, id: id.rawValue, column: "TRANSID"))
      }
    }
  }

  mutating func holdings(_ book: Book, _ known: Known) {
    for row in book.accounts {
      if !(row.currencyID.map(known.currencies.contains) ?? false) {
        add(.missingCurrency, row, "CURRENCYID")
      }
      number(row.initialBalance, row, "INITIALBAL", mayBeAbsent: true)
      if row.status.isUnknown { add(.unknownWord, row, "STATUS") }
    }
    for row in book.currencies where row.baseRate.decimal.isZero || row.baseRate.decimal.isOutOfRange {
      add(.rateUnusable, row, "BASECONVRATE")
    }
    for row in book.currencyRates {
      if !(row.currencyID.map(known.currencies.contains) ?? false) {
        add(.missingCurrency, row, "CURRENCYID")
      }
      if row.rate.decimal.isZero || row.rate.decimal.isOutOfRange { add(.rateUnusable, row, "CURRVALUE") }
      if row.day.day == nil { add(.dateUnreadable, row, "CURRDATE") }
    }
    for row in book.assets {
      if let currency = row.currencyID, !known.currencies.contains(currency) {
        add(.missingCurrency, row, "CURRENCYID")
      }
      number(row.value, row, "VALUE")
      if row.startDay.day == nil { add(.dateUnreadable, row, "STARTDATE") }
    }
    for row in book.stocks {
      if !(row.accountID.map(known.accounts.contains) ?? false) { add(.missingAccount, row, "HELDAT") }
      number(row.shares, row, "NUMSHARES")
      number(row.currentPrice, row, "CURRENTPRICE")
      if row.purchaseDay.day == nil { add(.dateUnreadable, row, "PURCHASEDATE") }
    }
    for row in book.budgets {
      if !(row.categoryID.map(known.categories.contains) ?? false) { add(.missingCategory, row, "CATEGID") }
      number(row.amount, row, "AMOUNT")
      if row.frequency.isUnknown { add(.unknownWord, row, "PERIOD") }
    }
    for row in book.payees where row.categoryID.map({ !known.categories.contains($0) }) ?? false {
      add(.missingCategory, row, "CATEGID")
    }
  }

  mutating func links(_ book: Book, _ known: Known) {
    func isThere(_ type: ReferenceType, _ id: Int64) -> Bool { known.references[type]?.contains(id) ?? false }
    let tags = Set(book.tags.map(\.id))
    for row in book.tagLinks {
      let isWhole = row.tagID.map(tags.contains) ?? false && isThere(row.referenceType.code, row.referenceID)
      if !isWhole { add(.orphanTagLink, row) }
    }
    for row in book.attachments where !isThere(row.referenceType.code, row.referenceID) {
      add(.orphanAttachment, row)
    }
    let fields = Set(book.customFields.map(\.id))
    for row in book.customValues {
      let isNegative = row.referenceID < 0
      let size = isNegative ? Int64(clamping: row.referenceID.magnitude) : row.referenceID
      let isWhole =
        row.fieldID.map(fields.contains) ?? false
        && isThere(isNegative ? .recurringTransaction : .transaction, size)
      if !isWhole { add(.orphanCustomValue, row) }
    }
  }
}
