/// Names of accounts and currencies that plain-text programs accept, different for different records.
struct PostingNames {
  struct Target {
    let name: String
    let unit: String
  }

  /// Where initial balances come from.
  let opening: String
  /// Where what does not add up goes.
  let difference: String
  private var accounts: [RecordID<Account>: Target] = [:]
  private var categories: [RecordID<Category>: String] = [:]
  private var payees: [RecordID<Payee>: String] = [:]
  private let isStrict: Bool

  /// `isStrict`: only letters, digits and hyphens, as beancount wants it.
  init(_ book: Book, isStrict: Bool) {
    self.isStrict = isStrict
    opening = isStrict ? "Equity:Opening-Balances" : "Equity:Opening Balances"
    difference = isStrict ? "Equity:Split-Difference" : "Equity:Split Difference"
    let currencies = Dictionary(book.currencies.map { ($0.id, $0) }) { first, _ in first }
    var units: [RecordID<Currency>: String] = [:]
    var usedUnits: Set<String> = []
    for currency in book.currencies {
      units[currency.id] = Self.unit(currency, used: &usedUnits, isStrict: isStrict)
    }
    var used: Set<String> = []
    for account in book.accounts.sorted(by: { $0.id < $1.id }) {
      let isDebt = account.type.code == .creditCard || account.type.code == .loan
      var name = (isDebt ? "Liabilities:" : "Assets:") + Self.component(account.name, isStrict: isStrict)
      if !used.insert(name.lowercased()).inserted { name += "-\(account.id)" }
      used.insert(name.lowercased())
      let unit = account.currencyID.flatMap { currencies[$0] != nil ? units[$0] : nil }
      accounts[account.id] = Target(name: name, unit: unit ?? "NONE")
    }
    let tree = CategoryTree(book.categories)
    for category in book.categories {
      // A line break joins the levels, because no name that is written holds one.
      let levels = tree.fullName(of: category.id, delimiter: "\n")?.split(separator: "\n") ?? []
      categories[category.id] = levels.map { Self.component(String($0), isStrict: isStrict) }
        .joined(separator: ":")
    }
    for payee in book.payees { payees[payee.id] = payee.name }
  }

  func account(_ id: RecordID<Account>?) -> Target? { id.flatMap { accounts[$0] } }

  func category(_ id: RecordID<Category>?, isIncome: Bool) -> String {
    let name = id.map { categories[$0] ?? "Unknown" } ?? "Uncategorised"
    return (isIncome ? "Income:" : "Expenses:") + name
  }

  func payee(_ id: RecordID<Payee>?) -> String { id.map { payees[$0] ?? BookNames.unknown } ?? "" }

  private static func component(_ name: String, isStrict: Bool) -> String {
    var text = ""
    for character in name {
      if isStrict {
        text.append(character.isLetter || character.isNumber && character.isASCII ? character : "-")
      } else if character.isWhitespace || ":;()[]\"".contains(character) {
        // Two blanks would end the name.
        if !text.isEmpty, text.last != " " { text.append(character == ":" ? "-" : " ") }
      } else {
        text.append(character)
      }
    }
    if !isStrict { while text.last == " " { text.removeLast() } }
    guard let first = text.first else { return "Unnamed" }
    guard isStrict else { return text }
    return first == "-" ? "X" + text : first.uppercased() + text.dropFirst()
  }

  private static func unit(_ currency: Currency, used: inout Set<String>, isStrict: Bool) -> String {
    let symbol = currency.symbol.uppercased()
    let isPlain =
      !symbol.isEmpty && symbol.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    let isLongEnough = symbol.utf8.count >= 2 && symbol.utf8.count <= 24
    if isPlain, isLongEnough || !isStrict, used.insert(symbol).inserted { return symbol }
    let name = "CUR\(currency.id.rawValue.magnitude)N"
    return isStrict ? name : "\"\(name)\""
  }
}
