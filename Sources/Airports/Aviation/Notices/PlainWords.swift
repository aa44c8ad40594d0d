/// A text as words, figures and single marks, lower case, for patterns over them.
struct PlainWords {
  struct Token: Equatable {
    enum Kind: Equatable {
      case word(String)
      case number(String)
      case mark(Character)
    }
    var kind: Kind
    /// Whether nothing stands between it and the token before.
    var isJoined: Bool
  }

  let tokens: [Token]
  /// Every word once: most patterns are not there, and this tells without a walk.
  private let present: Set<String>

  init(_ text: String) {
    var tokens: [Token] = []
    var run = ""
    var runIsDigits = false
    var isJoined = false
    func end() {
      guard !run.isEmpty else { return }
      tokens.append(Token(kind: runIsDigits ? .number(run) : .word(run), isJoined: isJoined))
      run = ""
      isJoined = true
    }
    for character in text.lowercased() {
      let ascii = character.asciiValue
      let isDigit = ascii.map { (0x30...0x39).contains($0) } ?? false
      if isDigit || ascii.map({ (0x61...0x7a).contains($0) }) ?? character.isLetter {
        if runIsDigits != isDigit { end() }
        runIsDigits = isDigit
        run.append(character)
        continue
      }
      end()
      if character.isWhitespace {
        isJoined = false
      } else {
        tokens.append(Token(kind: .mark(Self.plain(character)), isJoined: isJoined))
        isJoined = true
      }
    }
    end()
    self.tokens = tokens
    present = tokens.reduce(into: []) { words, token in
      if case .word(let word) = token.kind { words.insert(word) }
    }
  }

  var indices: Range<Int> { tokens.indices }

  func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word) = tokens[index].kind else { return nil }
    return word
  }

  func isWord(_ index: Int, _ words: [String]) -> Bool { word(index).map(words.contains) ?? false }

  func isMark(_ index: Int, _ marks: [Character]) -> Bool {
    guard tokens.indices.contains(index), case .mark(let mark) = tokens[index].kind else { return false }
    return marks.contains(mark)
  }

  func digits(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .number(let digits) = tokens[index].kind else { return nil }
    return digits
  }

  /// A count of hours at `index`: one to three digits and a word for hours; the index after them.
  func hours(_ index: Int) -> (hours: Int, next: Int)? {
    guard let digits = digits(index), digits.count <= 3, let hours = Int(digits),
      isWord(index + 1, Self.hourWords)
    else { return nil }
    return (hours, index + 2)
  }

  /// Four digits that are a time of the day.
  func clock(_ index: Int) -> String? {
    guard let digits = digits(index), digits.count == 4, let value = Int(digits), value / 100 <= 24,
      value % 100 < 60
    else { return nil }
    return digits
  }

  /// Whether these words stand one after the other from `index` on, marks between them left aside.
  func holds(_ index: Int, _ words: [[String]]) -> Bool {
    var at = index
    for word in words {
      while at > index, isMark(at, ["-", ".", ","]) { at += 1 }
      guard isWord(at, word) else { return false }
      at += 1
    }
    return true
  }

  func contains(_ words: [[String]]) -> Bool {
    words.allSatisfy { $0.contains(where: present.contains) } && indices.contains { holds($0, words) }
  }

  /// `H24` in one piece, and not behind a figure.
  var saysH24: Bool {
    present.contains("h")
      && indices.contains { index in
        word(index) == "h" && digits(index + 1) == "24" && tokens[index + 1].isJoined
          && !(digits(index - 1) != nil && tokens[index].isJoined)
      }
  }

  private static func plain(_ character: Character) -> Character {
    switch character {
    case "–", "—", "−", "‐": "-"
    default: character
    }
  }

  static let hourWords = ["h", "hr", "hrs", "hour", "hours"]
}

/// Days of the week as texts name them; 0 is Monday.
enum WeekdayWords {
  static let names: [[String]] = [
    ["mon", "monday", "mondays"], ["tue", "tues", "tuesday", "tuesdays"], ["wed", "wednesday", "wednesdays"],
    ["thu", "thur", "thurs", "thursday", "thursdays"], ["fri", "friday", "fridays"],
    ["sat", "saturday", "saturdays"], ["sun", "sunday", "sundays"],
  ]
  static let shortNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  static func day(_ word: String) -> Int? { days[word] }

  private static let days = names.enumerated().reduce(into: [String: Int]()) { days, names in
    for name in names.element { days[name] = names.offset }
  }

  /// The days of a word for several: `weekday`, `weekend`.
  static func days(_ word: String) -> ClosedRange<Int>? {
    switch word {
    case "weekday", "weekdays": 0...4
    case "weekend", "weekends": 5...6
    default: nil
    }
  }
}
