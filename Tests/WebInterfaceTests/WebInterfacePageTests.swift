import AppState
import Testing
import Timebase

@testable import WebInterface

@Suite struct WebInterfacePageTests {
  @Test func theExampleOfTheModulesPageHolds() {
    let times = TimeWords(now: Timestamp(milliseconds: 0))
    let context = PageContext(page: .conversation(.mesh), times: times)
    var screen = TalkScreen()
    let before = PageHoldings(PageDrawing.regions(screen, context))
    screen.own.nickname = "<juno>"
    let changes = PageDifference.messages(from: before, to: PageDrawing.regions(screen, context))
    let swaps = changes.map(\.string).joined()  // only what shows our name, with &lt;juno&gt;
    #expect(changes.count == 2)
    #expect(swaps.contains("&lt;juno&gt;") && !swaps.contains("<juno>"))
  }
}
