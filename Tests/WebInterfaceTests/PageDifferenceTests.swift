import Markup
import Testing

@testable import WebInterface

/// The swaps that are sent turn what a page holds into what it should show.
@Suite struct PageDifferenceTests {
  @Test func nothingIsSentWhenNothingDiffers() {
    let regions = [region([1, 2, 3]), Region("empty", [])]
    #expect(PageDifference.messages(from: PageHoldings(regions), to: regions).isEmpty)
  }

  @Test func aNewMessageGoesBehindTheLastOneAndNothingElseIsTouched() {
    let messages = PageDifference.messages(from: PageHoldings([region([1, 2])]), to: [region([1, 2, 3, 4])])
    #expect(messages.count == 1)
    #expect(messages.first?.string.hasPrefix(#"<div hx-swap-oob="afterend:#r2"><li id="r3""#) == true)
  }

  @Test func theFirstMessageGoesIntoTheEmptyList() {
    let messages = PageDifference.messages(from: PageHoldings(), to: [region([1])])
    #expect(messages.first?.string.hasPrefix(#"<div hx-swap-oob="afterbegin:#rows"><li id="r1""#) == true)
  }

  @Test func aListInAnotherOrderIsReplacedAsAWhole() {
    let messages = PageDifference.messages(from: PageHoldings([region([1, 2, 3])]), to: [region([3, 1, 2])])
    #expect(messages.map(\.string).first == #"<div hx-swap-oob="innerHTML:#rows"></div>"#)
    #expect(messages.count == 2)
  }

  @Test func aPageFarBehindGetsThereInStepsThatFitItsSocket() {
    let long = String(repeating: "x", count: 60_000)
    let rows = (0..<100).map { number in Fragment(.li, id: "r\(number)") { long } }
    let wanted = Region("rows", rows)
    for held in [
      Region("rows", []), Region("rows", [rows[0], rows[50]]), Region("rows", [rows[5], rows[2]]),
    ] {
      let messages = PageDifference.messages(from: PageHoldings([held]), to: [wanted])
      #expect(messages.reduce(0) { $0 + $1.utf8.count } > 5_000_000)
      #expect(messages.allSatisfy { $0.utf8.count < LiveSocket.frameBytesMax + 1_000 })
      let result = apply(messages.map(\.string), to: held.fragments.map { $0.html().string }, wanted)
      #expect(result == wanted.fragments.map { $0.html().string })
    }
  }

  @Test func swapsTurnAnyPageIntoAnyOther() {
    var generator = CountingGenerator()
    for round in 0..<400 {
      let held = list(&generator)
      let wanted = list(&generator)
      let bytesMax = round.isMultiple(of: 2) ? PageDifference.messageBytesMax : 40
      let messages = PageDifference.messages(from: PageHoldings([held]), to: [wanted], bytesMax: bytesMax)
      let result = apply(messages.map(\.string), to: held.fragments.map { $0.html().string }, wanted)
      #expect(result == wanted.fragments.map { $0.html().string }, "round \(round)")
    }
  }

  @Test func aFirstFrameIsReadOrRefused() {
    #expect(PageHoldings(lines: ["rows r1 abc", "rows r2 def", "areas a 1"])?.regions["rows"]?.count == 2)
    for bad in [
      "", "rows r1", "rows r1 abc d", "rows  abc", "rows r1 <b>", "rows r#1 a",
      String(repeating: "a", count: 300),
    ] {
      #expect(PageHoldings(lines: [Substring(bad)]) == nil, "\(bad)")
    }
    let tooMany = (0...PageHoldings.entriesMax).map { Substring("rows r\($0) a") }
    #expect(PageHoldings(lines: tooMany) == nil)
    #expect(PageHoldings(lines: tooMany.dropLast()) != nil)
  }

  private func region(_ numbers: [Int], version: Int = 0) -> Region {
    Region("rows", numbers.map { number in Fragment(.li, id: "r\(number)") { "\(number) \(version)" } })
  }

  private func list(_ generator: inout CountingGenerator) -> Region {
    let count = Int.random(in: 0...8, using: &generator)
    var numbers = Array(0..<12).shuffled(using: &generator).prefix(count)
    if Int.random(in: 0...3, using: &generator) > 0 { numbers.sort() }
    var fragments: [Fragment] = []
    for number in numbers {
      let version = Int.random(in: 0...1, using: &generator)
      fragments.append(Fragment(.li, id: "r\(number)") { "\(number) \(version)" })
    }
    return Region("rows", fragments)
  }

  /// A slow twin of what the page's library does with a swap.
  private func apply(_ messages: [String], to start: [String], _ wanted: Region) -> [String] {
    func id(_ element: String) -> String {
      String(element.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }
    var page = start
    for message in messages {
      let oob =
        message.firstRange(of: "hx-swap-oob=\"").map {
          String(message[$0.upperBound...].prefix { $0 != "\"" })
        } ?? ""
      let inner = elements(message)
      if oob == "delete" {
        page.removeAll { id($0) == id(message) }
      } else if oob == "true" {
        page = page.map { id($0) == id(message) ? message.replacing(" hx-swap-oob=\"true\"", with: "") : $0 }
      } else if oob == "innerHTML:#rows" {
        page = inner
      } else if oob == "afterbegin:#rows" {
        page = inner + page
      } else if let place = page.firstIndex(where: { "afterend:#" + id($0) == oob }) {
        page.insert(contentsOf: inner, at: place + 1)
      } else {
        page.append("not applied: \(message)")
      }
    }
    return page
  }

  private func elements(_ message: String) -> [String] {
    message.split(separator: "<li").dropFirst().map { "<li" + $0.replacing("</div>", with: "") }
  }
}
