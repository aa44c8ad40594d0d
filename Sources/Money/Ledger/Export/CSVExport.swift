import Text

/// The journal as other programs import it. Source: money 7.1.
public struct CSVExport: Sendable {
  /// How much of a row survives.
  public enum Precision: Sendable, Hashable {
    /// As the desktop program writes it: two decimals, line breaks become spaces, tabs four spaces.
    case compatible
    /// All digits of the currency or the row, line breaks kept in quotes (RFC 4180).
    case full
  }

  /// The columns.
  public static let header = [
    "ID", "Date", "Status", "Type", "Account", "Payee", "Category", "Amount", "Currency", "Number", "Notes",
  ]

  private let precision: Precision
  private let delimiter: String
  private let mask: DateMask
  private let names: BookNames
  private let rules: JournalRules

  /// Writes rows of `book`, with its delimiter and date mask.
  public init(_ book: Book, precision: Precision = .compatible) {
    let settings = book.fileSettings
    self.precision = precision
    delimiter = settings.csvDelimiter
    mask = settings.dateMask
    names = BookNames(book, categoryDelimiter: ":")
    rules = JournalRules(book)
  }

  /// The header as a line, without its line break.
  public var headerLine: String { line(Self.header) }

  /// The lines of a row, without line breaks: one for each part, two for a transfer, none for rows that do
  /// not count and for unknown types.
  public func lines(_ row: Transaction) -> [String] {
    guard row.counts else { return [] }
    let entry = row.entry
    switch entry.type.code {
    case .unknown: return []
    case .transfer: return transferLines(row)
    case .deposit, .withdrawal:
      return rules.parts(of: row).map { part in
        let amount = entry.type.code == .withdrawal ? -part.amount : part.amount
        return line(
          row, account: entry.accountID, payee: names.payee(entry.payeeID), category: part.category,
          amount: amount, number: entry.number)
      }
    }
  }

  /// A value as it stands in a line: quoted when it holds the delimiter or a quote, quotes doubled.
  public func field(_ value: String) -> String {
    var text = value
    if precision == .compatible {
      text = text.reduce(into: "") { text, character in
        switch character {
        case "\t": text += "    "
        case _ where character.isNewline: text += " "
        default: text.append(character)
        }
      }
    }
    return Text.delimitedField(text, delimiter: delimiter)
  }

  private func transferLines(_ row: Transaction) -> [String] {
    let entry = row.entry
    let isBare = entry.number.isEmpty && entry.notes.isEmpty
    let number = isBare ? "#\(row.id)" : entry.number
    let category = rules.splits(of: row).isEmpty ? entry.categoryID : nil
    let amounts = entry.isRevaluation ? (.zero, .zero) : (-entry.amount.decimal, entry.toAmount.decimal)
    return [
      line(
        row, account: entry.accountID, payee: names.account(entry.toAccountID), category: category,
        amount: amounts.0, number: number),
      line(
        row, account: entry.toAccountID, payee: names.account(entry.accountID), category: category,
        amount: amounts.1, number: number),
    ]
  }

  private func line(
    _ row: Transaction, account: RecordID<Account>?, payee: String, category: RecordID<Category>?,
    amount: ExactDecimal, number: String
  ) -> String {
    let date = row.entry.date
    let digits = names.currency(of: account)?.format.fractionDigits ?? 2
    let text =
      switch precision {
      case .compatible: amount.text(digits: 2)
      case .full: amount.text(digits: max(digits, amount.canonical.scale))
      }
    return line([
      "\(row.id)", date.day.map(mask.text) ?? String(date.dateText), row.entry.status.code.storedText,
      row.entry.type.code.storedText, names.account(account), payee, names.category(category), text,
      names.currency(of: account)?.symbol ?? "", number, row.entry.notes,
    ])
  }

  private func line(_ values: [String]) -> String { values.map(field).joined(separator: delimiter) }
}
