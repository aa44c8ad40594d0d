import ConversationModel
import Markup
import TransportPorts

/// Who is in sight, beside the open channel or as a sheet.
enum PeopleAside {
  /// More rows than this are counted, not shown.
  static let rowsMax = 200

  static func html(_ screen: TalkScreen, _ context: PageContext) -> HTML {
    let regions = regions(screen)
    let isSheet = context.page == .people
    return HTML {
      if isSheet {
        Tag.a(
          .class("scrim people-scrim"), .href("/talk/mesh#to-people"), .set(.tabindex, "-1"),
          .aria("hidden", "true"))
      }
      Tag.aside(.class("aside people", isSheet ? "sheet" : ""), .aria("labelledby", "people-title")) {
        Tag.header(.class("bar")) {
          Tag.div(.class("titles"), .id("people-bar")) { regions[0].html }
          Tag.a(
            .class("icon-button"), .id("to-codes"), .href(PagePath.target(.verify(.mesh, .mine))),
            .aria("label", "Verify somebody: show or read a code"), .set(.title, "Verify somebody")
          ) { Icon.code.html() }
          Tag.a(
            .class("icon-button close"), .href("/talk/mesh#to-people"), .data("close", ""),
            .aria("label", "Close")
          ) { Icon.close.html() }
        }
        Tag.div(.class("scroll"), .id("people")) { regions[1].html }
      }
    }
  }

  static func regions(_ screen: TalkScreen) -> [Region] {
    let near = screen.directory.people.filter(\.peer.isConnected)
    let through = screen.directory.people.filter { !$0.peer.isConnected && $0.peer.isReachable }
    var rows = [heading("people-you", "You", icon: nil, count: nil), ownRow(screen)]
    for (id, title, icon, people) in [
      ("people-near", "In range", Icon.inRange, near),
      ("people-through", "Through others", Icon.mesh, through),
    ] where !people.isEmpty {
      rows.append(heading(id, title, icon: icon, count: people.count))
      rows += people.prefix(rowsMax).map { row($0, screen) }
      if people.count > rowsMax {
        rows.append(
          Fragment(.p, id: id + "-more", .class("more")) { "and \(people.count - rowsMax) more" })
      }
    }
    let title = Fragment(.h2, id: "people-title", .class("title")) {
      "People"
      Tag.span(.class("suffix number")) { "\(near.count + through.count)" }
    }
    return [Region("people-bar", [title]), Region("people", rows)]
  }

  private static func heading(_ id: String, _ title: String, icon: Icon?, count: Int?) -> Fragment {
    Fragment(.h3, id: id, .class("section-title", icon == nil ? "you" : "")) {
      if let icon { icon.html(.small) }
      title
      if let count { Tag.span(.class("number")) { "\(count)" } }
    }
  }

  private static func ownRow(_ screen: TalkScreen) -> Fragment {
    Fragment(
      .a, id: "person-own", .class("row person"), .href("/settings/you"),
      .aria("label", "\(DisplayNames.own(screen)), you. Change your name")
    ) {
      PersonTile.html(screen.own.nickname, colour: "self", size: "small")
      Tag.span(.class("name")) { Tag.bdi(.class("truncate")) { DisplayNames.own(screen) } }
      Tag.span(.class("marks")) { Icon.edit.html(.small) }
    }
  }

  private static func row(_ person: Person, _ screen: TalkScreen) -> Fragment {
    Fragment(
      .a, id: "person-\(person.address.text)", .class("row person other"),
      .href(PagePath.target(.conversation(.direct(person.address)))),
      .aria("label", description(person, screen))
    ) {
      PersonTile.html(
        person.name.name,
        colour: screen.colours.className(
          address: person.address, noiseKey: person.peer.noiseKey, name: person.name.name),
        size: "small")
      Tag.span(.class("name")) { NameLabel.html(person.name) }
      Tag.span(.class("marks")) {
        if screen.relations.favourites.contains(person.address) { Icon.starOn.html(.small) }
        TrustMark.html(screen.trust[person.address])
        if screen.relations.blocked.contains(person.address) { Icon.notSent.html(.small) }
        switch person.peer.session {
        case .established: Icon.lock.html(.small)
        case .handshaking: Tag.span(.class("turning")) { Icon.lock.html(.small) }
        case .none: HTML()
        }
        if !person.peer.isConnected, let hops = person.peer.hops {
          Tag.span(.class("number")) { "\(hops)\u{A0}\(hops == 1 ? "hop" : "hops")" }
        }
      }
    }
  }

  /// One name for the row, with everything the marks say.
  private static func description(_ person: Person, _ screen: TalkScreen) -> String {
    var parts = [person.name.text, person.peer.isConnected ? "in range" : "through others"]
    if let words = TrustMark.words(screen.trust[person.address]) { parts.append(words) }
    if screen.relations.favourites.contains(person.address) { parts.append("favourite") }
    if screen.relations.blocked.contains(person.address) { parts.append("blocked") }
    if !person.peer.isConnected, let hops = person.peer.hops {
      parts.append("\(hops) \(hops == 1 ? "hop" : "hops") away")
    }
    switch person.peer.session {
    case .established: parts.append("encrypted session")
    case .handshaking: parts.append("session is being secured")
    case .none: break
    }
    return parts.joined(separator: ", ") + ". Open private chat"
  }
}
