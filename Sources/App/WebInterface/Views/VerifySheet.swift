import AppState
import ConversationModel
import Markup
import QRCode
import TransportPorts

/// The parts of the sheet for being sure of somebody.
enum VerifyPart: String, Sendable, Hashable, CaseIterable {
  /// Our own code.
  case mine
  /// Somebody else's code: by camera, from a picture, or as text.
  case read
  /// Both fingerprints, to be compared by reading.
  case compare
}

/// The sheet for being sure of somebody: codes to show and to read, fingerprints to compare (chat-app 12).
///
/// Over the open channel it is for whoever's code comes; over a private conversation for that person alone.
enum VerifySheet {
  static func html(
    _ screen: TalkScreen, _ context: PageContext, key: ConversationKey, part: VerifyPart
  ) -> HTML {
    let back = PagePath.target(.conversation(key))
    return HTML {
      Tag.a(.class("scrim"), .href(back), .set(.tabindex, "-1"), .aria("hidden", "true"))
      Tag.section(
        .class("aside sheet details verify"), .id("verify-sheet"), .set(.role, "dialog"),
        .aria("modal", "true"), .aria("labelledby", "verify-title"), .data("part", part.rawValue)
      ) {
        Tag.header(.class("bar")) {
          Tag.div(.class("titles")) {
            Tag.h2(.class("title"), .id("verify-title")) {
              Tag.span { "Verify " }
              if key.isPrivate { NameLabel.html(screen.title) } else { "somebody" }
            }
            Tag.p(.class("subtitle")) { "Make sure nobody is in between" }
          }
          Tag.a(.class("icon-button close"), .href(back), .data("close", ""), .aria("label", "Close")) {
            Icon.close.html()
          }
        }
        Tag.div(.class("scroll")) {
          parts(key, current: part)
          Tag.div(.id("verify-state"), .set(.role, "status")) { region(screen, context, key: key).html }
          switch part {
          case .mine: mine(screen, context, key: key)
          case .read: VerifyReading.html(screen, context, key: key)
          case .compare: compare(screen, context, key: key)
          }
        }
      }
    }
  }

  /// Whose sheet it is, in words.
  static func name(_ screen: TalkScreen, _ key: ConversationKey) -> String {
    key.isPrivate ? screen.title.text : "the other person"
  }

  private static func parts(_ key: ConversationKey, current: VerifyPart) -> HTML {
    let shown: [(VerifyPart, String)] =
      [(.mine, "My code"), (.read, "Scan or paste")] + (key.isPrivate ? [(.compare, "Compare")] : [])
    return Tag.nav(.class("block"), .aria("label", "Ways to be sure")) {
      Tag.div(.class("segments")) {
        for (part, label) in shown {
          Tag.a(
            .id("verify-\(part.rawValue)"), .href(PagePath.target(.verify(key, part))),
            .aria("current", part == current ? "page" : nil)
          ) { label }
        }
      }
    }
  }

  // MARK: Our own code

  private static func mine(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> HTML {
    guard let code = screen.ownCode, let symbol = try? QRCode.symbol(of: code.text) else {
      return Tag.div(.class("block")) {
        Tag.p { "There is no code yet: Tern is still starting. Open this page again in a moment." }
      }
    }
    return Tag.div(.class("block own-code"), .data("over", "\(code.expiresAt.milliseconds)")) {
      CodeDrawing.html(
        symbol, id: "qr", title: "Your code",
        description: "A QR code for a camera. The same code stands below as text.")
      Tag.p(.class("centred"), .id("code-holds")) {
        key.isPrivate ? "Let \(screen.title.text) scan this from your screen. " : "Let them scan this. "
        "It holds until "
        Tag.time(.set(.datetime, context.times.machine(code.expiresAt))) {
          context.times.clock(code.expiresAt)
        }
        "."
      }
      Tag.p(.class("centred over"), .id("code-over"), .set(.role, "status"), .flag(.hidden)) {
        "This code is over and is not accepted any more. Make a new one."
      }
      Tag.div(.class("field")) {
        Tag.label(.set(.for, "own-code")) { "The same as text" }
        Tag.textarea(
          .class("input code-text"), .id("own-code"), .set(.rows, "3"), .flag(.readonly),
          .set(.spellcheck, "false")
        ) { code.text }
        Tag.p(.class("hint")) {
          "Send it in another way than this chat: whoever is in between could change it."
        }
      }
      actions(context, key)
    }
  }

  private static func actions(_ context: PageContext, _ key: ConversationKey) -> HTML {
    let target = LinkTarget.path("talk", key.text, "verify", "new")
    return Tag.form(.class("actions"), .set(.method, "post"), .action(target)) {
      Composer.tokenField(context)
      Tag.button(
        .class("button"), .set(.type, "button"), .flag(.hidden), .data("copy", "own-code"),
        .data("copied", "Copied"), .data("failed", "Select it and press Ctrl+C")
      ) {
        Icon.copy.html(.small)
        Tag.span { "Copy as text" }
      }
      Tag.button(.class("button quiet"), .set(.type, "submit")) {
        Icon.retry.html(.small)
        "New code"
      }
    }
  }

  // MARK: Fingerprints

  private static func compare(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> HTML {
    let name = screen.title.text
    let theirs = key.peer.flatMap { screen.directory.person($0) }?.peer.fingerprint ?? ""
    let isVerified = key.peer.flatMap { screen.trust[$0] } == .verified
    return HTML {
      PersonDetails.block("Fingerprint of \(name)", theirs, id: "their-fingerprint") {
        "Have \(name) read theirs aloud, face to face or on a call where you know the voice."
      }
      PersonDetails.block("Your fingerprint", screen.own.fingerprint, id: "own-fingerprint") {
        "Read it to \(name). Every group has to be the same on both screens."
      }
      if !theirs.isEmpty, let address = key.peer {
        Tag.form(
          .class("block"), .set(.method, "post"), .action(.path("talk", address.text, "trust")),
          .htmxPost(.path("talk", address.text, "trust")), .set(.hxSwap, "none")
        ) {
          Composer.tokenField(context)
          Tag.input(.set(.type, "hidden"), .set(.name, "back"), .set(.value, "compare"))
          Tag.p(.class("actions")) {
            Tag.button(
              .class("button", isVerified ? "" : "primary"), .set(.type, "submit"), .set(.name, "judgement"),
              .set(.value, (isVerified ? Judgement.unverified : .verified).rawValue),
              .aria("describedby", "trust-problem")
            ) { isVerified ? "Remove verification" : "Both are the same" }
          }
          if isVerified {
            Tag.p { "They lose the seal on this computer. They are not told." }
          }
          Composer.problemLine(id: "trust-problem")
        }
      }
    }
  }

  // MARK: How far it is

  /// What is known now, pushed while the sheet is open.
  static func region(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> Region {
    guard let address = key.peer else { return Region("verify-state", []) }
    let held = screen.comparisons[screen.directory.person(address)?.address ?? address]
    let words = words(
      held, isVerified: screen.trust[address] == .verified, name: screen.title.text, context)
    return Region(
      "verify-state",
      [
        Fragment(.div, id: "verify-words", .class("outcome", words.tone)) {
          words.icon.html()
          Tag.div {
            Tag.p(.class("what")) { words.head }
            Tag.p { words.second }
          }
        }
      ])
  }

  private struct Words {
    var tone: String
    var icon: Icon
    var head: String
    var second: String
  }

  private static func words(
    _ held: KeyComparison, isVerified: Bool, name: String, _ context: PageContext
  ) -> Words {
    let readOurs = held.readOursAt.map { "\(name) read your code at \(context.times.clock($0))" }
    if case .refused(let why)? = held.step {
      return Words(tone: "bad", icon: .warn, head: "\(name) was not verified", second: why)
    }
    if isVerified {
      return Words(
        tone: "good", icon: .sealOn, head: "\(name) is verified",
        second: readOurs.map { "\($0) as well." }
          ?? "The keys were compared. Let \(name) read your code too, so that both of you are sure.")
    }
    if held.step == .asked {
      return Words(
        tone: "", icon: .sending, head: "\(name) was asked for the proof",
        second: "It comes in a moment. If it does not, stay in reach of each other and use a new code.")
    }
    if let readOurs {
      return Words(
        tone: "good", icon: .check, head: readOurs,
        second: "Read theirs too, then both of you carry the seal.")
    }
    return Words(
      tone: "", icon: .seal, head: "\(name) is not verified",
      second: "Stand next to each other, and let each read the other's code.")
  }
}
