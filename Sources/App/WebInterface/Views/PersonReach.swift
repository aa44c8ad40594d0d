import ConversationModel
import Markup
import TransportPorts

/// The way to one person: what is known of it, and two questions about it.
enum PersonReach {
  /// What is known, and changes while the page is open.
  static func region(_ screen: TalkScreen, _ context: PageContext, address: PeerAddress) -> Region {
    let peer = screen.directory.person(address)?.peer
    return Region(
      "person-reach",
      [
        Fragment(.dl, id: "person-reach-facts", .class("facts")) {
          fact("Reach") {
            place(peer).icon.html(.small)
            place(peer).words
          }
          if let peer {
            fact("Direct links") { links(peer.links, medium: Reach.medium(screen)) }
            fact("Session") { session(peer.session) }
            fact("Key") { key(peer.session) }
            fact("Last heard") {
              Tag.time(
                .class("number"), .set(.datetime, context.times.machine(peer.lastSeen))
              ) { context.times.short(peer.lastSeen) }
            }
          }
          fact("Address") { Tag.code { address.text } }
        }
      ])
  }

  /// The questions, and the place of the answer. Without a script the answer comes with the whole page.
  static func form(
    _ screen: TalkScreen, _ context: PageContext, address: PeerAddress, answer: HTML
  ) -> HTML {
    let path = PagePath.target(.details(address))
    return Tag.form(
      .class("ask"), .id("way-form"), .set(.method, "post"), .action(path),
      .htmxPost(path.query("part", "answer")),
      .set(.hxTarget, "#way-answer"), .set(.hxSwap, "innerHTML"), .set(.hxSync, "this:drop"),
      .data("asking", "way-answer")
    ) {
      Composer.tokenField(context)
      Tag.p(.class("actions")) {
        for question in WayQuestion.allCases {
          Tag.button(
            .class("button"), .id("ask-\(question.rawValue)"), .set(.type, "submit"), .set(.name, "ask"),
            .set(.value, question.rawValue), .aria("describedby", "way-hint")
          ) { question.label }
        }
      }
      Tag.div(
        .class("answer"), .id("way-answer"), .set(.role, "status"), .aria("live", "polite"),
        .set(.tabindex, "-1"), .flag(.autofocus, !answer.isEmpty)
      ) { answer }
      Tag.p(.class("hint"), .id("way-hint")) {
        "A ping asks their device for a sign of life. The way is what devices say of themselves; nothing "
        "is sent for it."
      }
    }
  }

  private static func fact(_ name: String, @HTMLBuilder value: () -> HTML) -> HTML {
    Tag.div {
      Tag.dt { name }
      Tag.dd { value() }
    }
  }

  private static func place(_ peer: TransportPeer?) -> (icon: Icon, words: String) {
    switch peer {
    case .some(let peer) where peer.isConnected: (.inRange, "In range")
    case .some(let peer) where peer.isReachable:
      (.mesh, "Through others" + (peer.hops.map { ", \(WayAnswer.count($0))" } ?? ""))
    case .some, .none: (.outOfReach, "Out of reach")
    }
  }

  private static func links(_ links: [TransportPeer.Link], medium: String) -> String {
    let kinds: [(TransportPeer.Link, String)] = [
      (.openedHere, "opened by you"), (.openedThere, "opened by them"),
    ]
    let words = kinds.compactMap { kind, words -> String? in
      let count = links.count { $0 == kind }
      return count == 0 ? nil : count == 1 ? words : "\(count) \(words)"
    }
    return words.isEmpty ? "None" : medium + ", " + words.joined(separator: " and ")
  }

  private static func session(_ session: TransportPeer.Session) -> String {
    switch session {
    case .none: "None yet. It begins with the first message."
    case .handshaking: "Being secured"
    case .established: "Encrypted"
    }
  }

  private static func key(_ session: TransportPeer.Session) -> String {
    switch session {
    case .none, .handshaking: "Announced, not proved in a session yet"
    case .established: "Proved in this session"
    }
  }
}

/// What can be asked about the way to somebody.
enum WayQuestion: String, Sendable, CaseIterable {
  case ping, trace

  /// On the button.
  var label: String {
    switch self {
    case .ping: "Ping"
    case .trace: "Show the way"
    }
  }
}

/// What came of a question.
enum WayAnswer: Sendable, Equatable {
  /// A ping, and whether anybody was connected when it was to leave.
  case ping(PingOutcome, hasLinks: Bool)
  /// Who stands between, by name; `nil` where no way is known.
  case trace([DisplayName]?)
  /// It could not be asked, with the reason.
  case refused(String)

  /// In words; names are those of others.
  func html(about name: DisplayName) -> HTML {
    switch self {
    case .ping(.answered(let milliseconds, let hops), _):
      line(.check, "good") {
        NameLabel.html(name)
        " answered in \(milliseconds)\u{A0}ms"
        hops.map { " over \(Self.count($0))." } ?? "; over how many hops is not known."
      }
    case .ping(.noReply, _):
      line(.outOfReach, "") {
        "No answer within 10 seconds. "
        NameLabel.html(name)
        " may be out of reach. A device answers five pings in ten seconds and leaves the others out."
      }
    case .ping(.notSent, hasLinks: false):
      line(.outOfReach, "") { "Not asked: nobody is connected. Tern goes on looking by itself." }
    case .ping(.notSent, hasLinks: true):
      line(.warn, "") { "Not asked: too many pings wait for their answers. Try again in ten seconds." }
    case .trace(nil):
      line(.outOfReach, "") {
        "No way is known now. Devices say every half a minute whom they are next to."
      }
    case .trace([]?):
      line(.inRange, "good") {
        "Direct: nobody is between you and "
        NameLabel.html(name)
        "."
      }
    case .trace(let between?):
      line(.mesh, "good") {
        "You"
        for station in between + [name] {
          " → "
          NameLabel.html(station)
        }
        ", \(Self.count(between.count + 1))."
      }
    case .refused(let reason): line(.warn, "") { reason }
    }
  }

  /// `1 hop`, `2 hops`.
  static func count(_ hops: Int) -> String { "\(hops)\u{A0}\(hops == 1 ? "hop" : "hops")" }

  private func line(_ icon: Icon, _ tone: String, @HTMLBuilder words: () -> HTML) -> HTML {
    Tag.p(.class("line", tone)) {
      icon.html(.small)
      Tag.span { words() }
    }
  }
}
