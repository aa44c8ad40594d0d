import AppState
import Aviation
import Markup
import Text

/// The parts of an airport's detail that are texts: notice and AIP, rules of the country, the person's note.
enum AirportTextsView {
  static func aip(_ detail: AirportDetailScreen) -> HTML {
    HTML {
      if let notice = detail.notice { Tag.div(.class("part")) { card(notice) } }
      if detail.sections.isEmpty {
        MoneyStates.nothing(
          .notice, "Not in this database",
          "No AIP texts of \(detail.icao). Look into the AIP of \(AirportsPage.line(detail.country))."
        )
      }
      for section in detail.sections {
        Tag.section(.class("part aip")) {
          Tag.h3 { section.title }
          Tag.dl {
            for entry in section.entries {
              Tag.div {
                Tag.dt { Tag.bdi { AirportsPage.line(entry.name) } }
                Tag.dd { Tag.bdi { Text.displayText(entry.value) } }
                if let original = entry.original {
                  Tag.dd(.class("also")) { Tag.bdi { Text.displayText(original) } }
                }
              }
            }
          }
        }
      }
      if !detail.aipSource.isEmpty {
        Tag.p(.class("part meta")) { Tag.bdi { AirportsPage.line(detail.aipSource) } }
      }
    }
  }

  private static func card(_ notice: NoticeScreen) -> HTML {
    Tag.div(.class("notice-card")) {
      Icon.customs.html()
      Tag.p(.class("top")) {
        Tag.span { notice.title }
        if let easiness = notice.easiness { Tag.span(.class("tag", notice.tone)) { easiness } }
      }
      let more = [notice.summary, notice.hours ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
      if !more.isEmpty { Tag.p { Tag.bdi { AirportsPage.line(more) } } }
      if !notice.contacts.isEmpty {
        Tag.p(.class("chips procedures")) {
          for contact in notice.contacts {
            Tag.span(.class("chip")) {
              if !contact.contains("@") { Icon.phone.html(.tiny) }
              Tag.bdi { AirportsPage.line(contact) }
            }
          }
        }
      }
      if let doubt = notice.doubt {
        Tag.p(.class("doubt")) {
          Icon.warn.html(.tiny)
          doubt
        }
      }
    }
  }

  // MARK: Rules

  static func rules(_ detail: AirportDetailScreen) -> HTML {
    let categories = detail.rules ?? []
    return HTML {
      if categories.isEmpty {
        MoneyStates.nothing(
          .list, "Not in this database", "The file of rules has none of \(AirportsPage.line(detail.country))."
        )
      }
      for category in categories {
        Tag.section(.class("part rules")) {
          Tag.h3 { Tag.bdi { AirportsPage.line(category.name) } }
          for rule in category.rules {
            Tag.details {
              Tag.summary { Tag.bdi { AirportsPage.line(rule.question) } }
              Tag.div(.class("answer")) {
                Tag.div(.class("words"), .set(.dir, "auto")) { answer(rule.answer) }
                for link in rule.links {
                  if let target = LinkTarget(checking: link) {
                    Tag.p {
                      Tag.a(.href(target), .set(.rel, "noreferrer noopener"), .set(.target, "_blank")) {
                        link
                      }
                    }
                  }
                }
                if !rule.reviewed.isEmpty { Tag.p(.class("meta")) { "Reviewed \(rule.reviewed)" } }
              }
            }
          }
        }
      }
    }
  }

  /// An answer with its own marks.
  static func answer(_ pieces: [AnswerMarkup]) -> HTML {
    HTML { for piece in pieces { answer(piece) } }
  }

  /// Marks are ours, text and addresses are escaped: nothing of a file becomes markup of the page.
  private static func answer(_ piece: AnswerMarkup) -> HTML {
    switch piece {
    case .text(let text): return HTML { Text.displayText(text) }
    case .lineBreak: return Tag.br()
    case .mark(let mark, let inside): return tag(mark).element([], content: answer(inside))
    case .link(let address, let inside):
      guard let target = LinkTarget(checking: address) else { return answer(inside) }
      return Tag.a(.href(target), .set(.rel, "noreferrer noopener"), .set(.target, "_blank")) {
        answer(inside)
      }
    }
  }

  private static func tag(_ mark: AnswerMarkup.Mark) -> Tag {
    switch mark {
    case .bold: .b
    case .strong: .strong
    case .italic, .emphasis: .em
    case .paragraph: .p
    case .list: .ul
    case .numberedList: .ol
    case .item: .li
    }
  }

  // MARK: Note

  static func note(_ detail: AirportDetailScreen, _ context: PageContext) -> HTML {
    Tag.div(.class("part")) {
      Tag.form(
        .class("note-form"), .id("note-form"), .set(.method, "post"), .action("/airports/note"),
        .htmxPost("/airports/note"), .set(.hxSwap, "none")
      ) {
        Composer.tokenField(context)
        AirportDetailView.hidden("icao", detail.icao)
        AirportDetailView.hidden("tab", AirportTab.notes.rawValue)
        Tag.div(.class("field")) {
          Tag.label(.set(.for, "note")) { "Your note about \(detail.icao)" }
          Tag.textarea(
            .class("input"), .id("note"), .set(.name, "note"), .set(.rows, "8"),
            .set(.maxlength, "\(AirportDomain.noteCharactersMax)"),
            .aria("describedby", "note-problem note-hint")
          ) { detail.note }
          Composer.problemLine(id: "note-problem")
          Tag.p(.class("hint"), .id("note-hint")) { "Kept sealed on this computer; nobody else sees it." }
        }
        Tag.p(.class("actions")) {
          Tag.button(.class("button"), .id("save-note"), .set(.type, "submit")) { "Save the note" }
        }
      }
    }
  }
}
