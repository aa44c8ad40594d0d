/// What of a text stands in a search index, and what of a word is looked up there (hub 6.5).
///
/// A word is found by its beginning: it stands there under its first 2 to 16, 24, 32, 48 and 64 scalars as
/// far as it has them, or alone where it has one. So words that only begin alike are told apart by the index.
/// Scripts written without spaces are cut into single scalars and pairs. What the index finds is compared
/// with `holds` before it is shown: pieces say less than words.
public enum SearchPieces {
  /// How long beginnings are, in scalars; a word has at most 64 (`MessageWords`).
  private static let lengths = Array(2...16) + [24, 32, 48, 64]

  /// Every piece of a text, each once, in the order of the text.
  public static func of(_ text: String) -> [String] {
    var seen: Set<String> = []
    var pieces: [String] = []
    func add(_ scalars: some Collection<Unicode.Scalar>) {
      let piece = string(scalars)
      if seen.insert(piece).inserted { pieces.append(piece) }
    }
    for word in MessageWords.of(text) {
      for run in runs(of: word) {
        if run.isUnspaced {
          for place in run.scalars.indices {
            add(run.scalars[place...].prefix(1))
            if place + 1 < run.scalars.endIndex { add(run.scalars[place...].prefix(2)) }
          }
        } else if run.scalars.count == 1 {
          add(run.scalars)
        } else {
          for length in lengths where length <= run.scalars.count { add(run.scalars.prefix(length)) }
        }
      }
    }
    return pieces
  }

  /// The pieces that a text with this word, or one that begins with it, has for certain.
  public static func lookedUp(_ word: String) -> [String] {
    var pieces: [String] = []
    for run in runs(of: word) {
      if !run.isUnspaced {
        let length = lengths.last { $0 <= run.scalars.count } ?? 1
        pieces.append(string(run.scalars.prefix(length)))
      } else if run.scalars.count == 1 {
        pieces.append(string(run.scalars))
      } else {
        for place in run.scalars.indices.dropLast() { pieces.append(string(run.scalars[place...].prefix(2))) }
      }
    }
    return pieces
  }

  /// Whether each word of the query stands in the text: a word begins with it, or, of one scalar, is it; in
  /// scripts without spaces it stands anywhere.
  public static func holds(_ words: [String], in text: String) -> Bool {
    let runs = MessageWords.of(text).flatMap { Self.runs(of: $0) }
    return words.allSatisfy { word in
      Self.runs(of: word).allSatisfy { wanted in runs.contains { $0.matches(wanted) } }
    }
  }

  private struct Run {
    var scalars: [Unicode.Scalar]
    var isUnspaced: Bool

    func matches(_ wanted: Run) -> Bool {
      guard isUnspaced == wanted.isUnspaced else { return false }
      if !isUnspaced {
        return wanted.scalars.count == 1 ? scalars == wanted.scalars : scalars.starts(with: wanted.scalars)
      }
      guard scalars.count >= wanted.scalars.count else { return false }
      return (0...scalars.count - wanted.scalars.count).contains {
        scalars[$0...].starts(with: wanted.scalars)
      }
    }
  }

  /// A word cut where a script without spaces begins or ends.
  private static func runs(of word: String) -> [Run] {
    var runs: [Run] = []
    for scalar in word.unicodeScalars {
      let isUnspaced = isUnspaced(scalar)
      if let last = runs.indices.last, runs[last].isUnspaced == isUnspaced {
        runs[last].scalars.append(scalar)
      } else {
        runs.append(Run(scalars: [scalar], isUnspaced: isUnspaced))
      }
    }
    return runs
  }

  /// Han, kana, Thai, Lao, Khmer and Myanmar.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x30FF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x323AF:
      true
    default: false
    }
  }

  private static func string(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
