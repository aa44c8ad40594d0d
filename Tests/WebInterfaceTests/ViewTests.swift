import AppState
import ConversationModel
import Testing
import TransportPorts

@testable import WebInterface

/// What is drawn: hostile names and texts stay text, controls have names, nothing is inline.
@Suite struct ViewTests {
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
    "</title></textarea><b>",
    "`x`", "&lt;b&gt;", "\u{202E}gnp.exe", "a\u{0}b", "<style>*{}</style>", "{{7*7}}", "javascript:alert(1)",
    String(repeating: "\u{301}", count: 10_000), String(repeating: "<", count: 3_000), "\u{200B}\u{2066}x",
  ]

  /// Pages on which names and texts of all kinds stand together.
  static let dense = [
    "/money overview", "/money/journal journal", "/money/accounts accounts", "/money no file",
  ]

  @Test func hostileNamesAndTextsStayTextOnEveryPage() throws {
    var failures: [String] = []
    for (index, text) in Self.hostile.enumerated() {
      // The first ones on every page; each of the others where names and texts of all kinds stand together.
      for (page, html) in try pages(name: text, text: text)
      where index < 2 || page == "/talk/mesh/people" || Self.dense.contains(page) {
        let scanner = PageScanner(html)
        if !scanner.problems.isEmpty {
          failures.append("\(page): \(scanner.problems.prefix(2)) for \(text.prefix(20))")
        }
        if !scanner.forbidden.isEmpty { failures.append("\(page): \(scanner.forbidden)") }
        let scripts = scanner.elements.filter { $0.name == "script" }.compactMap { $0.attributes["src"] }
        if !scripts.allSatisfy({ $0.hasPrefix("/assets/") }) { failures.append("\(page): \(scripts)") }
        if html.unicodeScalars.contains("\u{202E}") { failures.append("\(page): turned text") }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    print("VECTORS suite=web-hostile-text cases=\(Self.hostile.count)")
  }

  @Test func namesDoNotChangeWhichElementsAPageHas() throws {
    for text in Self.hostile.prefix(3) {
      for ((page, plain), (_, strange)) in zip(
        try pages(name: "ada", text: "hello"), try pages(name: text, text: "hello"))
      {
        #expect(
          PageScanner(plain).elements.map(\.name) == PageScanner(strange).elements.map(\.name),
          "\(page) with \(text)")
      }
    }
  }

  @Test func everyControlHasAName() throws {
    var failures: [String] = []
    for (page, html) in try pages(name: "ada", text: "hello") {
      for element in PageScanner(html).elements where ["input", "textarea"].contains(element.name) {
        let isHidden = ["hidden", "radio"].contains(element.attributes["type"])
        let isLabelled =
          element.attributes["aria-label"] != nil
          || html.contains("for=\"\(element.attributes["id"] ?? "-")\"")
        if !isHidden && !isLabelled { failures.append("\(page): \(element)") }
      }
      for wordless in Self.wordlessControls(html) { failures.append("\(page): \(wordless)") }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func everyPageHasOneHeadingOfTheFirstRankAndItsLandmarks() throws {
    for (page, html) in try pages(name: "ada", text: "hello") {
      let names = PageScanner(html).elements.map(\.name)
      #expect(names.count { $0 == "h1" } == 1, "\(page)")
      #expect(names.count { $0 == "main" } == 1, "\(page)")
      #expect(names.contains("nav"), "\(page)")
      let first = PageScanner(html).elements.first { $0.name == "a" }
      #expect(first?.attributes["href"] == "#main", "\(page)")
    }
  }

  @Test func idsAreUniqueOnEveryPage() throws {
    for (page, html) in try pages(name: "ada", text: "hello") {
      let ids = PageScanner(html).elements.compactMap { $0.attributes["id"] }
      let twice = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.map(\.key).sorted()
      #expect(twice.isEmpty, "\(page)")
    }
  }

  @Test func everyFragmentStandsDirectlyInItsRegion() throws {
    for (page, screen, context) in try screens(name: "ada", text: "hello") {
      let html = PageDrawing.html(screen, context).string
      let held = Self.holdings(html)
      let differences = PageDifference.messages(
        from: held, to: PageDrawing.regions(screen, context))
      #expect(differences.isEmpty, "\(page): \(differences.map(\.string))")
    }
  }

  @Test func onlyWebLinksBecomeLinksAndTheyTakeNothingAlong() {
    let html = MessageText.html(
      "see https://example.org/a?b=c&d and javascript:alert(1) ftp://example.org x", id: "t",
      mentions: [:]
    ).string
    let links = PageScanner(html).elements.filter { $0.name == "a" }
    #expect(links.map { $0.attributes["href"] } == ["https://example.org/a?b=c&amp;d"])
    #expect(links.first?.attributes["rel"] == "noopener noreferrer")
  }

  @Test func aMentionOfUsIsMarkedAndOneSharedByOthersIsNot() {
    let me = MessageText.html("hi @juno", id: "t", mentions: ["juno": "me"]).string
    #expect(me.contains(#"<span class="mention me">@juno</span>"#))
    let other = MessageText.html("hi @juno", id: "t", mentions: [:]).string
    #expect(other.contains(#"<span class="mention">@juno</span>"#))
  }

  @Test func longTextsAreFoldedAndCounted() {
    let lines = Array(repeating: String(repeating: "word ", count: 12), count: 42).joined(separator: "\n")
    let html = MessageText.html(lines, id: "t1", mentions: [:]).string
    #expect(html.contains("Show all 42 lines"))
    #expect(html.contains(#"data-fold="t1""#))
    #expect(!MessageText.html("short", id: "t2", mentions: [:]).string.contains("data-fold"))
  }

  @Test func deliveryStatesHaveWords() {
    let states: [(DeliveryState, Bool, String)] = [
      (.notSentYet, true, "Not sent yet"), (.sending, true, "Sending"), (.sending, false, "Waiting"),
      (.sent, true, "Sent"), (.carried, true, "Carried"),
      (.delivered(at: SampleScreens.now), true, "Delivered"),
      (.read(at: SampleScreens.now), true, "Read"), (.partiallyDelivered(reached: 3, total: 5), true, "3/5"),
      (.failed(reason: "the device did not answer"), true, "Not sent: the device did not answer"),
    ]
    for (state, inReach, word) in states {
      #expect(DeliveryWords.parts(state, peerInReach: inReach).word == word)
    }
  }

  @Test func rowIDsAreHarmlessWhateverThePeerChose() {
    #expect(
      TimelineView.rowID(MessageID("0198F2C0-AAAA-7000-8000-000000000001"))
        == "m-0198f2c0-aaaa-7000-8000-000000000001")
    for strange in ["a b", "\"><b>", "#x", String(repeating: "a", count: 200), "é"] {
      let id = TimelineView.rowID(MessageID(strange))
      #expect(id.count == 34 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    }
  }

  // MARK: Samples

  private func pages(name: String, text: String) throws -> [(String, String)] {
    try screens(name: name, text: text).map { ($0.0, PageDrawing.html($0.1, $0.2).string) }
  }

  private func screens(name: String, text: String) throws -> [(String, TalkScreen, PageContext)] {
    let address = try #require(SampleScreens.address(1))
    let key = ConversationKey.direct(address)
    var screen = SampleScreens.screen(
      [
        SampleScreens.peer(1, name, session: .established),
        SampleScreens.peer(2, name, connected: false, hops: 2, session: .handshaking),
      ], name: name)
    screen.problem = text
    screen.conversations += [
      SampleScreens.row(
        key, SampleScreens.message("c1", (1, name), text, minutesAgo: 9, in: key), screen, unread: 120)
    ]
    var result: [(String, TalkScreen, PageContext)] = []
    func add(_ page: Page, _ screen: TalkScreen) {
      result.append((PagePath.text(page), screen, SampleScreens.context(page)))
    }
    screen.timeline = SampleScreens.open(
      [
        SampleScreens.message("a1", (1, name), text, minutesAgo: 3_000),
        SampleScreens.message("a2", (3, name), text, minutesAgo: 9),
        SampleScreens.message("a3", nil, text, minutesAgo: 8),
        SampleScreens.message("strange <id>", (1, name), text, minutesAgo: 7),
        SampleScreens.message("a5", nil, text, minutesAgo: 6, kind: .system),
      ], unreadLine: "a2", unread: 3)
    for page in [Page.talk, .conversation(.mesh), .people] { add(page, screen) }
    let (own, third) = (
      try #require(SampleScreens.address(9)), try #require(SampleScreens.address(2))
    )
    screen.map = MeshMap(
      own: own, directory: screen.directory,
      pairs: [NeighbourPair(first: address, second: third, isConfirmed: true)], takenAt: SampleScreens.now)
    for page in [Page.links(nil), .links(third)] { add(page, screen) }
    screen.title = screen.directory.name(of: address)
    screen.timeline = SampleScreens.open([
      SampleScreens.message("b1", (1, name), text, minutesAgo: 4, in: key),
      SampleScreens.message("b2", nil, text, minutesAgo: 3, in: key, delivery: .read(at: SampleScreens.now)),
      SampleScreens.message("b3", nil, text, minutesAgo: 2, in: key, delivery: .failed(reason: text)),
    ])
    for page in [Page.conversation(key), .details(address)] { add(page, screen) }
    screen.draft = text
    add(.conversation(key), screen)
    screen.draft = ""
    screen.excerpt = Excerpt(
      messages: [SampleScreens.message("b1", (1, name), text, minutesAgo: 4, in: key)], hasEarlier: true,
      hasLater: true)
    add(.found(key, MessageID("b1")), screen)
    var action = SampleScreens.message("b4", (1, name), text, minutesAgo: 1, in: key)
    action.kind = .system
    screen.search = .found(
      SearchPage(messages: [action] + (screen.excerpt?.messages ?? []), next: SearchPosition(action)))
    add(.search(SearchAsked(text: text)), screen)
    screen.search = .failed(text)
    add(.search(SearchAsked(text: text, conversation: key)), screen)
    screen.timeline = SampleScreens.open([action])
    add(.conversation(key), screen)
    screen.timeline = SampleScreens.open([])
    add(.conversation(key), screen)
    for section in [nil, .you, .appearance, .reach] as [SettingsSection?] { add(.settings(section), screen) }
    var alone = SampleScreens.screen([], name: name)
    alone.status = TransportStatus(condition: .failed(text), links: 0)
    alone.timeline = SampleScreens.open([])
    add(.conversation(.mesh), alone)
    for (title, money, page) in SampleMoney.screens(name, text) {
      alone.money = money
      result.append(("\(PagePath.text(page)) \(title)", alone, SampleScreens.context(page)))
    }
    return result
  }

  /// Links and buttons without a word in them and without a label.
  private static func wordlessControls(_ html: String) -> [String] {
    var found: [String] = []
    for tag in ["a", "button"] {
      for piece in html.components("<\(tag) ") {
        guard let end = piece.firstRange(of: "</\(tag)>")?.lowerBound, let open = piece.firstIndex(of: ">")
        else {
          continue
        }
        let attributes = piece[..<open]
        var words = ""
        var isInside = false
        for character in piece[open..<end] {
          if character == "<" {
            isInside = true
          } else if character == ">" {
            isInside = false
          } else if !isInside {
            words.append(character)
          }
        }
        let isNamed = attributes.contains("aria-label=") || attributes.contains("aria-hidden=\"true\"")
        if !isNamed && words.allSatisfy(\.isWhitespace) { found.append(String(attributes)) }
      }
    }
    return found
  }

  /// What a page tells about itself in its first frame: the fragments with the element they stand in.
  private static func holdings(_ html: String) -> PageHoldings {
    var lines: [String] = []
    var open: [(name: String, id: String)] = []
    for piece in html.components("<").dropFirst() {
      if piece.hasPrefix("/") {
        _ = open.popLast()
        continue
      }
      guard let end = piece.firstIndex(of: ">"), !piece.hasPrefix("!") else { continue }
      let tag = piece[..<end]
      let id = tag.value(of: "id") ?? ""
      if let version = tag.value(of: "data-v") { lines.append("\(open.last?.id ?? "") \(id) \(version)") }
      if !tag.hasSuffix("/") { open.append((String(tag.prefix { $0 != " " }), id)) }
    }
    return PageHoldings(lines: lines.map { Substring($0) }) ?? PageHoldings()
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = Substring(self)
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}

extension Substring {
  fileprivate func value(of attribute: String) -> String? {
    guard let range = firstRange(of: " \(attribute)=\"") else { return nil }
    return String(self[range.upperBound...].prefix { $0 != "\"" })
  }
}
