import AppState
import ConversationModel
import Testing
import Timebase
import TransportPorts

@testable import WebInterface

@Suite struct NotificationViewTests {
  @Test func thePageSaysWhatIsOnAndWhoShowsIt() {
    var screen = TalkScreen()
    let context = SampleScreens.context(.settings(.notifications))
    let off = PageDrawing.html(screen, context).string
    #expect(off.contains("There is no desktop session here"))
    #expect(off.contains(#"id="notices-desktop" name="desktop" value="1" checked"#))
    #expect(!off.contains(#"name="previews" value="1" checked"#), "hidden unless it was asked for")
    screen.desktop = .shows(by: "<b>\u{202E}")
    screen.notices.showsPreviews = true
    let on = PageDrawing.html(screen, context).string
    #expect(on.contains("Shown by &lt;b&gt;.") && on.contains("even while it is locked"))
  }

  @Test func whatIsToldStandsInThePageAsDataAndNothingElse() throws {
    var screen = TalkScreen()
    let key = ConversationKey.direct(try #require(SampleScreens.address(1)))
    let notice = Notice.directMessage(from: "\"><script>", text: "<b>", in: key)
    screen.told = ShownNotice(notice, number: 3, showsPreviews: true)
    for page in [Page.talk, .settings(nil), .money(OverviewQuery())] {
      let text = PageDrawing.html(screen, SampleScreens.context(page)).string
      #expect(text.contains(#"id="told-3""#) && text.contains(#"data-body="&lt;b&gt;""#))
      #expect(!text.contains("\"><script>") && text.contains("/talk/\(key.text)"))
      let regions = PageDrawing.regions(screen, SampleScreens.context(page))
      #expect(regions.contains { $0.id == "told" && $0.fragments.map(\.id) == ["told-3"] })
    }
    screen.told = nil
    let none = PageDrawing.html(screen, SampleScreens.context(.talk)).string
    #expect(none.contains(#"<div id="told" hidden></div>"#))
  }

  @Test func linksFromOutsideLeadToPagesAndACodeIsOnlyFilledIn() throws {
    let address = try #require(SampleScreens.address(1))
    for (link, page) in [
      (TernLink.talk, Page.talk), (.people, .people), (.person(address), .links(address)),
      (.settings, .settings(nil)),
    ] {
      #expect(PagePath.page(PagePath.target(of: link).text) == page)
    }
    #expect(PagePath.target(of: .airport("EDDF")).text == "/airports?airport=EDDF")
    let code = "bitchat://verify?nick=\"><script>"
    let target = PagePath.target(of: .verify(code: code)).text
    let start = "/talk/mesh/verify?part=read&code="
    #expect(target.hasPrefix(start + "bitchat%3A%2F%2Fverify%3Fnick%3D%22%3E%3Cscript%3E"))
    var screen = TalkScreen()
    screen.broughtCode = code
    let text = PageDrawing.html(screen, SampleScreens.context(.verify(.mesh, .read))).string
    #expect(text.contains("bitchat://verify?nick=&quot;&gt;&lt;script&gt;</textarea>"))
  }
}
