import Foundation
import StrictJSON
import Testing

@Suite struct JSONWritingTests {
  @Test func onlyWhatMustBeIsEscaped() {
    let text = "\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F} ~é\u{A0}\u{200D}\u{2028}😀"
    #expect(
      JSONValue.string(text).serialized()
        == #""\"\\/\b\t\n\f\r\u0000\u001f"# + " ~é\u{A0}\u{200D}\u{2028}😀\"")
  }

  /// A terminal takes U+009B for the start of a command, and a mark turns what follows it round.
  @Test func nothingThatSteersATerminalIsWrittenAsItIs() throws {
    let steering: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x7F...0x9F, 0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
    ]
    let scalars = steering.joined().compactMap(Unicode.Scalar.init)
    #expect(scalars.count == 32 + 33 + 12)
    for scalar in scalars {
      let text = "a\(scalar)b"
      let value = JSONValue.object([JSONMember(name: text, value: .string(text))])
      let written = value.serialized()
      #expect(written.unicodeScalars.allSatisfy { !scalars.contains($0) }, "\(scalar.value)")
      #expect(try JSONValue(parsing: written.utf8) == value, "\(scalar.value)")
    }
    #expect(JSONValue.string("\u{7F}\u{9B}\u{61C}\u{202E}").serialized() == #""\u007f\u009b\u061c\u202e""#)
  }

  @Test func numbersReadBackTheSame() throws {
    for number in [
      0.1, -1e300, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 123456789.125, 1e16, 2, -0.0,
    ] {
      let text = JSONValue.number(number).serialized()
      #expect(try JSONValue(parsing: text.utf8) == .number(number), "\(text)")
    }
    for integer in [Int64.min, -1, 0, 9_007_199_254_740_993, .max] {
      #expect(try JSONValue(parsing: JSONValue.integer(integer).serialized().utf8) == .integer(integer))
    }
    #expect(JSONValue.number(.nan).serialized() == "null")
    #expect(JSONValue.array([.number(.infinity)]).serialized() == "[null]")
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var random = Numbers(seed: 1)
    for round in 0..<300 {
      let value = arbitraryValue(depth: 4, using: &random)
      let text = value.serialized()
      #expect(try JSONValue(parsing: text.utf8) == value, "round \(round): \(text)")
      #expect(!text.contains("\n"))
    }
  }

  /// Altered texts never trap; what is accepted is accepted by Foundation, too, and is written so that
  /// it reads back the same.
  @Test func alteredTextsAreReadSafely() {
    var random = Numbers(seed: 2)
    var wrong: [String] = []
    var accepted = 0
    let salt = Array(#"{}[]",:\u0123dD8e+-.tfn "#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
    for _ in 0..<4000 {
      var bytes = Array(arbitraryValue(depth: 3, using: &random).serialized().utf8)
      for _ in 0..<1 + random.next() % 3 where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(salt[Int(random.next() % UInt64(salt.count))], at: place)
        case 2: bytes[place] = salt[Int(random.next() % UInt64(salt.count))]
        default: bytes.replaceSubrange(place..., with: bytes[..<place].suffix(8))
        }
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      accepted += 1
      let twin = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let again = try? JSONValue(parsing: value.serialized().utf8)
      if twin == nil || again != value { wrong.append(String(decoding: bytes, as: UTF8.self)) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(accepted > 200, "too few altered texts were accepted to mean anything")
  }
}

/// A value of any kind, with the characters that need care.
private func arbitraryValue(depth: Int, using random: inout Numbers) -> JSONValue {
  func text() -> String {
    let alphabet = [
      "a", "\"", "\\", "/", "\n", "\u{0}", "é", "e\u{301}", "😀", "\u{2028}", "\u{7F}", "\u{202E}",
    ]
    return (0..<Int(random.next() % 6)).map { _ in alphabet[Int(random.next() % 12)] }.joined()
  }
  switch random.next() % (depth > 0 ? 7 : 5) {
  case 0: return .null
  case 1: return .bool(random.next() % 2 == 0)
  case 2: return .integer(Int64(bitPattern: random.next() >> (random.next() % 64)))
  case 3: return .number(Double(Int64(bitPattern: random.next())) / 1024)
  case 4: return .string(text())
  case 5:
    return .array((0..<Int(random.next() % 5)).map { _ in arbitraryValue(depth: depth - 1, using: &random) })
  default:
    return .object(
      (0..<Int(random.next() % 5)).map { index in
        JSONMember(name: "\(index)" + text(), value: arbitraryValue(depth: depth - 1, using: &random))
      })
  }
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
