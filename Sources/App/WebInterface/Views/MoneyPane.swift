import AppState
import Markup
import Text

/// The pages of Money and the accounts by kind with what each holds: beside a page, or pages of their own.
enum MoneyPane {
  /// The pages that there are, with their words and where they are.
  static func places(_ page: Page) -> [(id: String, title: String, icon: Icon, page: Page, isCurrent: Bool)] {
    let isOverview = if case .money = page { true } else { false }
    let isJournal = if case .journal = page { true } else { false }
    return [
      ("overview", "Overview", .chart, .money(OverviewQuery()), isOverview),
      ("journal", "Journal", .list, .journal(JournalQuery()), isJournal),
    ]
  }

  static func html(_ money: MoneyScreen, _ context: PageContext, file: OpenFile) -> HTML {
    Tag.nav(.class("pane"), .aria("label", "Money")) {
      Tag.header(.class("bar")) {
        Tag.div(.class("titles")) {
          Tag.p(.class("title")) { "Money" }
          Tag.p(.class("subtitle")) {
            Tag.bdi(.class("truncate"), .set(.title, MoneyAmount.line(file.path))) {
              MoneyAmount.line(file.name)
            }
            if file.isReadOnly { Tag.span(.class("tag")) { "Read only" } }
          }
        }
        MoneyFile.menu(file, context)
      }
      Tag.div(.class("scroll sections")) {
        for place in places(context.page) {
          Tag.a(
            .class("row place"), .id("to-\(place.id)"), .href(PagePath.target(place.page)),
            .aria("current", place.isCurrent ? "page" : nil)
          ) {
            place.icon.html()
            Tag.span(.class("name")) { place.title }
          }
        }
        Tag.div(.id("accounts")) { accounts(money, context).html }
      }
    }
  }

  /// On the phone and the tablet: the same pages as tabs under the bar, and the accounts as one more.
  static func tabs(_ page: Page) -> HTML {
    Tag.nav(.class("tabs"), .aria("label", "Pages of Money")) {
      for place in places(page) {
        Tag.a(
          .id("tab-\(place.id)"), .href(PagePath.target(place.page)),
          .aria("current", place.isCurrent ? "page" : nil)
        ) { place.title }
      }
      Tag.a(
        .id("tab-accounts"), .href(PagePath.target(.accounts)),
        .aria("current", page == .accounts ? "page" : nil)
      ) { "Accounts" }
    }
  }

  /// The groups, for the pane.
  static func accounts(_ money: MoneyScreen, _ context: PageContext) -> Region {
    Region("accounts", groups(money, context, prefix: "pane"))
  }

  /// The accounts as the page of a narrow window.
  static func page(_ money: MoneyScreen, _ context: PageContext) -> Region {
    Region("accounts-page", groups(money, context, prefix: "page"))
  }

  private static func groups(_ money: MoneyScreen, _ context: PageContext, prefix: String) -> [Fragment] {
    switch money.accounts {
    case .loading:
      return [Fragment(.div, id: "\(prefix)-accounts-reading") { MoneyStates.reading() }]
    case .failed(let why):
      return [
        Fragment(.div, id: "\(prefix)-accounts-failed") {
          MoneyStates.failed("The accounts could not be read", why: why, page: context.page)
        }
      ]
    case .ready(let list) where list.isEmpty:
      return [
        Fragment(.div, id: "\(prefix)-accounts-none") {
          MoneyStates.nothing(
            .bank, "No open account",
            list.closedCount > 0
              ? "\(count(list.closedCount, "account is", "accounts are")) closed and not listed."
              : "This file has no account yet.")
        }
      ]
    case .ready(let list):
      return list.groups.enumerated().map { group(at: $0, $1, prefix: prefix) } + [foot(list, prefix: prefix)]
    }
  }

  private static func group(at index: Int, _ group: AccountList.Group, prefix: String) -> Fragment {
    let id = "\(prefix)-group-\(index)"
    return Fragment(.section, id: id, .aria("labelledby", "\(id)-title")) {
      Tag.h2(.class("section-title"), .id("\(id)-title")) {
        MoneyAmount.text(group.title)
        Tag.span(.class("number")) {
          Tag.span(.class("unseen")) { "together " }
          MoneyAmount.html(group.total)
        }
      }
      Tag.ul(.class(prefix == "page" ? "card" : "")) {
        for row in group.rows { account(row, prefix: prefix) }
      }
    }
  }

  private static func account(_ row: AccountList.Row, prefix: String) -> HTML {
    Tag.li {
      Tag.a(
        .class("row account"), .id("\(prefix)-account-\(row.id)"),
        .href(PagePath.target(.journal(row.journal))),
        .aria("current", row.isChosen ? "true" : nil)
      ) {
        MoneyIcon.account(row.type).html()
        Tag.span(.class("name truncate")) { MoneyAmount.text(row.name, "truncate") }
        Tag.span(.class("end")) {
          MoneyAmount.html(row.balance)
          if prefix == "page", let inBase = row.inBase { Tag.small { MoneyAmount.html(inBase) } }
        }
      }
    }
  }

  private static func foot(_ list: AccountList, prefix: String) -> Fragment {
    Fragment(.p, id: "\(prefix)-accounts-total", .class("pane-note accounts-total")) {
      Tag.span { "Together " }
      MoneyAmount.html(list.total)
      if list.closedCount > 0 {
        Tag.span(.class("closed")) {
          "\(count(list.closedCount, "closed account", "closed accounts")) not listed"
        }
      }
    }
  }

  /// `1 row`, `2 rows`, thousands apart.
  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(grouped(count)) \(count == 1 ? one : many)"
  }

  /// `12,480`.
  static func grouped(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    var text = count < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
