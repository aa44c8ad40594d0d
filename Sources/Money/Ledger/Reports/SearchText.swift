import Text

/// Text for searching: without regard to case and to marks above and below letters. Source: money 5.2.
public enum SearchText {
  /// The key of a text; a text contains another for the reader when its key contains the other's key.
  public static func key(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var bare = String.UnicodeScalarView()
    for scalar in Text.nfd(text).unicodeScalars where scalar.properties.generalCategory != .nonspacingMark {
      bare.append(scalar)
    }
    return Text.folded(String(bare))
  }
}

/// Finds rows by text in all that people see of them. Source: money 5.2, 2.11.
///
/// Payee, notes, number, full category, notes and categories of parts, tags of the row and its parts, names
/// of both accounts, amounts as shown and as plain decimals with a point.
public struct JournalSearch: Sendable {
  private let payees: [RecordID<Payee>: String]
  private let accounts: [RecordID<Account>: String]
  private let formats: [RecordID<Account>: CurrencyFormat]
  private let categories: [RecordID<Category>: String]
  private let splits: [RecordID<Transaction>: [Split<Transaction>]]
  private let tags: [RecordID<Transaction>: [String]]
  private let tagNames: [RecordID<Tag>: String]

  /// What a book's rows can be found by.
  public init(_ book: Book) {
    let delimiter = book.fileSettings.categoryDelimiter
    let tree = CategoryTree(book.categories)
    let currencies = Dictionary(book.currencies.map { ($0.id, $0.format) }) { first, _ in first }
    payees = Dictionary(book.payees.map { ($0.id, SearchText.key($0.name)) }) { first, _ in first }
    accounts = Dictionary(book.accounts.map { ($0.id, SearchText.key($0.name)) }) { first, _ in first }
    formats = Dictionary(
      book.accounts.map { ($0.id, $0.currencyID.flatMap { currencies[$0] } ?? .plain) }
    ) { first, _ in first }
    categories = Dictionary(
      book.categories.map { ($0.id, SearchText.key(tree.fullName(of: $0.id, delimiter: delimiter) ?? "")) }
    ) { first, _ in first }
    var splits: [RecordID<Transaction>: [Split<Transaction>]] = [:]
    for split in book.splits {
      if let parent = split.parentID { splits[parent, default: []].append(split) }
    }
    self.splits = splits
    let tagNames = Dictionary(book.tags.map { ($0.id, SearchText.key($0.name)) }) { first, _ in first }
    let marks = JournalMarks(tagLinks: book.tagLinks, splits: book.splits, attachments: [])
    tags = marks.allTags.mapValues { $0.compactMap { tagNames[$0] } }
    self.tagNames = tagNames
  }

  /// Whether the reader finds `text` in the row; an empty text is in every row.
  public func finds(_ text: String, in row: Transaction) -> Bool {
    finds(text, in: row, splits: splits[row.id] ?? [], tagKeys: tags[row.id] ?? [])
  }

  /// As `finds(_:in:)` for a row whose parts and tags come from elsewhere: from a query, in a large file.
  public func finds(
    _ text: String, in row: Transaction, splits: [Split<Transaction>], tags: [RecordID<Tag>]
  ) -> Bool {
    finds(text, in: row, splits: splits, tagKeys: tags.compactMap { tagNames[$0] })
  }

  private func finds(
    _ text: String, in row: Transaction, splits: [Split<Transaction>], tagKeys: [String]
  ) -> Bool {
    let key = SearchText.key(Text.trimmed(text))
    return key.isEmpty || (texts(of: row, parts: splits) + tagKeys).contains { $0.contains(key) }
  }

  /// The keys a row is found by, those of its tags left out.
  private func texts(of row: Transaction, parts: [Split<Transaction>]) -> [String] {
    let entry = row.entry
    var texts = [SearchText.key(entry.notes), SearchText.key(entry.number)]
    texts += [entry.payeeID.flatMap { payees[$0] }, entry.accountID.flatMap { accounts[$0] }].compactMap {
      $0
    }
    if parts.isEmpty, let category = entry.categoryID.flatMap({ categories[$0] }) { texts.append(category) }
    texts += amounts(entry.amount.decimal, in: entry.accountID)
    if entry.type.code == .transfer {
      texts += entry.toAccountID.flatMap { accounts[$0] }.map { [$0] } ?? []
      texts += amounts(entry.toAmount.decimal, in: entry.toAccountID)
    }
    for part in parts {
      texts.append(SearchText.key(part.notes))
      texts += part.categoryID.flatMap { categories[$0] }.map { [$0] } ?? []
      texts += amounts(part.amount.decimal, in: entry.accountID)
    }
    return texts
  }

  private func amounts(_ amount: ExactDecimal, in account: RecordID<Account>?) -> [String] {
    let format = account.flatMap { formats[$0] } ?? .plain
    return [
      SearchText.key(format.text(amount)), amount.description, amount.text(digits: format.fractionDigits),
    ]
  }
}
