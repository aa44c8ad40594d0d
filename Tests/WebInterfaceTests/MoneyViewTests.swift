import AppState
import Ledger
import Testing

@testable import WebInterface

/// The pages of Money: what each state looks like and what every row carries.
@Suite struct MoneyViewTests {
  @Test func anEmptyListAndAFailedOneNeverLookAlike() {
    let empty = page("journal empty")
    let failed = page("journal failed")
    #expect(empty.contains("Nothing matches") && !empty.contains("could not be read"))
    #expect(failed.contains("The journal could not be read") && failed.contains("Try again"))
    #expect(!failed.contains("Nothing matches"))
    #expect(page("journal loading").contains("aria-busy=\"true\""))
    let parts = page("overview failed")
    for word in [
      "figures could not", "last days could not", "newest entries could not", "schedules could not",
    ] {
      #expect(parts.contains(word))
    }
    #expect(page("accounts failed").contains("The accounts could not be read"))
  }

  @Test func whatMatchesNothingNamesTheFilterAndOffersToClearIt() {
    let html = page("journal empty")
    #expect(html.contains("No entry has all of: ada, “hello”."))
    #expect(html.contains("id=\"clear-filters\""))
  }

  @Test func aRowCarriesEveryMark() throws {
    let html = page("journal")
    let row = try #require(html.piece(from: "id=\"row-t9\"", to: "</tr>"))
    #expect(html.contains("class=\"line void future\""))
    for part in [
      "Planned", "Tag ", ">trip<", "Something is attached", "Split in 2", ">Void<", "Balance after it ",
      "€99.00",
      "ada + 1", "$13.00", "№ ",
    ] {
      #expect(row.contains(part), "\(part)")
    }
    let schedule = try #require(html.piece(from: "id=\"row-s3\"", to: "</tr>"))
    for part in ["Scheduled", "In 3 days", "Follow up", "Transfer "] {
      #expect(schedule.contains(part), "\(part)")
    }
    #expect(html.contains("No payee"))
  }

  @Test func incomeIsNotTheOnlyThingColourSays() throws {
    let row = try #require(page("journal").piece(from: "id=\"row-t1\"", to: "</tr>"))
    #expect(row.contains("Income ") && row.contains("class=\"amount income\""))
  }

  @Test func theTableBehindTheChartCarriesItsNumbers() throws {
    let table = try #require(
      page("overview").piece(from: "<table class=\"plain\" data-chart=\"bars\"", to: "</table>"))
    #expect(table.contains("data-value=\"9.5\"") && table.contains("data-value=\"3.25\""))
    #expect(table.contains("<caption>") && table.contains("scope=\"col\"") && table.contains("scope=\"row\""))
    #expect(table.contains("data-label=\"14/5\""))
  }

  @Test func figuresSayWhichWayTheyWentInWordsToo() {
    let html = page("overview")
    #expect(html.contains("<span class=\"unseen\">up </span>1.8 %"))
    #expect(html.contains("All 1,234 in Journal"))
    #expect(html.contains("-<span class=\"sign\">€</span>1,234.50"))
  }

  @Test func aProblemStandsAtItsField() {
    let open = page("no file")
    #expect(open.contains("id=\"open-path-hint\" role=\"alert\""))
    #expect(open.contains("aria-invalid=\"true\" aria-describedby=\"open-path-hint\" autofocus"))
    #expect(!open.contains("id=\"create-path-hint\" role=\"alert\""))
    #expect(page("no new file").contains("id=\"create-path-hint\" role=\"alert\""))
  }

  @Test func earlierRowsComeWithoutFragmentsAndAskForMore() {
    let context = SampleScreens.context(.journal(JournalQuery()))
    let html = MoneyPage.earlier(.ready(SampleMoney.rows("ada", "hello")), context).string
    #expect(!html.contains("data-v="))
    #expect(html.contains("hx-get=\"/money/journal/earlier?"))
    #expect(html.contains("hx-target=\"closest .earlier-place\""))
    #expect(MoneyPage.earlier(.failed("why"), context).string.contains("Try again"))
    let last = JournalRows(days: SampleMoney.rows("ada", "x").days, earlier: nil, state: "a")
    #expect(MoneyPage.earlier(.ready(last), context).string.contains("These are all."))
  }

  @Test func pagesOfOtherAreasDoNotLoadTheCharts() {
    #expect(page("overview").contains("/assets/charts.js"))
    var screen = SampleScreens.screen([])
    screen.timeline = SampleScreens.open([])
    let talk = PageDrawing.html(screen, SampleScreens.context(.conversation(.mesh))).string
    #expect(!talk.contains("charts.js"))
  }

  @Test func noPageOfMoneyLinksToOnesThatAreNotThere() {
    var dead: [String] = []
    for (name, money, page) in SampleMoney.screens("ada", "hello") {
      for element in PageScanner(html(money, page)).elements where element.name == "a" {
        guard let href = element.attributes["href"]?.replacing("&amp;", with: "&"), href.hasPrefix("/") else {
          continue
        }
        if PagePath.page(href) == nil { dead.append("\(name): \(href)") }
      }
    }
    #expect(dead.isEmpty, "\(dead)")
  }

  @Test func anotherKindOfPageIsLoadedAnew() throws {
    let context = SampleScreens.context(.money(OverviewQuery()))
    var screen = SampleScreens.screen([])
    screen.money = MoneyScreen(file: .opening(OpeningFile(path: "/a", name: "a", isCreating: false)))
    let before = PageHoldings(PageDrawing.regions(screen, context))
    screen.money = MoneyScreen(
      file: SampleMoney.file("a"), accounts: .ready(SampleMoney.accounts("a")),
      content: .overview(SampleMoney.overview("a", "b")))
    let swaps = PageDifference.messages(from: before, to: PageDrawing.regions(screen, context)).map(\.string)
    #expect(swaps.allSatisfy { $0.contains("kind") } && swaps.contains { $0.contains("kind-overview") })
  }

  private func page(_ name: String) -> String {
    SampleMoney.screens("ada", "hello").first { $0.0 == name }.map { html($0.1, $0.2) } ?? ""
  }

  private func html(_ money: MoneyScreen, _ page: Page) -> String {
    var screen = SampleScreens.screen([])
    screen.money = money
    return PageDrawing.html(screen, SampleScreens.context(page)).string
  }
}

extension String {
  /// From the first of the one to the next of the other.
  fileprivate func piece(from start: String, to end: String) -> Substring? {
    guard let begin = firstRange(of: start), let stop = self[begin.upperBound...].firstRange(of: end) else {
      return nil
    }
    return self[begin.lowerBound..<stop.lowerBound]
  }
}
