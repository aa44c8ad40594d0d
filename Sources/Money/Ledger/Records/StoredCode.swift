/// A column whose text is one of a few words. Source: money 1.2.
public protocol StoredCode: Sendable, Hashable, CaseIterable {
  /// What is read for text that is none of the words.
  static var fallback: Self { get }
  /// The word a writer stores.
  var storedText: String { get }
  /// Other words that mean the same, read only.
  var alsoAccepted: [String] { get }
  /// The code whose word is exactly this; nil for other spellings.
  static func written(_ text: String) -> Self?
}

extension StoredCode {
  /// No other words.
  public var alsoAccepted: [String] { [] }

  /// Asks each code for its word.
  public static func written(_ text: String) -> Self? { allCases.first { $0.storedText == text } }
}

/// A word of a file: what it means, and the text it was, which is written back unless it is edited.
public struct Coded<Code: StoredCode>: Sendable, Hashable {
  /// What the word means.
  public let code: Code
  /// The text in the file; nil for NULL.
  public let stored: String?

  /// Reads a column, without regard to case.
  public init(stored: String?) {
    self.stored = stored
    code = Self.code(of: stored ?? "") ?? Code.fallback
  }

  /// A word of our own.
  public init(_ code: Code) {
    self.code = code
    stored = code.storedText
  }

  /// Whether the text is none of the words (an empty text only where that is no word either).
  public var isUnknown: Bool { Self.code(of: stored ?? "") == nil }

  private static func code(of text: String) -> Code? {
    // What programs write; only other spellings are folded.
    if let exact = Code.written(text) { return exact }
    let folded = text.lowercased()
    return Code.allCases.first { code in
      code.storedText.lowercased() == folded || code.alsoAccepted.contains { $0.lowercased() == folded }
    }
  }
}

/// Flags as files hold them: `TRUE`, `FALSE`, `1`, `0`, in any case. Source: money 1.4.
public enum StoredFlag {
  /// The flag; nil for anything else.
  public static func value(_ text: String?) -> Bool? {
    switch text?.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}
