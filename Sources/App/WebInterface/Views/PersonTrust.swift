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
      if screen.trust[address] != .verified {
        Tag.p(.class("actions")) {
          Tag.a(.class("button primary"), .href(PagePath.target(.verify(.direct(address), .mine)))) {
            Icon.code.html(.small)
            "Verify"
          }
        }
      }
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
      level == .verified
      ? (.unverified, "Remove verification") : (.verified, "I compared the fingerprints")
    let favourite: (Judgement, String) =
      screen.relations.favourites.contains(address)
      ? (.unfavourite, "No favourite") : (.favourite, "Favourite")
    let block: (Judgement, String) =
      screen.relations.blocked.contains(address) ? (.unblocked, "Unblock") : (.blocked, "Block")
    return [verify, favourite, block]
  }
}
