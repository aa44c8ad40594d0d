import ConversationModel
import Markup

/// What stands where messages would: nobody nearby yet, or nothing said yet.
enum EmptyTalk {
  /// Empty while there are messages.
  static func region(_ screen: TalkScreen, key: ConversationKey) -> Region {
    guard screen.timeline?.timeline.messages.isEmpty ?? true else { return Region("nobody", []) }
    if screen.timeline?.isFailed == true { return Region("nobody", [failed()]) }
    let fragment =
      switch key {
      case .mesh: screen.peopleNear.isEmpty ? nobody(screen) : quiet()
      case .direct: first(screen, key)
      }
    return Region("nobody", [fragment])
  }

  private static func nobody(_ screen: TalkScreen) -> Fragment {
    let network = Reach.localNetwork(screen)
    return Fragment(.div, id: "nobody-yet", .class("empty")) {
      Illustrations.horizon
      Tag.h2 { "Nobody nearby yet" }
      Tag.p(.class("explain")) {
        "Tern keeps looking. Start it on another computer in the same network, "
        "or under another profile here, and it appears by itself."
      }
      Tag.div(.class("card")) {
        Tag.div(.class("line")) {
          Tag.span(.class("tile soft")) { Icon.local.html() }
          Tag.p(.class("what")) {
            Reach.medium(screen)
            Tag.small { network.second }
          }
          Tag.span(.class("tag", network.tone)) { network.tag }
        }
      }
      Tag.p(.class("actions")) {
        if screen.own.nickname.hasPrefix("anon") {
          Tag.a(.class("button"), .href("/settings/you")) {
            Icon.edit.html(.small)
            "Choose your name"
          }
        }
        Tag.span(.class("hint")) {
          "To try it alone: "
          Tag.code { "make run PROFILE=bob" }
        }
      }
    }
  }

  private static func failed() -> Fragment {
    Fragment(.div, id: "failed", .class("empty")) {
      Icon.warn.html(.large)
      Tag.h2 { "The stored messages could not be read" }
      Tag.p(.class("explain")) {
        "They have not been changed. What is said from now on appears here; open the page again to try "
        "once more."
      }
    }
  }

  private static func quiet() -> Fragment {
    Fragment(.div, id: "quiet", .class("empty")) {
      Illustrations.horizon
      Tag.h2 { "Nothing said yet" }
      Tag.p(.class("explain")) { "What you write here reaches everybody nearby, whoever they are." }
    }
  }

  private static func first(_ screen: TalkScreen, _ key: ConversationKey) -> Fragment {
    let isVerified = key.peer.flatMap { screen.trust[$0] } == .verified
    return Fragment(.div, id: "first-words", .class("empty")) {
      Icon.lock.html(.large)
      Tag.h2 { "Only the two of you" }
      Tag.p(.class("explain")) {
        "Messages go encrypted from your device to theirs. "
        if isVerified {
          "You compared the keys, so nobody is in between."
        } else {
          "To be sure that nobody is in between, compare the keys once."
        }
      }
      if !isVerified {
        Tag.p(.class("actions")) {
          Tag.a(.class("button"), .href(PagePath.target(.verify(key, .mine)))) {
            Icon.code.html(.small)
            Tag.span {
              "Verify "
              Tag.bdi { screen.title.name }
            }
          }
        }
      }
    }
  }
}
