import AppState
import Ledger
import Markup

/// What comes: schedules by nearness (money 3).
enum MoneyScheduled {
  static func fragment(_ shown: Shown<ScheduledList>, _ context: PageContext) -> Fragment {
    Fragment(.section, id: "scheduled", .class("card"), .aria("labelledby", "scheduled-title")) {
      Tag.div(.class("head")) {
        Tag.h2(.id("scheduled-title")) { "Scheduled" }
        if let list = shown.value, list.count > 0 { badge(list) }
      }
      switch shown {
      case .loading: MoneyStates.reading()
      case .failed(let why):
        MoneyStates.failed("The schedules could not be read", why: why, page: context.page)
      case .ready(let list) where list.buckets.isEmpty:
        MoneyStates.nothing(.repeated, "Nothing scheduled", "This file has no entries that come again.")
      case .ready(let list):
        for bucket in list.buckets where bucket.bucket != .later { rows(bucket) }
        for bucket in list.buckets where bucket.bucket == .later { folded(bucket) }
      }
    }
  }

  private static func badge(_ list: ScheduledList) -> HTML {
    list.dueCount > 0
      ? Tag.span(.class("count number")) {
        MoneyPane.grouped(list.dueCount)
        Tag.span(.class("unseen")) { " due" }
      }
      : Tag.span(.class("count quiet number")) {
        MoneyPane.grouped(list.count)
        Tag.span(.class("unseen")) { " ahead" }
      }
  }

  private static func rows(_ bucket: ScheduledList.Bucket) -> HTML {
    HTML {
      Tag.h3(.class("bucket")) { bucket.title }
      list(bucket)
    }
  }

  /// What is more than a month ahead opens on request.
  private static func folded(_ bucket: ScheduledList.Bucket) -> HTML {
    Tag.details(.class("later")) {
      Tag.summary {
        "\(bucket.title): \(MoneyPane.count(bucket.rows.count + bucket.more, "entry", "entries"))"
      }
      list(bucket)
    }
  }

  private static func list(_ bucket: ScheduledList.Bucket) -> HTML {
    HTML {
      entries(bucket)
      if bucket.more > 0 {
        Tag.p(.class("second")) {
          Tag.a(.href(PagePath.target(.journal(everyScheduled)))) {
            "\(MoneyPane.count(bucket.more, "entry", "entries")) more in the journal"
          }
        }
      }
    }
  }

  private static var everyScheduled: JournalQuery {
    var query = JournalQuery(period: PeriodChoice(.all))
    query.kind = .scheduled
    return query
  }

  private static func entries(_ bucket: ScheduledList.Bucket) -> HTML {
    Tag.ul(.class("entries")) {
      for row in bucket.rows {
        Tag.li(.class("entry"), .id("schedule-\(row.id)")) {
          Tag.span(.class("tile")) { Icon.repeated.html() }
          Tag.span(.class("middle")) {
            Tag.span(.class("name truncate")) { name(row) }
            Tag.span(.class("second")) {
              Tag.span(.class(bucket.bucket == .overdue ? "late" : "")) { row.dueWords }
              " · "
              MoneyAmount.text(row.account)
              if !row.repeats.isEmpty { " · \(row.repeats)" }
            }
          }
          Tag.span(.class("end")) {
            MoneyAmount.html(row.amount)
            Tag.small { row.due }
          }
        }
      }
    }
  }

  private static func name(_ row: ScheduledList.Row) -> HTML {
    row.title.isEmpty ? HTML(text: "No payee") : MoneyAmount.text(row.title)
  }
}
