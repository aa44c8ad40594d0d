import Ledger
import Testing

/// Rules against slow, obvious twins, on generated rows.
@Suite struct RuleTwinTests {
  @Test func ratesAgreeWithALookAtEveryRow() throws {
    var random = SeededNumbers(seed: 41)
    for round in 0..<60 {
      let history = (0..<Int.random(in: 0...12, using: &random)).map { index in
        var row = CurrencyRate(id: RecordID(Int64(index + 1)))
        row.currencyID = RecordID(2)
        row.day = DayText(CalendarDate(dayNumber: Int.random(in: 19_000...19_030, using: &random)) ?? .first)
        row.rate = StoredNumber(ExactDecimal(Int64(index)))
        return row
      }
      var currency = Currency(id: RecordID(2))
      currency.baseRate = StoredNumber(ExactDecimal(77))
      let book = RateBook(base: RecordID(1), currencies: [currency], history: history)
      for number in 18_995...19_035 {
        let date = try #require(CalendarDate(dayNumber: number))
        var best: (distance: Int, day: Int, id: Int64, rate: ExactDecimal)?
        for row in history {
          guard let day = row.day.day?.dayNumber else { continue }
          let found = (
            abs(day - number), day, -row.id.rawValue, row.rate.decimal.isZero ? .one : row.rate.decimal
          )
          if let known = best, (known.distance, known.day, known.id) <= (found.0, found.1, found.2) {
            continue
          }
          best = found
        }
        #expect(
          book.rate(of: currency.id, on: date) == best?.rate ?? ExactDecimal(77), "round \(round) \(date)")
      }
      #expect(book.rate(of: RecordID(1), on: nil) == .one && book.rate(of: RecordID(9), on: nil) == .one)
    }
  }

  @Test func balancesAgreeWithASumPerAccount() throws {
    var random = SeededNumbers(seed: 43)
    let accounts = (1...5).map { Account(id: RecordID($0)) }
    for round in 0..<20 {
      let rows = (1...200).map { Self.transaction(Int64($0), &random) }
      let limit = try #require(CalendarDate(dayNumber: 19_050))
      let sheet = BalanceSheet(accounts: accounts, currencies: [], transactions: rows, upTo: limit)
      for account in accounts {
        let flows = rows.filter { $0.entry.date.isOnOrBefore(limit) }.map { $0.flow(on: account.id) }
        #expect(sheet.balance(of: account.id)?.total.decimal == flows.sum(), "round \(round) \(account.id)")
      }
    }
  }

  @Test func treesWithLoopsAndGapsAreShownWhole() {
    var random = SeededNumbers(seed: 47)
    for _ in 0..<200 {
      let categories = (Int64(1)...12).map { number in
        var category = Ledger.Category(id: RecordID(number))
        category.name = "c\(number)"
        category.parentID = RecordID(reference: Int64.random(in: -1...14, using: &random))
        return category
      }
      let tree = CategoryTree(categories)
      #expect(tree.ordered.map(\.category.id).sorted() == categories.map(\.id))
      for category in categories {
        let name = tree.fullName(of: category.id) ?? ""
        #expect(name.hasSuffix(category.name))
        let hasGap = name.hasPrefix("Error:")
        let root = name.split(separator: ":").first.flatMap { Int64($0.dropFirst()) }
        #expect(hasGap || root != nil)
        #expect(!tree.mayMove(category.id, below: category.id))
      }
    }
  }

  /// A file made to harm: whole names would take the square of it, and so would looking for loops from each.
  @Test func namesOfAChainTakeNoMoreThanTheirLimitEach() {
    let count = 40_000
    let chain = (1...count).map { number in
      var category = Ledger.Category(id: RecordID(Int64(number)))
      category.name = "level \(number)"
      category.parentID = number == 1 ? nil : RecordID(Int64(number - 1))
      return category
    }
    let tree = CategoryTree(chain)
    let names = chain.map { tree.fullName(of: $0.id) ?? "" }
    let bytes = names.reduce(0) { $0 + $1.utf8.count }
    #expect(bytes < count * 12 * (CategoryTree.levelsMax + 1), "\(bytes)")
    let last = CategoryTree.levelsMax
    #expect(names[last - 1].hasPrefix("level 1:level 2:") && names[last - 1].hasSuffix(":level \(last)"))
    #expect(names[last].hasPrefix("…:level 2:level 3:") && names[last].hasSuffix(":level \(last + 1)"))
    #expect(tree.cutNames == chain[last...].map(\.id))
    #expect(tree.loops.isEmpty && tree.ordered.last?.depth == count - 1)
    var ring = chain
    ring[0].parentID = ring[count - 1].id
    #expect(CategoryTree(ring).loops == ring.map(\.id))
  }

  @Test func longNamesAboveAreLeftOutAndTheOwnIsNot() {
    let chain = (Int64(1)...3).map { number in
      var category = Ledger.Category(id: RecordID(number))
      category.name = String(repeating: "\(number)", count: CategoryTree.bytesAboveMax * 3 / 4)
      category.parentID = number == 1 ? nil : RecordID(number - 1)
      return category
    }
    let tree = CategoryTree(chain)
    #expect(tree.fullName(of: RecordID(2)) == chain[0].name + ":" + chain[1].name)
    #expect(tree.fullName(of: RecordID(3)) == "…:" + chain[1].name + ":" + chain[2].name)
    #expect(tree.cutNames == [RecordID(3)])
  }

  /// The slow way round: from each category upwards until it comes by itself.
  @Test func loopsAreWhatAWalkFromEachFinds() {
    var random = SeededNumbers(seed: 48)
    for _ in 0..<300 {
      let categories = (Int64(1)...9).map { number in
        var category = Ledger.Category(id: RecordID(number))
        category.parentID = RecordID(reference: Int64.random(in: -1...11, using: &random))
        return category
      }
      let parents = Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.parentID) })
      let wanted = categories.map(\.id).filter { id in
        var next = parents[id] ?? nil
        for _ in 0..<9 where next != id { next = next.flatMap { parents[$0] ?? nil } }
        return next == id
      }
      #expect(CategoryTree(categories).loops == wanted, "\(categories.map(\.parentID))")
    }
  }

  @Test func fullNamesOfBrokenTreesAreAsAgreed() {
    func category(_ id: Int64, _ name: String, _ parent: Int64) -> Ledger.Category {
      var category = Ledger.Category(id: RecordID(id))
      category.name = name
      category.parentID = RecordID(reference: parent)
      return category
    }
    let tree = CategoryTree([
      category(1, "Food", -1), category(2, "Out", 1), category(3, "Lost", 99), category(4, "A", 5),
      category(5, "B", 4), category(6, "Self", 6), category(7, "apples", 1), category(8, "Bread", 1),
    ])
    #expect(tree.fullName(of: RecordID(2), delimiter: " > ") == "Food > Out")
    #expect(tree.fullName(of: RecordID(3)) == "Error:Lost")
    #expect(tree.fullName(of: RecordID(4)) == "B:A" && tree.fullName(of: RecordID(6)) == "Self")
    #expect(tree.fullName(of: RecordID(99)) == nil)
    #expect(tree.loops == [RecordID(4), RecordID(5), RecordID(6)])
    #expect(tree.ordered.map(\.category.id.rawValue) == [1, 7, 8, 2, 3, 4, 5, 6])
    #expect(!tree.mayMove(RecordID(1), below: RecordID(2)) && tree.mayMove(RecordID(2), below: nil))
  }

  @Test func theAutomaticRunEntersAsksAndRefuses() throws {
    let today = try #require(CalendarDate("2024-03-10"))
    func schedule(_ id: Int64, _ repeats: Int64, _ count: Int64, _ due: String) -> Schedule {
      var schedule = Schedule(id: RecordID(id))
      (schedule.repeats, schedule.occurrences) = (repeats, count)
      (schedule.due, schedule.entry.date) = (DayText(due), DayText(due + "T08:00:00"))
      return schedule
    }
    var void = schedule(5, 201, -1, "2024-03-01")
    void.entry.status = Coded(.void)
    let run = ScheduleRun(
      of: [
        schedule(4, 203, -1, "2024-02-01"), schedule(2, 101, -1, "2024-03-01"),
        schedule(3, 201, 2, "2024-02-01"),
        schedule(1, 1, -1, "2024-02-01"), schedule(6, 201, -1, "2024-03-11"), void,
      ], today: today
    ) { $0.id != RecordID(4) || $0.due.text == "2024-02-01" }
    var second = schedule(3, 201, 1, "2024-02-08")
    #expect(second.advanced() == .finished)
    #expect(
      run.steps == [
        .ask(RecordID(2)), .enter(schedule(3, 201, 2, "2024-02-01")), .enter(second),
        .enter(schedule(4, 203, -1, "2024-02-01")), .refused(RecordID(4)),
      ])
    second.due = DayText("soon")
    second.occurrences = 4
    #expect(second.advanced() == .dateUnusable(DayText("soon")))
    let endless = ScheduleRun(of: [schedule(9, 210, -1, "0001-01-01")], today: today) { _ in true }
    #expect(endless.steps.count == ScheduleRun.stepsMax)
  }

  private static func transaction(_ id: Int64, _ random: inout SeededNumbers) -> Transaction {
    var entry = Entry()
    entry.accountID = RecordID(reference: Int64.random(in: -1...6, using: &random))
    entry.toAccountID = RecordID(reference: Int64.random(in: -1...6, using: &random))
    entry.type = Coded(TransactionType.allCases.randomElement(using: &random) ?? .deposit)
    entry.status = Coded(TransactionStatus.allCases.randomElement(using: &random) ?? .none)
    entry.amount = StoredNumber(.real(Double(Int.random(in: 0...99_999, using: &random)) / 100))
    entry.toAmount = StoredNumber(.real(Double(Int.random(in: 0...99_999, using: &random)) / 1000))
    entry.date = DayText(CalendarDate(dayNumber: Int.random(in: 19_000...19_100, using: &random)) ?? .first)
    var row = Transaction(id: RecordID(id), entry: entry)
    if Int.random(in: 0...9, using: &random) == 0 { row.deleted = DayText("2024-01-01T00:00:00") }
    return row
  }
}
