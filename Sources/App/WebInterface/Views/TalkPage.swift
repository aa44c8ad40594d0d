import AppState
import ConversationModel
import Markup
import Text
import TransportPorts

/// Talk: the list, a conversation, and what stands beside it.
enum TalkPage {
  static func html(
    _ screen: TalkScreen, _ context: PageContext, key: ConversationKey, answer: HTML = HTML()
  ) -> HTML {
    let columns = HTML {
      ConversationPane.html(screen, context)
      main(screen, context, key: key)
      if key == .mesh { PeopleAside.html(screen, context) }
    }
    let modal: HTML =
      switch context.page {
      case .details(let address): PersonDetails.html(screen, context, address: address, answer: answer)
      case .verify(let key, let part): VerifySheet.html(screen, context, key: key, part: part)
      case .talk, .conversation, .people, .links, .search, .found, .settings, .money, .journal, .accounts,
        .airports:
        HTML()
      }
    return PageShell.html(
      screen, context, title: title(screen), columns: columns, modal: modal)
  }

  static func regions(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> [Region] {
    let source = TimelineView.Source(screen: screen, context: context, key: key)
    var regions = ConversationPane.regions(screen, context)
    regions += [header(screen, context, key: key), problems(screen, context), TimelineView.region(source)]
    regions.append(EmptyTalk.region(screen, key: key))
    if key == .mesh { regions += PeopleAside.regions(screen) }
    if case .details(let address) = context.page {
      regions.append(PersonReach.region(screen, context, address: address))
    }
    if case .verify(let key, _) = context.page {
      regions.append(VerifySheet.region(screen, context, key: key))
    }
    return regions
  }

  private static func title(_ screen: TalkScreen) -> String {
    let unread = screen.unreadTotal
    return (unread > 0 ? "(\(unread > 99 ? "99+" : "\(unread)")) " : "") + screen.title.text + " · Tern"
  }

  private static func main(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> HTML {
    let source = TimelineView.Source(screen: screen, context: context, key: key)
    let rows = TimelineView.region(source)
    return Tag.main(.class("main"), .id("main"), .set(.tabindex, "-1")) {
      Tag.header(.class("bar")) {
        Tag.a(
          .class("icon-button back narrow-only"), .id("to-list"), .href("/talk"),
          .aria("label", "Back to the list")
        ) { Icon.back.html() }
        Tag.div(.class("heading"), .id("heading")) { header(screen, context, key: key).html }
        actions(key)
      }
      PageNotices.html
      Tag.div(.id("problems")) { problems(screen, context).html }
      Tag.div(.class("stage")) {
        Tag.div(.class("timeline"), .id("timeline"), .set(.tabindex, "0"), .data("conversation", key.text)) {
          Tag.div(.class("nobody"), .id("nobody")) { EmptyTalk.region(screen, key: key).html }
          Tag.ol(
            .class("rows"), .id("rows"), .set(.role, "log"), .aria("live", "polite"),
            .aria("label", "Messages")
          ) { rows.html }
        }
        Tag.button(.class("jump"), .id("jump"), .set(.type, "button"), .flag(.hidden)) {
          "Latest"
          Tag.span(.class("count number"), .id("jump-count"), .flag(.hidden))
          Icon.down.html(.small)
        }
      }
      Composer.html(screen, context, key: key)
    }
  }

  @HTMLBuilder private static func actions(_ key: ConversationKey) -> HTML {
    switch key {
    case .mesh:
      Tag.a(
        .class("icon-button"), .id("to-links"), .href("/talk/mesh/links"),
        .aria("label", "Links: who is next to whom"), .set(.title, "Links")
      ) { Icon.mesh.html() }
      Tag.a(
        .class("icon-button narrow-only"), .id("to-people"), .href("/talk/mesh/people"),
        .aria("label", "People nearby")
      ) { Icon.group.html() }
    case .direct(let address):
      Tag.a(
        .class("icon-button"), .id("to-verify"), .href(PagePath.target(.verify(key, .mine))),
        .aria("label", "Verify: be sure who it is"), .set(.title, "Verify")
      ) { Icon.code.html() }
      Tag.a(
        .class("icon-button"), .id("to-details"), .href(PagePath.target(.details(address))),
        .aria("label", "Details and fingerprint")
      ) { Icon.info.html() }
    }
  }

  private static func header(_ screen: TalkScreen, _ context: PageContext, key: ConversationKey) -> Region {
    let heading = context.page == .talk ? Tag.p : Tag.h1
    switch key {
    case .mesh:
      let isAlone = screen.peopleNear.isEmpty
      return Region(
        "heading",
        [
          Fragment(.div, id: "heading-text", .class("titles")) {
            heading(.class("title")) { "Nearby" }
            Tag.p(.class("subtitle")) {
              if isAlone {
                "Looking for people"
              } else {
                Tag.span(.class("long")) { MeshWords.long(screen) }
                Tag.span(.class("short")) { MeshWords.short(screen) }
              }
            }
          }
        ])
    case .direct(let address):
      let person = screen.directory.person(address)
      let colour = screen.colours.className(
        address: address, noiseKey: person?.peer.noiseKey, name: screen.title.name)
      return Region(
        "heading",
        [
          Fragment(.div, id: "heading-text", .class("titles with-person")) {
            PersonTile.html(screen.title.name, colour: colour)
            Tag.div {
              heading(.class("title")) {
                NameLabel.html(screen.title)
                TrustMark.html(screen.trust[address])
              }
              availability(person?.peer, isVerified: screen.trust[address] == .verified)
            }
          }
        ])
    }
  }

  private static func availability(_ peer: TransportPeer?, isVerified: Bool) -> HTML {
    let (icon, place): (Icon, String) =
      switch peer {
      case .some(let peer) where peer.isConnected: (.inRange, "In range")
      case .some(let peer) where peer.isReachable: (.mesh, "Through others")
      case .some, .none: (.outOfReach, "Out of reach")
      }
    let session =
      switch peer?.session {
      case .established: isVerified ? " · verified" : " · encrypted"
      case .handshaking: " · securing"
      case .some(.none), nil: isVerified ? " · verified" : ""
      }
    return Tag.p(.class("subtitle"), .id("availability")) {
      icon.html(.tiny)
      place + session
    }
  }

  /// What does not work now, and what happened and stays until it is put away.
  private static func problems(_ screen: TalkScreen, _ context: PageContext) -> Region {
    var banners: [Fragment] = []
    if let problem = screen.problem {
      banners.append(
        Fragment(.div, id: "problem", .class("banner"), .set(.role, "status")) {
          Icon.warn.html()
          Tag.p { Text.displayText(problem) }
        })
    }
    if let notice = screen.notice {
      banners.append(
        Fragment(
          .div, id: "notice", .class("banner", screen.isNoticeGood ? "good" : ""), .set(.role, "status")
        ) {
          (screen.isNoticeGood ? Icon.check : Icon.warn).html()
          Tag.p { Text.displayText(notice) }
          Tag.form(
            .set(.method, "post"), .action("/notice/away"), .htmxPost("/notice/away"), .set(.hxSwap, "none")
          ) {
            Composer.tokenField(context)
            Tag.button(.class("button quiet"), .set(.type, "submit")) { "Put away" }
          }
        })
    }
    return Region("problems", banners)
  }
}

/// Banners that the page's own script shows: the connection to the program.
enum PageNotices {
  static let html = HTML {
    Tag.div(.class("banner"), .id("lost"), .set(.role, "status"), .flag(.hidden)) {
      Icon.outOfReach.html()
      Tag.p {
        "Tern does not answer. What you see stays, and goes on by itself when it is back. "
        "If you started it anew, open the link it printed."
      }
    }
    Tag.div(.class("banner good"), .id("back-online"), .set(.role, "status"), .flag(.hidden)) {
      Icon.check.html()
      Tag.p { "Tern answers again" }
    }
  }
}
