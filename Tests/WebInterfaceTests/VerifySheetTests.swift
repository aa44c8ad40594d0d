import AppState
import ConversationModel
import Markup
import Networking
import QRCode
import Testing
import Timebase
import TransportPorts

@testable import WebInterface

/// What the sheet for being sure of somebody shows and says.
@Suite struct VerifySheetTests {
  @Test func theDrawingOfACodeIsReadAsTheText() throws {
    let symbol = try QRCode.symbol(of: "bitchat://verify?v=1&nick=ana")
    let side = symbol.size + 2 * QRSymbol.borderModules
    var shades = [UInt8](repeating: 255, count: side * side * 16)
    for rectangle in CodeDrawing.path(symbol).split(separator: "M") {
      let numbers = rectangle.split { !$0.isNumber }.compactMap { Int($0) }
      let (x, y, width) = (numbers[0], numbers[1], numbers[2])
      for row in y * 4..<y * 4 + 4 {
        for column in x * 4..<(x + width) * 4 { shades[row * side * 4 + column] = 0 }
      }
    }
    let picture = try GreyPicture(width: side * 4, height: side * 4, shades: shades)
    #expect(try QRCode.texts(in: picture) == ["bitchat://verify?v=1&nick=ana"])
    let html = CodeDrawing.html(symbol, id: "qr", title: "A <title>", description: "Words").string
    #expect(html.contains(#"<title id="qr-title">A &lt;title&gt;</title><desc id="qr-words">Words</desc>"#))
    #expect(
      html.contains(#"aria-labelledby="qr-title""#) && html.contains(#"viewBox="0 0 \#(side) \#(side)""#))
    #expect(html.contains(##"fill="#FFFFFF""##) && html.contains(##"fill="#0D1D27""##), "in every theme")
  }

  @Test func ourCodeIsShownAsPictureAndTextWithItsEnd() throws {
    let bob = try #require(SampleScreens.address(1))
    var screen = sample("bob")
    #expect(sheet(screen, .mine, bob).contains("There is no code yet"))
    screen.ownCode = VerificationCode(
      noiseKey: [UInt8](repeating: 4, count: 32), signingKey: [UInt8](repeating: 5, count: 32),
      nickname: "ana", npub: nil, madeAt: SampleScreens.now, nonce: [UInt8](repeating: 6, count: 16))
    let html = sheet(screen, .mine, bob)
    #expect(html.contains(">14:26</time>"), "five minutes after 14:21")
    #expect(html.contains("bitchat://verify?v=1&amp;noise=0404"))
    #expect(html.contains("<svg ") && html.contains("New code") && html.contains("Copy as text"))
    #expect(html.contains("Let bob scan this"))
  }

  @Test func theOutcomeFollowsWhatHappened() throws {
    let bob = try #require(SampleScreens.address(1))
    var screen = sample("bob")
    func words() -> String {
      WayTests.words(sheet(screen, .read, bob, onlyState: true).replacing("</p><p>", with: "|"))
    }
    #expect(words().hasPrefix("bob is not verified|"))
    screen.comparisons.step(.asked, of: bob, at: SampleScreens.now)
    #expect(words().hasPrefix("bob was asked for the proof|"))
    screen.comparisons.step(.refused("Why & how."), of: bob, at: SampleScreens.now)
    #expect(words() == "bob was not verified|Why &amp; how.")
    screen.comparisons.readOurs(bob, at: SampleScreens.now)
    screen.comparisons.step(.proven, of: bob, at: SampleScreens.now)
    screen.trust[bob] = .verified
    #expect(words() == "bob is verified|bob read your code at 14:21 as well.")
    screen.trust[bob] = nil
    screen.comparisons.forget(bob)
    screen.comparisons.readOurs(bob, at: SampleScreens.now)
    #expect(words().hasPrefix("bob read your code at 14:21|Read theirs too"))
  }

  @Test func comparingShowsBothFingerprintsAndTheDecision() throws {
    let bob = try #require(SampleScreens.address(1))
    var screen = sample("bob")
    let before = sheet(screen, .compare, bob)
    #expect(before.contains("Both are the same") && before.contains(#"value="verified""#))
    #expect(before.components(of: "<span>4b1e</span>") == 4)
    screen.trust[bob] = .verified
    let after = sheet(screen, .compare, bob)
    #expect(after.contains("Remove verification") && after.contains(#"value="unverified""#))
    let stranger = try #require(SampleScreens.address(7))
    screen.title = DisplayName(name: "7777")
    let unknown = sheet(screen, .compare, stranger)
    #expect(unknown.contains("Not known yet") && !unknown.contains("judgement"))
  }

  @Test func namesOfOthersAreTextEverywhere() throws {
    let name = "<b onclick=x>&\"'"
    let bob = try #require(SampleScreens.address(1))
    let screen = sample(name)
    for part in VerifyPart.allCases {
      #expect(!sheet(screen, part, bob).contains("<b onclick"), "\(part)")
    }
  }

  @Test func overTheOpenChannelItIsForWhoeversCodeComes() {
    let context = SampleScreens.context(.verify(.mesh, .read))
    let html = VerifySheet.html(SampleScreens.screen([]), context, key: .mesh, part: .read).string
    #expect(html.contains("somebody") && !html.contains("part=compare"))
    #expect(html.contains(#"action="/talk/mesh/verify""#))
  }

  @Test func everySheetHasAnAddress() throws {
    let bob = try #require(SampleScreens.address(1))
    for key in [ConversationKey.mesh, .direct(bob)] {
      for part in VerifyPart.allCases where part != .compare || key.isPrivate {
        #expect(PagePath.page(PagePath.text(.verify(key, part))) == .verify(key, part))
      }
    }
    #expect(PagePath.page("/talk/mesh/verify?part=compare") == .verify(.mesh, .mine))
    #expect(PagePath.page("/talk/mesh/verify?part=%00") == .verify(.mesh, .mine))
    #expect(PagePath.page("/talk/nobody/verify") == nil)
    func found(_ path: String, _ query: [(name: String, value: String)] = []) -> Route.Match {
      Route.match(method: "POST", path: path, query: query)
    }
    #expect(found("/talk/mesh/verify") == .found(.verify(.mesh)))
    #expect(found("/talk/mesh/verify/new") == .found(.makeCode(.mesh)))
    #expect(
      found("/talk/mesh/verify/picture", [("width", "40"), ("height", "x")])
        == .found(.verifyPicture(.mesh, Route.PictureSent(width: 40, height: 0))))
    #expect(found("/talk/mesh/verify/other") == .nothing && found("/talk/mesh/verify/new/x") == .nothing)
    #expect(found("/talk/nobody/verify") == .nothing)
    #expect(Route.match(method: "GET", path: "/talk/mesh/verify/picture") == .otherMethod)
  }

  // MARK: Parts

  private func sample(_ name: String) -> TalkScreen {
    var screen = SampleScreens.screen([SampleScreens.peer(1, name)])
    if let bob = SampleScreens.address(1) { screen.title = screen.directory.name(of: bob) }
    return screen
  }

  private func sheet(
    _ screen: TalkScreen, _ part: VerifyPart, _ peer: PeerAddress, onlyState: Bool = false
  ) -> String {
    let key = ConversationKey.direct(peer)
    let context = SampleScreens.context(.verify(key, part))
    return onlyState
      ? VerifySheet.region(screen, context, key: key).html.string
      : VerifySheet.html(screen, context, key: key, part: part).string
  }
}

extension String {
  /// How often a piece stands in it.
  fileprivate func components(of piece: String) -> Int { ranges(of: piece).count }
}
