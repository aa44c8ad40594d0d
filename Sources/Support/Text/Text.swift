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
