/// What a rule is called, why it is there, and what it looks for.
package struct Rule: Sendable {
  /// `AR-05`, or the id of a rule of the configuration.
  package var id: String
  /// A few words.
  package var title: String
  /// What it weighs unless the configuration says otherwise.
  package var severity: Severity
  /// Why breaking it is a problem.
  package var problem: String
  /// What to do, where no finding says it better.
  package var fix: String
  /// What suffers otherwise.
  package var impact: String
  /// What exactly is looked for.
  package var detection: String

  /// The rules that are always there, by id.
  package static let builtIn: [Rule] = [
    suppression, models, state, viewModels, repository, filter, serviceTypes, regions, caches, modern, truth,
    sql, injection, callbacks, viewWrites, assistant, platform, concurrency,
  ]
}
