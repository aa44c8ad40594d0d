import Foundation

/// Rules for text that more than one module needs: normal forms, safe display, splitting.
///
/// Every function is pure and takes time in proportion to the text, whatever the text holds. This is
/// the one module of the pure ring that imports full Foundation.
public enum Text {
  /// Unicode normal form C: how texts and names are stored and compared.
  public static func nfc(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    return withOrderedMarks(text).precomposedStringWithCanonicalMapping
  }

  /// Unicode normal form D: marks stand apart from their letters.
  public static func nfd(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    return withOrderedMarks(text).decomposedStringWithCanonicalMapping
  }

  /// A key that is equal for texts that differ in case only, the same in every language.
  ///
  /// Full case folding: `ß` equals `SS`, both sigmas are one. Not for display.
  public static func folded(_ text: String) -> String {
    nfc(nfd(text).uppercased().lowercased())
  }

  /// A key for searching: equal for texts that differ in case or in the marks on their letters only.
  ///
  /// As `folded`, then without accents, and with letters that have a stroke or are joined written as
  /// people type them (`ø` as `o`, `ł` as `l`, `æ` as `ae`). Not for display.
  public static func searchKey(_ text: String) -> String {
    guard !isPlain(text) else { return text.lowercased() }
    var key = String.UnicodeScalarView()
    for scalar in nfd(text).uppercased().lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: continue
      default: key.append(contentsOf: plainLetters[scalar] ?? String.UnicodeScalarView([scalar]))
      }
    }
    return nfc(String(key))
  }

  /// Letters that no normal form takes apart.
  private static let plainLetters: [Unicode.Scalar: String.UnicodeScalarView] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
  ].mapValues(\.unicodeScalars)

  /// The text without white space and line breaks at both ends.
  public static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The text in pieces of at most `utf8BytesMax` bytes, cut between characters; joined they are the
  /// text again. No pieces for an empty text.
  ///
  /// A single character that is longer is cut between its scalars. `utf8BytesMax` is at least 4.
  public static func split(_ text: String, utf8BytesMax: Int) -> [String] {
    precondition(utf8BytesMax >= 4, "a scalar takes up to four bytes")
    var pieces: [String] = []
    var piece = ""
    for character in text {
      let bytes = character.utf8.count
      if piece.utf8.count + bytes > utf8BytesMax, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
      }
      guard bytes > utf8BytesMax else {
        piece.append(character)
        continue
      }
      for scalar in character.unicodeScalars {
        if piece.utf8.count + UTF8.width(scalar) > utf8BytesMax {
          pieces.append(piece)
          piece = ""
        }
        piece.unicodeScalars.append(scalar)
      }
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// ASCII is its own normal form.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }
}
