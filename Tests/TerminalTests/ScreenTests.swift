import AppState
import ConversationModel
import Testing
import TransportPorts

@testable import Terminal

@Suite struct ScreenTests {
  static let hostile = [
    "\u{1B}[2J\u{1B}[H", "\u{9B}31m", "\u{1B}]0;title\u{7}", "\u{1B}P+q544e\u{1B}\\", "\u{202E}gnp.exe",
    "\u{2066}\u{2067}abc", "a\u{0}b\u{8}\u{8}\u{8}c", "\r\rover", "\u{FEFF}\u{200B}\u{2060}",
    "x\u{E0041}\u{E007F}",
    String(repeating: "\u{301}", count: 500), "z" + String(repeating: "\u{489}", count: 500),
    String(repeating: "👩‍", count: 200), String(repeating: "﷽", count: 60), "\u{FFFE}\u{FFFF}", "\u{1160}ᄀ",
    String(repeating: "W", count: 500), String(repeating: "\n", count: 300), "שלום │ 14:21",
    "ـــ\u{061C}\u{200F}\u{200E}",
    "\u{2028}\u{2029}\u{85}", "🏴\u{E0067}\u{E0062}\u{E007F}", "e\u{338}\u{20D2}\u{FE0E}",
    "\u{1F468}\u{200D}\u{200D}\u{1F468}",
    "\u{7F}\u{80}\u{90}\u{9C}\u{9D}52;c;AAAA\u{9C}",
  ]

  /// Names and texts that try to break out, on screens of every small size.
  @Test func whateverIsWrittenOnlyOurOwnSequencesReachTheTerminal() throws {
    var failures: [String] = []
    for (number, text) in Self.hostile.enumerated() {
      let person = try SampleViews.person(number + 1, text + "n")
      let messages = [
        SampleViews.message(1, text, from: person), SampleViews.message(2, text + " end", from: person),
      ]
      var view = SampleViews.view(messages, people: [person])
      view.own.problems = [text]
      view.own.nickname = text
      view.conversations.append(
        TalkView.Conversation(
          key: .direct(person.address), title: text, unreadCount: 3, newestAt: SampleViews.now))
      for (columns, rows) in [(61, 9), (12, 5), (3, 3), (1, 1)] {
        var program = SampleViews.program(view, columns: columns, rows: rows)
        program.editor.insert(text)
        var writer = ScreenWriter(colours: true)
        let bytes = writer.bytes(for: ChatScreen.canvas(program, now: SampleViews.now))
        if !isOurs(bytes) { failures.append("\(text.debugDescription.prefix(40)) \(columns)×\(rows)") }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func everySizeIsDrawnAndNothingIsWiderThanTheScreen() throws {
    let bob = try SampleViews.person(1, "bob")
    let texts = ["hello 你好 there", String(repeating: "long ", count: 30), "👩‍🚀"]
    let messages = texts.enumerated().map { SampleViews.message($0, $1, from: $0 == 1 ? nil : bob) }
    let view = SampleViews.view(messages, people: [bob])
    for columns in [1, 2, 3, 4, 10, 11, 59, 60, 80] {
      for rows in [1, 2, 3, 4, 5, 7, 8, 24] {
        var program = SampleViews.program(view, columns: columns, rows: rows)
        _ = program.handle(
          .keys(Array(repeating: .text("你"), count: 40) + [.pageUp, .pageDown]), now: SampleViews.now)
        let canvas = ChatScreen.canvas(program, now: SampleViews.now)
        #expect(canvas.rows.count == rows && canvas.rows.allSatisfy { $0.count == columns })
        for row in canvas.rows {
          #expect(row.reduce(0) { $0 + ($1.glyph?.width ?? 0) } == columns, "\(columns)×\(rows)")
        }
        #expect((0..<rows).contains(canvas.cursor?.row ?? -1), "\(columns)×\(rows)")
      }
    }
  }

  @Test func onlyChangedRowsAreSent() throws {
    let bob = try SampleViews.person(1, "bob")
    var program = SampleViews.program(
      SampleViews.view([SampleViews.message(1, "hi", from: bob)], people: [bob]))
    var writer = ScreenWriter(colours: false)
    _ = writer.bytes(for: ChatScreen.canvas(program, now: SampleViews.now))
    _ = program.handle(.keys([.text("x")]), now: SampleViews.now)
    let bytes = writer.bytes(for: ChatScreen.canvas(program, now: SampleViews.now))
    #expect(bytes.count < 80, "one row and the cursor")
    #expect(writer.bytes(for: ChatScreen.canvas(program, now: SampleViews.now)).isEmpty)
    writer.forget()
    #expect(writer.bytes(for: ChatScreen.canvas(program, now: SampleViews.now)).count > 500)
  }

  @Test func withoutColoursNoColourIsSent() throws {
    let bob = try SampleViews.person(1, "bob")
    let program = SampleViews.program(
      SampleViews.view([SampleViews.message(1, "hi", from: bob)], people: [bob]))
    let canvas = ChatScreen.canvas(program, now: SampleViews.now)
    var plain = ScreenWriter(colours: false)
    var coloured = ScreenWriter(colours: true)
    #expect(!String(decoding: plain.bytes(for: canvas), as: UTF8.self).contains("38;5;"))
    #expect(String(decoding: coloured.bytes(for: canvas), as: UTF8.self).contains("38;5;"))
  }

  /// WCAG contrast of the cube's colours against both backgrounds a terminal may have.
  @Test func coloursCanBeReadOnLightAndOnDark() {
    func channel(_ level: Int) -> Double {
      let value = level == 0 ? 0 : Double(55 + 40 * level) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055)
    }
    func pow(_ base: Double) -> Double {
      // base^2.4 = (base^12)^(1/5), by Newton.
      let wanted = (0..<12).reduce(1.0) { product, _ in product * base }
      var root = 1.0
      for _ in 0..<200 {
        root -= (root * root * root * root * root - wanted) / (5 * root * root * root * root)
      }
      return root
    }
    for colour in Style.peopleColours + [Style.bad.colour ?? 0] {
      let place = Int(colour) - 16
      let light =
        0.2126 * channel(place / 36) + 0.7152 * channel(place / 6 % 6) + 0.0722 * channel(place % 6)
      #expect(1.05 / (light + 0.05) >= 4 && (light + 0.05) / 0.05 >= 4, "\(colour): \(light)")
    }
  }

  /// Whether the bytes are text without control characters and the sequences that `ScreenWriter` makes.
  private func isOurs(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        guard rest.popFirst() == "[" else { return false }
        let parameters = rest.prefix { $0.value < 0x40 }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst(), "HJKmlh".unicodeScalars.contains(final),
          parameters.allSatisfy({ "0123456789;?".unicodeScalars.contains($0) })
        else { return false }
        if final == "h" || final == "l", String(String.UnicodeScalarView(parameters)) != "?25" {
          return false
        }
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: return false
      case .format: if !["\u{200C}", "\u{200D}", "\u{200E}"].contains(scalar) { return false }
      default: if scalar.properties.isNoncharacterCodePoint { return false }
      }
    }
    return true
  }
}
