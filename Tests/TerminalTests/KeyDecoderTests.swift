import Testing

@testable import Terminal

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("a", [Key.text("a")]), ("é", [.text("é")]), ("😀", [.text("😀")]), ("\r", [.enter]), ("\n", [.enter]),
      ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]), ("\u{03}", [.control("c")]),
      ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[1;5C", [.wordRight]), ("\u{1B}[1;3A", [.otherUp]),
      ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6;5~", [.pageDown]), ("\u{1B}[3~", [.delete]),
      ("\u{1B}[1~", [.home]),
      ("\u{1B}[F", [.end]), ("\u{1B}b", [.alt("b")]), ("\u{1B}\r", [.alt("\n")]),
      ("\u{1B}\u{7F}", [.alt("\u{7F}")]),
      ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]), ("\u{1B}[Z", [.backTab]),
      ("\u{1B}[200~one\r\ntwo\u{1B}[31m\u{1B}[201~x", [.paste("one\ntwo\u{1B}[31m"), .text("x")]),
      ("\u{1B}[200~stuck\u{03}", [.paste("stuck"), .control("c")]),
      ("\u{1B}[99;99;99u", []), ("\u{1B}[?1;2c", []), ("\u{1B}[31~y", [.text("y")]), ("\0", []),
      ("\u{85}", []),
    ] as [(String, [Key])])
  func keysAreReadInAnyPieces(_ text: String, _ keys: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let got = decoder.keys(bytes[..<cut]) + decoder.keys(bytes[cut...])
      #expect(got == keys, "\(text.debugDescription) cut at \(cut)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test func anEscapeAloneIsAKeyOnceNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]).isEmpty && decoder.isWaiting)
    #expect(decoder.flush() == [.escape] && !decoder.isWaiting)
    #expect(decoder.keys(Array("x".utf8)) == [.text("x")])
  }

  @Test(
    arguments: [
      [0xC3, 0x28], [0xFF], [0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func wrongUTF8BecomesTheReplacementAndEatsNothing(_ bytes: [UInt8]) {
    var decoder = KeyDecoder()
    let keys = decoder.keys(bytes + Array("\rok".utf8))
    #expect(keys.first == .text("\u{FFFD}"))
    #expect(keys.suffix(3) == [.enter, .text("o"), .text("k")])
  }

  @Test func anEndlessSequenceIsDroppedAndTypingGoesOn() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100_000)).isEmpty)
    #expect(decoder.keys(Array("~a".utf8)) == [.text("a")])
  }

  @Test func whatAPasteHasTooMuchIsDroppedAndNeverTyped() {
    var decoder = KeyDecoder()
    let long = Array(repeating: UInt8(ascii: "\r"), count: KeyDecoder.pasteBytesMax + 5_000)
    let keys = decoder.keys(Array("\u{1B}[200~".utf8) + long + Array("\u{1B}[201~z".utf8))
    #expect(keys.count == 2 && keys.last == .text("z"))
    #expect(keys.first == .paste(String(repeating: "\n", count: KeyDecoder.pasteBytesMax)))
  }

  /// Any bytes at all: no trap, no control character as text, and what is held back is bounded.
  @Test func anyBytesAreTaken() {
    var generator = SplitMix(seed: 7)
    var decoder = KeyDecoder()
    let pieces: [[UInt8]] = [
      Array("\u{1B}[".utf8), Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [0x1B], [0xE2],
    ]
    var failures = 0
    for _ in 0..<4_000 {
      var bytes = (0..<Int(generator.next() % 12)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      bytes += pieces[Int(generator.next() % UInt64(pieces.count))]
      for key in decoder.keys(bytes) {
        guard case .text(let text) = key else { continue }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
          failures += 1
        }
      }
      if generator.next().isMultiple(of: 5) { _ = decoder.flush() }
    }
    #expect(failures == 0)
  }
}

/// Numbers that are the same every time.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
