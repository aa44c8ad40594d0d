import ConversationModel
import Markup
import TransportPorts

/// The sheet about one person: how they are reached, and the fingerprint to compare.
enum PersonDetails {
  /// `answer` is what came of a question that was asked without a script.
  static func html(
    _ screen: TalkScreen, _ context: PageContext, address: PeerAddress, answer: HTML = HTML()
  ) -> HTML {
    let person = screen.directory.person(address)
    let back = PagePath.target(.conversation(.direct(address)))
    return HTML {
      Tag.a(.class("scrim"), .href(back), .set(.tabindex, "-1"), .aria("hidden", "true"))
      Tag.section(
        .class("aside sheet details"), .set(.role, "dialog"), .aria("modal", "true"),
        .aria("labelledby", "details-title")
      ) {
        Tag.header(.class("bar")) {
          Tag.div(.class("titles")) {
            Tag.h2(.class("title"), .id("details-title")) { NameLabel.html(screen.title) }
            Tag.p(.class("subtitle")) { "Details" }
          }
          Tag.a(
            .class("icon-button close"), .href(back), .data("close", ""), .aria("label", "Close"),
            .flag(.autofocus, answer.isEmpty)
          ) { Icon.close.html() }
        }
        Tag.div(.class("scroll")) {
          Tag.div(.class("block")) {
            Tag.h3 { "How they are reached" }
            Tag.div(.id("person-reach")) { PersonReach.region(screen, context, address: address).html }
          }
          Tag.div(.class("block")) {
            Tag.h3 { "Try the way" }
            PersonReach.form(screen, context, address: address, answer: answer)
          }
          PersonTrust.block(screen, context, address: address)
          block("Their fingerprint", person?.peer.fingerprint ?? "", id: "their-fingerprint") {
            "Read it to each other. If every group is the same, nobody is in between."
          }
          block("Your fingerprint", screen.own.fingerprint, id: "own-fingerprint") {
            "This is what the other side must see for you."
          }
        }
      }
    }
  }

  /// A fingerprint in groups of four, four columns.
  static func groups(_ fingerprint: String, id: String) -> HTML {
    let digits = Array(fingerprint)
    return Tag.p(.class("fingerprint"), .id(id)) {
      for start in stride(from: 0, to: digits.count, by: 4) {
        Tag.span { String(digits[start..<min(start + 4, digits.count)]) }
      }
    }
  }

  static func block(
    _ title: String, _ fingerprint: String, id: String, @HTMLBuilder hint: () -> HTML
  ) -> HTML {
    Tag.div(.class("block")) {
      Tag.h3 { title }
      if fingerprint.isEmpty {
        Tag.p { "Not known yet. It comes with the first sign of life." }
      } else {
        groups(fingerprint, id: id)
        Tag.p { hint() }
      }
    }
  }
}
