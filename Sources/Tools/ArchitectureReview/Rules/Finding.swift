/// One place where a rule is broken.
package struct Finding: Sendable, Equatable {
  /// What a finding is about, for a baseline that survives moved lines.
  enum Anchor: Sendable, Equatable {
    case line
    /// A whole type or file, by its name.
    case name(String)
  }

  /// What became of it.
  package enum State: Sendable, Equatable {
    /// It counts.
    case open
    /// A comment beside it says why it stays.
    case suppressed(reason: String)
    /// The baseline knows it.
    case known
  }

  /// The rule's id.
  package var rule: String
  /// What it weighs.
  package var severity: Severity
  /// Path from the root.
  package var path: String
  /// Line from 1.
  package var line: Int
  /// Column from 1, in Unicode scalars.
  package var column: Int
  /// Last line it is about.
  package var endLine: Int
  /// What is wrong here.
  package var message: String
  /// What to write instead, with the names found here; may span lines.
  package var fix: String
  /// Whether it counts.
  package var state: State = .open
  var anchor: Anchor = .line
  /// Whether a suppression alone does not do: a comment has to say why the form is safe.
  var lacksProof = false

  static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
    if left.line != right.line { return left.line < right.line }
    if left.rule != right.rule { return left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8) }
    return left.column < right.column
  }
}

/// One place where a rule is kept as it is meant.
package struct Approval: Sendable, Equatable {
  /// The rule's id.
  package var rule: String
  /// Path from the root.
  package var path: String
  /// Line from 1.
  package var line: Int
  /// Column from 1.
  package var column: Int
  /// What is right here.
  package var message: String

  static func precedes(_ left: Approval, _ right: Approval) -> Bool {
    if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
    if left.line != right.line { return left.line < right.line }
    return left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8)
  }
}
