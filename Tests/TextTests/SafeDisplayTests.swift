import Testing
import Text

@Suite struct DisplayNameTests {
  @Test func ordinaryNamesStayAsTheyAre() {
    let names = [
      "anna", "Zoë", "Nguyễn Thị Ánh", "Владимир", "山田太郎", "محمد", "שָׁלוֹם", "क्षत्रिय", "☀️ sun", "👍🏽", "a.b-c_d (2)",
      "<b>bold</b> & \"quoted\"",
    ]
    for name in names {
      #expect(scalars(Text.displayName(name)) == scalars(Text.nfc(name)), "\(name)")
      #expect(scalars(Text.nickname(fromUser: name) ?? "") == scalars(Text.nfc(name)), "\(name)")
    }
  }

  @Test func invisibleAndControllingCharactersAreDropped() {
    let invisible: [Unicode.Scalar] = [
      "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{1160}",
      "\u{180E}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202D}",
      "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{3164}", "\u{FE00}", "\u{FE0F}",
      "\u{FEFF}", "\u{FFA0}", "\u{FFF9}", "\u{FFFE}", "\u{1FFFF}", "\u{E0041}", "\u{E0100}",
    ]
    for scalar in invisible {
      #expect(Text.displayName("a\(scalar)b") == "ab", "U+\(String(scalar.value, radix: 16))")
      #expect(Text.displayName("\(scalar)") == "", "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func whiteSpaceBecomesSingleSpaces() {
    #expect(Text.displayName(" \n a \t\r\n\u{2028}\u{85}\u{A0}\u{2800}\u{3000} b \u{2800}") == "a b")
    #expect(Text.displayName("\n\t \u{2800}") == "")
  }

  @Test func marksAreCappedAndNeedABase() {
    #expect(scalars(Text.displayName("z" + marks(9))).count == 5)
    #expect(Text.displayName(marks(3) + "a") == "a")
    #expect(Text.displayName(" " + marks(3) + "a " + marks(2) + "b") == "a b")
    #expect(scalars(Text.displayName("z\u{344}\u{344}\u{344}")).count == 5, "one mark may be two")
    #expect(scalars(Text.displayName(String(repeating: "z" + marks(6), count: 3))).count == 15)
  }

  @Test func aNameIsAtMostFiftyCharactersAndOneLine() {
    #expect(Text.displayName(String(repeating: "x", count: 80)).count == 50)
    let long = Text.displayName(String(repeating: "日" + marks(4), count: 80))
    #expect(long.count <= 50 && long.utf8.count <= 255)
    let jamo = Text.displayName(String(repeating: "\u{1100}", count: 5000))
    #expect(!jamo.isEmpty && jamo.utf8.count <= 255)
  }

  @Test func applyingItTwiceChangesNothing() {
    var random = Numbers(seed: 3)
    for round in 0..<500 {
      let text = hostile(length: Int(random.next() % 120), using: &random)
      let once = Text.displayName(text)
      #expect(scalars(Text.displayName(once)) == scalars(once), "round \(round)")
      guard let nickname = Text.nickname(fromUser: text) else { continue }
      #expect(scalars(Text.nickname(fromUser: nickname) ?? "") == scalars(nickname), "round \(round)")
      #expect(nickname.utf8.count <= 200 && nickname.count <= 50, "round \(round)")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func hugeNamesTakeLinearTime() {
    for filler in ["\u{301}\u{323}", "\u{200D}", "\u{202E}", " ", "\u{1100}", "🇫", "क्"] {
      let name = Text.displayName("a" + String(repeating: filler, count: 30_000) + "b")
      #expect(name.utf8.count <= 255)
    }
  }
}

@Suite struct NicknameTests {
  @Test func nicknamesKeepTheJoinersOfScriptsAndEmoji() {
    #expect(Text.nickname(fromUser: "👩‍✈️ Ana") == "👩‍✈️ Ana")
    #expect(Text.nickname(fromUser: "می\u{200C}خواهم") == "می\u{200C}خواهم")
    #expect(Text.nickname(fromUser: "\u{200D}\u{200C}") == nil)
  }

  @Test func emptyNicknamesAreNone() {
    for text in ["", " ", "\n\t", "\u{0}\u{1B}", "\u{202E}", "\u{301}", "\u{3164}"] {
      #expect(Text.nickname(fromUser: text) == nil)
    }
  }

  @Test func nicknamesAreCutAtAWholeCharacter() {
    #expect(Text.nickname(fromUser: " " + String(repeating: "a", count: 60))?.count == 50)
    let families = Text.nickname(fromUser: String(repeating: "👨‍👩‍👧‍👦", count: 20))
    #expect(families == String(repeating: "👨‍👩‍👧‍👦", count: 8))
    #expect(
      Text.nickname(fromUser: String(repeating: "日", count: 49) + " x") == String(repeating: "日", count: 49))
  }
}

@Suite struct DisplayTextTests {
  @Test func ordinaryTextStaysAsItIs() {
    let text =
      "Hello,\n\tworld: 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☀️ e\u{301} می\u{200C}خواهم"
      + " \u{200F}<script>alert(1)</script> क्षत्रिय 1\u{FE0F}\u{20E3}"
    #expect(scalars(Text.displayText(text)) == scalars(text))
    #expect(Text.displayText("") == "")
  }

  @Test func lineBreaksAreOfOneKind() {
    #expect(
      scalars(Text.displayText("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f\n\r\n")) == scalars("a\nb\nc\nd\ne\nf\n\n")
    )
  }

  @Test func controlsAndDirectionOverridesAreDropped() {
    let dropped: [Unicode.Scalar] = [
      "\u{0}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{90}", "\u{202A}", "\u{202B}", "\u{202C}",
      "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{206F}", "\u{FEFF}",
      "\u{FFFB}", "\u{FFFF}", "\u{E0067}",
    ]
    for scalar in dropped {
      #expect(Text.displayText("a\(scalar)b") == "ab", "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func marksAndJoinersAreCapped() {
    #expect(scalars(Text.displayText("z" + marks(30) + "y" + marks(8))).count == 18)
    #expect(scalars(Text.displayText("z" + String(repeating: "\u{200D}", count: 50))).count == 9)
    #expect(Text.displayText(marks(3) + "a\n" + marks(3) + "b") == "a\nb")
    let around = Text.displayText("z" + marks(8) + "\u{200F}" + marks(8) + "\u{200F}" + marks(8))
    #expect(scalars(around).count == 11, "a direction mark is no base")
  }

  @Test func applyingItTwiceChangesNothing() {
    var random = Numbers(seed: 4)
    for round in 0..<500 {
      let once = Text.displayText(hostile(length: Int(random.next() % 200), using: &random))
      #expect(scalars(Text.displayText(once)) == scalars(once), "round \(round)")
    }
  }
}

private func marks(_ count: Int) -> String {
  String(repeating: "\u{32F}", count: count)
}

/// Scalars that do something, mixed.
private func hostile(length: Int, using random: inout Numbers) -> String {
  let alphabet: [Unicode.Scalar] = [
    "a", "Z", "7", " ", "\n", "\r", "\t", "é", "日", "\u{0}", "\u{301}", "\u{323}", "\u{344}", "\u{F73}",
    "\u{20E3}",
    "\u{200D}", "\u{200C}", "\u{200F}", "\u{202E}", "\u{2069}", "\u{FE0F}", "\u{1F469}", "\u{1F3FD}",
    "\u{2708}",
    "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{1F1EB}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}",
    "\u{915}",
    "\u{94D}", "\u{93F}", "\u{D4E}", "\u{2800}", "\u{3164}", "\u{2028}", "\u{FFFF}", "\u{1D160}", "\u{FB2C}",
  ]
  return string((0..<length).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] })
}
