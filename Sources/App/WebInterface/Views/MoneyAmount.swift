import AppState
import Ledger
import Markup
import Text

/// Amounts, and texts out of account files: both are drawn as data, never as markup, and isolated from the
/// direction of what stands around them.
enum MoneyAmount {
  /// An amount in a list. Colour comes from its tone, the word for it from the row.
  static func html(_ amount: ShownAmount, _ extra: String = "") -> HTML {
    let text = Text.displayName(amount.text)
    // An amount is never cut; one whose currency writes a sentence beside it may wrap.
    let long = text.count > usualCharactersMax ? "long" : ""
    return Tag.bdi(.class("amount", tone(amount.tone), long, extra), .data("exact", amount.exact)) { text }
  }

  /// A large one: what is no figure in it is drawn smaller.
  static func figure(_ amount: ShownAmount) -> HTML {
    let text = Text.displayName(amount.text)
    let isFigure = { (character: Character) in character.isASCII && character.isNumber }
    guard let first = text.firstIndex(where: isFigure), let last = text.lastIndex(where: isFigure) else {
      return html(amount)
    }
    let (minus, before) = (text.hasPrefix("-"), text[..<first].drop { $0 == "-" })
    let after = text[text.index(after: last)...]
    return Tag.bdi(.class("amount"), .data("exact", amount.exact)) {
      if minus { "-" }
      if !before.isEmpty { Tag.span(.class("sign")) { String(before) } }
      String(text[first...last])
      if !after.isEmpty { Tag.span(.class("sign")) { String(after) } }
    }
  }

  /// A name or note of a file on one line: safe to show, not longer than a line can be.
  static func line(_ raw: String) -> String {
    let words = Text.displayText(raw).split(whereSeparator: \.isWhitespace)
    return String(words.joined(separator: " ").prefix(lineCharactersMax))
  }

  /// The same in an element of its own.
  static func text(_ raw: String, _ classes: String = "") -> HTML {
    Tag.bdi(.class(classes)) { line(raw) }
  }

  /// The longest name that is drawn; the rest of it stays in the file.
  static let lineCharactersMax = 200

  private static let usualCharactersMax = 28

  private static func tone(_ tone: ShownAmount.Tone) -> String {
    switch tone {
    case .income: "income"
    case .expense: "expense"
    case .transfer, .balance: ""
    case .negative: "negative"
    }
  }
}

/// The icon of an account's kind, and of what an entry is about.
enum MoneyIcon {
  static func account(_ type: AccountType) -> Icon {
    switch type {
    case .checking: .bank
    case .creditCard: .card
    case .cash: .cash
    case .loan: .storage
    case .term: .layers
    case .asset: .local
    case .shares, .investment: .chart
    }
  }

  /// By what it is first, then by words of its category that people keep; else the one for anybody.
  static func entry(_ row: JournalRow) -> Icon {
    if row.isScheduled { return .repeated }
    switch row.kind {
    case .transferOut, .transferIn: return .transfer
    case .revaluation: return .chart
    case .withdrawal, .deposit, .unknown: break
    }
    let words = Text.folded(row.category + " " + (row.parts.first?.category ?? ""))
    return byWord.first { words.contains($0.word) }?.icon ?? .person
  }

  private static let byWord: [(word: String, icon: Icon)] = [
    ("fuel", .fuel), ("gas station", .fuel), ("grocer", .shopping), ("shopping", .shopping),
    ("clothing", .shopping), ("homeneed", .shopping), ("dining", .food), ("restaurant", .food),
    ("food", .food), ("lodging", .lodging), ("hotel", .lodging), ("travel", .lodging),
    ("vacation", .lodging), ("rent", .local), ("mortgage", .local), ("salary", .bank), ("interest", .bank),
    ("investment", .chart), ("tax", .bank),
  ]
}
