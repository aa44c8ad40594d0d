import AppState
import ConversationModel
import Markup
import TransportPorts

/// What the person decided about somebody, and the buttons that change it.
enum PersonTrust {
  static func block(_ screen: TalkScreen, _ context: PageContext, address: PeerAddress) -> HTML {
    let target = LinkTarget.path("talk", address.text, "trust")
    return Tag.div(.class("block"), .id("person-trust")) {
      Tag.h3 { "Whom you trust" }
      Tag.p { words(screen, address) }
      Tag.form(.set(.method, "post"), .action(target), .htmxPost(target), .set(.hxSwap, "none")) {
        Composer.tokenField(context)
        Tag.p(.class("actions")) {
          for choice in choices(screen, address) {
            Tag.button(
              .class("button"), .set(.type, "submit"), .set(.name, "judgement"),
              .set(.value, choice.judgement.rawValue), .aria("describedby", "trust-problem")
            ) { choice.label }
          }
        }
        Composer.problemLine(id: "trust-problem")
      }
    }
  }

  private static func words(_ screen: TalkScreen, _ address: PeerAddress) -> String {
    var parts: [String] =
      switch screen.trust[address] {
      case .verified: ["You compared the keys."]
      case .trusted: ["You chose to trust them; the keys were not compared."]
      case .vouched: ["Somebody you verified compared the keys."]
      case .unknown, .casual, nil: ["The keys were not compared."]
      }
    if screen.relations.favourites.contains(address) { parts.append("A favourite of yours.") }
    if screen.relations.favouritesOfTheirs.contains(address) { parts.append("You are one of theirs.") }
    if screen.relations.blocked.contains(address) { parts.append("Blocked: nothing of theirs is shown.") }
    return parts.joined(separator: " ")
  }

  private static func choices(
    _ screen: TalkScreen, _ address: PeerAddress
  ) -> [(judgement: Judgement, label: String)] {
    let level = screen.trust[address]
    let verify: (Judgement, String) =
      level == .verified ? (.unverified, "Keys not compared after all") : (.verified, "I compared the keys")
    let favourite: (Judgement, String) =
      screen.relations.favourites.contains(address)
      ? (.unfavourite, "No favourite") : (.favourite, "Favourite")
    let block: (Judgement, String) =
      screen.relations.blocked.contains(address) ? (.unblocked, "Unblock") : (.blocked, "Block")
    return [verify, favourite, block]
  }
}

/// Our own code to be copied, and the field for somebody else's.
enum CodeExchange {
  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    Tag.section(.id("codes")) {
      Tag.h2 { "Be sure of somebody" }
      Tag.div(.class("card")) {
        Tag.div(.class("block")) {
          Tag.div(.class("field")) {
            Tag.label(.set(.for, "own-code")) { "Your code" }
            Tag.input(.class("input"), .id("own-code"), .set(.value, screen.ownCode), .flag(.readonly))
          }
          Tag.p(.class("hint")) {
            "Give it to somebody next to you, in another way than this chat. It holds for five minutes; "
            "load the page anew for another."
          }
        }
        Tag.form(
          .class("block"), .id("verify-form"), .set(.method, "post"), .action("/settings/you/verify"),
          .htmxPost("/settings/you/verify"), .set(.hxSwap, "none")
        ) {
          Composer.tokenField(context)
          Tag.div(.class("field")) {
            Tag.label(.set(.for, "code")) { "Their code" }
            Tag.input(
              .class("input"), .id("code"), .set(.name, "code"), .flag(.required),
              .set(.autocomplete, "off"), .set(.spellcheck, "false"), .aria("describedby", "code-problem"))
            Composer.problemLine(id: "code-problem")
          }
          Tag.p(.class("actions")) {
            Tag.button(.class("button primary"), .set(.type, "submit")) { "Verify" }
          }
        }
      }
    }
  }
}
