import AppState
import Ledger
import Markup

/// Days and rows of the journal's table. Roles are written out, since the table folds to two lines a row
/// where it is narrow, and browsers drop the roles of tables that are laid out otherwise.
enum MoneyJournalRow {
  static func head(hasBalance: Bool) -> HTML {
    Tag.thead(.set(.role, "rowgroup")) {
      Tag.tr(.set(.role, "row")) {
        column("Payee and note", "w-payee")
        column("Category", "w-category")
        column("Account", "w-account")
        column("Status", "w-status")
        column("Amount", "w-amount end")
        if hasBalance { column("Balance", "w-balance end") }
      }
    }
  }

  static func day(_ day: JournalRows.Day, hasBalance: Bool) -> HTML {
    Tag.tbody(.set(.role, "rowgroup"), .id("day-\(day.id)")) {
      Tag.tr(.class("day"), .set(.role, "row")) {
        Tag.th(.set(.scope, "rowgroup"), .set(.role, "rowheader"), .set(.colspan, "4")) {
          MoneyAmount.text(day.title)
        }
        Tag.td(.class("end"), .set(.role, "cell")) {
          if let total = day.total {
            Tag.span(.class("unseen")) { "Day's total " }
            MoneyAmount.html(total)
          }
        }
        if hasBalance { Tag.td(.class("no-total"), .set(.role, "cell")) }
      }
      for row in day.rows { line(row, hasBalance: hasBalance) }
    }
  }

  /// Payee, or where a transfer goes; somebody nameless otherwise.
  static func title(_ row: JournalRow) -> HTML {
    row.title.isEmpty ? Tag.span(.class("nameless")) { "No payee" } : MoneyAmount.text(row.title)
  }

  /// The category, or how many there are.
  static func category(_ row: JournalRow) -> String {
    if let first = row.parts.first {
      return row.parts.count > 1 ? "\(first.category) + \(row.parts.count - 1)" : first.category
    }
    switch row.kind {
    case .transferOut, .transferIn: return row.category.isEmpty ? "Transfer" : row.category
    case .revaluation: return row.category.isEmpty ? "New value" : row.category
    case .withdrawal, .deposit, .unknown: return row.category.isEmpty ? "No category" : row.category
    }
  }

  /// What it is, in a word.
  static func word(_ row: JournalRow) -> String {
    switch row.kind {
    case .withdrawal: "Expense"
    case .deposit: "Income"
    case .transferOut, .transferIn: "Transfer"
    case .revaluation: "New value"
    case .unknown: "Of unknown type"
    }
  }

  private static func column(_ title: String, _ classes: String) -> HTML {
    Tag.th(.set(.scope, "col"), .set(.role, "columnheader"), .class(classes)) { title }
  }

  private static func line(_ row: JournalRow, hasBalance: Bool) -> HTML {
    let classes = [row.isVoid ? "void" : "", row.isFuture ? "future" : "", row.isDeleted ? "deleted" : ""]
    return Tag.tr(
      .class("line", classes.filter { !$0.isEmpty }.joined(separator: " ")), .set(.role, "row"),
      .id("row-\(row.id)")
    ) {
      Tag.td(.class("first-cell"), .set(.role, "cell")) { first(row) }
      cell("category") { MoneyAmount.text(category(row)) }
      cell("account") { MoneyAmount.text(row.account) }
      cell("status") { status(row) }
      cell("value end") {
        Tag.span(.class("unseen")) { word(row) + " " }
        MoneyAmount.html(row.amount)
        if let inBase = row.inBase { Tag.small { MoneyAmount.html(inBase) } }
      }
      if hasBalance {
        cell("balance end") {
          if let balance = row.balance {
            Tag.span(.class("unseen")) { "Balance after it " }
            MoneyAmount.html(balance)
          }
        }
      }
    }
  }

  private static func cell(_ classes: String, @HTMLBuilder content: () -> HTML) -> HTML {
    Tag.td(.class(classes), .set(.role, "cell"), content: content)
  }

  private static func first(_ row: JournalRow) -> HTML {
    Tag.div(.class("main-cell")) {
      MoneyIcon.entry(row).html()
      Tag.span(.class("payee")) { title(row) }
      Tag.span(.class("note")) { note(row) }
      Tag.span(.class("meta")) {
        if let time = row.time { "\(time) · " }
        MoneyAmount.text(category(row))
        " · "
        MoneyAmount.text(row.account)
      }
      marks(row)
    }
  }

  /// The first line of the notes, or what a split is made of.
  private static func note(_ row: JournalRow) -> HTML {
    HTML {
      if let time = row.time { Tag.span(.class("when number")) { "\(time) " } }
      if !row.number.isEmpty {
        Tag.span(.class("when")) {
          "№ "
          MoneyAmount.text(row.number)
          " "
        }
      }
      if !row.note.isEmpty {
        MoneyAmount.text(row.note)
      } else if row.parts.count > 1 {
        Tag.bdi { "split: " + row.parts.map(part).joined(separator: ", ") }
      }
    }
  }

  private static func part(_ part: JournalRow.Part) -> String {
    MoneyAmount.line("\(part.category) \(part.amount.text)")
  }

  private static func marks(_ row: JournalRow) -> HTML {
    Tag.span(.class("marks")) {
      if row.isScheduled { Tag.span(.class("tag sea")) { "Scheduled" } }
      if let due = row.dueWords { Tag.span(.class("tag")) { due } }
      if row.isFuture, !row.isScheduled { Tag.span(.class("tag sea")) { "Planned" } }
      if row.isDeleted { Tag.span(.class("tag bad")) { "Deleted" } }
      for tag in row.tags.prefix(tagsMax) {
        Tag.span(.class("tag")) {
          Icon.tag.html(.tiny)
          Tag.span(.class("unseen")) { "Tag " }
          MoneyAmount.text(tag)
        }
      }
      if row.tags.count > tagsMax { Tag.span(.class("tag")) { "+\(row.tags.count - tagsMax) tags" } }
      if row.hasAttachment { mark(.attach, "Something is attached") }
      if row.parts.count > 1 { mark(.split, "Split in \(row.parts.count)") }
    }
  }

  private static func mark(_ icon: Icon, _ words: String) -> HTML {
    Tag.span(.class("mark-icon"), .set(.title, words)) {
      icon.html(.small)
      Tag.span(.class("unseen")) { words }
    }
  }

  private static func status(_ row: JournalRow) -> HTML {
    HTML {
      switch row.status {
      case .none: HTML()
      case .reconciled: Tag.span(.class("tag good")) { row.statusWord }
      case .void: Tag.span(.class("tag")) { row.statusWord }
      case .followUp: Tag.span(.class("tag warn")) { row.statusWord }
      case .duplicate: Tag.span(.class("tag bad")) { row.statusWord }
      }
    }
  }

  /// So many tags are drawn beside a row.
  private static let tagsMax = 3
}
