import Foundation
import Testing
import Text

@Suite struct NormalFormTests {
  @Test func formsComposeAndDecompose() {
    #expect(scalars(Text.nfc("e\u{301}")) == [0xE9])
    #expect(scalars(Text.nfd("é")) == [0x65, 0x301])
    #expect(scalars(Text.nfc("\u{1112}\u{1161}\u{11AB}")) == [0xD55C])
    #expect(scalars(Text.nfc("\u{212B}")) == [0xC5])
    #expect(Text.nfc("plain") == "plain")
    #expect(Text.nfc("") == "")
  }

  /// Foundation alone drops what does not fit its buffer, here everything after the 31st.
  @Test func longRunsKeepEveryMark() {
    for count in [1, 16, 17, 31, 32, 100] {
      let text = "a" + String(repeating: "\u{344}", count: count) + "z"
      #expect(scalars(Text.nfd(text)).count == 2 * count + 2, "\(count) marks")
      #expect(scalars(Text.nfc(text)).count == 2 * count + 1, "\(count) marks")
      let stacked = "\u{F40}" + String(repeating: "\u{F73}", count: count)
      #expect(
        scalars(Text.nfd(stacked))
          == [0xF40] + [UInt32](repeating: 0xF71, count: count) + [UInt32](repeating: 0xF72, count: count))
    }
  }

  @Test func theOrderOfMarksOfDifferentClassesDoesNotMatter() {
    var random = Numbers(seed: 1)
    let marks: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{327}", "\u{5B0}", "\u{345}", "\u{F71}"]
    for count in [2, 10, 16, 17, 40, 300] {
      let run = (0..<count).map { _ in marks[Int(random.next() % UInt64(marks.count))] }
      let shuffled = run.shuffled(using: &random)
      let forms = [run, shuffled].map { scalars(Text.nfc("o" + string($0) + "x")) }
      #expect(forms[0] == forms[1], "\(count) marks")
      #expect(scalars(Text.nfd("o" + string(run))).count == count + 1)
    }
  }

  /// A quadratic sort would take minutes.
  @Test(.timeLimit(.minutes(1)))
  func hostileRunsTakeLinearTime() {
    let text = "a" + String(repeating: "\u{301}\u{323}", count: 50_000) + "z"
    #expect(Text.nfc(text).unicodeScalars.count == 100_001)
    #expect(Text.nfd(text).unicodeScalars.count == 100_002)
    #expect(Text.folded(text).unicodeScalars.count == 100_001)
    #expect(Text.displayName(text).unicodeScalars.count == 5)
    #expect(Text.displayText(text).unicodeScalars.count == 10)
    #expect(Text.split(text, utf8BytesMax: 200).allSatisfy { $0.utf8.count <= 200 })
  }

  @Test func foldedKeysIgnoreCaseOnly() {
    for (left, right) in [
      ("ABC", "abc"), ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("É", "e\u{301}"), ("ﬁ", "FI"),
    ] {
      #expect(Text.folded(left) == Text.folded(right), "\(left) \(right)")
    }
    #expect(Text.folded("e") != Text.folded("é"))
    #expect(Text.folded("i") == "i", "depends on the language")
  }

  @Test func trimmingTakesWhiteSpaceAndLineBreaks() {
    #expect(Text.trimmed(" \t\r\n\u{A0}\u{2028}a b\u{3000}\n") == "a b")
    #expect(Text.trimmed(" \n") == "")
  }
}

@Suite struct SplitTests {
  @Test func piecesFitAndJoinToTheText() {
    var random = Numbers(seed: 2)
    let alphabet = ["a", "é", "e\u{301}", "日", "👨‍👩‍👧‍👦", "🇫🇷", "\r\n", "\u{344}", "한"]
    for _ in 0..<200 {
      let length = Int(random.next() % 60)
      let text = (0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }.joined()
      let limit = 4 + Int(random.next() % 60)
      let pieces = Text.split(text, utf8BytesMax: limit)
      #expect(pieces.joined().utf8.elementsEqual(text.utf8), "\(text) \(limit)")
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.utf8.count <= limit }, "\(text) \(limit)")
    }
    #expect(Text.split("", utf8BytesMax: 4).isEmpty)
  }

  @Test func charactersStayWholeWhereTheyFit() {
    #expect(Text.split("ab👨‍👩‍👧‍👦cd", utf8BytesMax: 25) == ["ab", "👨‍👩‍👧‍👦", "cd"])
    #expect(Text.split("日本語", utf8BytesMax: 7) == ["日本", "語"])
    #expect(Text.split("👨‍👩‍👧‍👦", utf8BytesMax: 10).count > 1, "a longer character is cut all the same")
  }

  @Test func piecesAreFilledBeforeTheNextBegins() {
    let pieces = Text.split(String(repeating: "x", count: 600), utf8BytesMax: 255)
    #expect(pieces.map(\.utf8.count) == [255, 255, 90])
  }
}

func scalars(_ text: String) -> [UInt32] {
  text.unicodeScalars.map(\.value)
}

func string(_ scalars: [Unicode.Scalar]) -> String {
  var view = String.UnicodeScalarView()
  view.append(contentsOf: scalars)
  return String(view)
}

/// A small generator for inputs; its quality does not matter here.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
