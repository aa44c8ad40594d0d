/// How much a finding weighs.
package enum Severity: String, Sendable, CaseIterable {
  /// Breaks the architecture; the command ends with 1.
  case violation
  /// Worth mending; counts only with `--strict`.
  case warning
  /// Worth knowing; shown with `--show-notes`.
  case note
  /// Not looked for.
  case off
}
