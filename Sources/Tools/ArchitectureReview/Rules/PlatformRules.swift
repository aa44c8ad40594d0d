/// AR-08, AR-09 and AR-17: caches, observation and concurrency.
extension FileReview {
  // MARK: AR-08

  mutating func checkCaches() {
    let imported = file.imports.filter { configuration.persistenceModules.contains($0.module) }
    for line in imported where !(isIn(.data) && configuration.databaseModules.contains(line.module)) {
      report(
        .caches, at: line.token, "import \(line.module)",
        fix: "write Codable values as JSON: try JSONEncoder().encode(rows).write(to: cachesDirectory…)")
    }
    let isWorthLooking = ["Model", "Query", "NSPersistentContainer"].contains(where: file.mentions)
    for index in file.tokens.indices where isWorthLooking {
      let text = file.text(index)
      if file.kind(index) == .attribute && (text == "Model" || text == "Query") && !imported.isEmpty {
        report(
          .caches, at: index, "@\(text) stores in a second database",
          fix: "struct …: Codable, without @\(text)")
      } else if file.kind(index) == .word && text == "NSPersistentContainer" {
        report(.caches, at: index, "NSPersistentContainer is a second database")
      }
    }
    checkCacheFolder()
  }

  private mutating func checkCacheFolder() {
    let roots = ["cachesDirectory", "cachesRoot", "cacheDirectory", "caches"]
    let others = [
      "documentDirectory", "documentsDirectory", "applicationSupportDirectory", "temporaryDirectory",
      "NSTemporaryDirectory", "NSHomeDirectory", "homeDirectoryForCurrentUser",
    ]
    guard !isIn(.tests), !roots.contains(where: file.mentions), let other = others.first(where: file.mentions)
    else { return }
    for index in file.tokens.indices where file.isMark(index - 1, ".") && file.isMark(index + 1, "(") {
      let isWrite = file.text(index) == "write" && arguments(index + 1).first?.label == "to"
      guard isWrite || file.text(index) == "createFile" else { continue }
      let type = typeAround(index)?.name ?? String(file.name)
      guard type.contains("Cache") else { continue }
      report(
        .caches, at: index, "\(type) writes into \(other)",
        fix: "write under the caches: .url(for: .cachesDirectory, in: .userDomainMask, …)", severity: .warning
      )
    }
  }

  // MARK: AR-09

  private static let oldWords: [String: String] = [
    "ObservableObject": "@Observable", "AnyCancellable": "a Task that is cancelled",
  ]
  private static let oldAttributes: [String: String] = [
    "Published": "a plain var of an @Observable type", "StateObject": "@State",
    "ObservedObject": "a plain let of an @Observable type", "EnvironmentObject": "@Environment(\\.appState)",
  ]

  mutating func checkModernState() {
    for line in file.imports where line.module == "Combine" {
      report(
        .modern, at: line.token, "import Combine", fix: "remove it; use async functions and AsyncSequence")
    }
    let isWorthLooking =
      Self.oldWords.keys.contains(where: file.mentions)
      || Self.oldAttributes.keys.contains(where: file.mentions)
      || ["sink", "coordinateRegion"].contains(where: file.mentions)
    for index in file.tokens.indices where isWorthLooking {
      let text = file.text(index)
      switch file.kind(index) {
      case .word:
        if let better = Self.oldWords[text] {
          report(.modern, at: index, text, fix: "use \(better) instead of \(text)")
        } else if text == "sink" && file.isMark(index - 1, ".") && ["(", "{"].contains(file.text(index + 1)) {
          report(.modern, at: index, ".sink", fix: "for await value in values { … }")
        } else if text == "Map" && file.isWord(index + 2, "coordinateRegion") && file.isMark(index + 3, ":") {
          report(.modern, at: index, "Map(coordinateRegion:)", fix: "Map(position: $position) { … }")
        }
      case .attribute:
        if let better = Self.oldAttributes[text] {
          report(.modern, at: index, "@\(text)", fix: "use \(better) instead of @\(text)")
        }
      case .escapedWord, .number, .string, .interpolationOpen, .interpolationClose, .regex, .mark, .directive,
        .end:
        break
      }
    }
  }

  // MARK: AR-17

  private static let queues: [String: String] = [
    "DispatchQueue": "an actor, or await", "DispatchGroup": "withTaskGroup", "DispatchSemaphore": "await",
    "DispatchWorkItem": "a Task", "OperationQueue": "withTaskGroup", "Thread": "a Task",
  ]
  private static let handlerNames: Set<String> = [
    "completion", "completionHandler", "completionBlock", "onCompletion", "callback", "handler", "onSuccess",
    "onFailure", "onError",
  ]

  mutating func checkConcurrency() {
    guard isIn(.structured), !isIn(.tests) else { return }
    for (name, better) in Self.queues.sorted(by: { $0.key < $1.key }) where file.mentions(name) {
      for index in file.tokens.indices where file.isWord(index, name) && !file.isMark(index - 1, ".") {
        report(.concurrency, at: index, name, fix: "use \(better) instead of \(name)")
      }
    }
    for found in file.declarations where found.kind == .function && !found.isAsync {
      guard let last = found.parameters.last, isClosure(last) else { continue }
      let isNamed = Self.handlerNames.contains(last.label) || Self.handlerNames.contains(last.name)
      // A closure that is itself async is work to be done, not an answer.
      let isWork = last.type.contains { file.isWord($0, "async") }
      let isEscaping =
        !isWork && last.type.contains { file.kind($0) == .attribute && file.text($0) == "escaping" }
      let returnsNothing = found.type.isEmpty || ["Void", "()"].contains(source(of: found.type))
      guard isNamed || (isEscaping && returnsNothing) else { continue }
      let rest = found.parameters.dropLast().map { parameter in
        let names =
          parameter.label == parameter.name ? parameter.label : "\(parameter.label) \(parameter.name)"
        return "\(names): \(source(of: parameter.type))"
      }
      report(
        .concurrency, at: found.keyword, "\(found.name) answers through \(last.name)",
        fix: "func \(found.name)(\(rest.joined(separator: ", "))) async throws -> \(handlerResult(last))",
        endLine: file.line(found.lastToken))
    }
  }

  private func isClosure(_ parameter: Declaration.Parameter) -> Bool {
    parameter.type.contains { file.isMark($0, "->") }
  }

  /// What the handler is called with: the success of a `Result`, or its parameters.
  private func handlerResult(_ parameter: Declaration.Parameter) -> String {
    guard let open = parameter.type.first(where: { file.isMark($0, "(") }) else { return "…" }
    var range = open + 1..<max(open + 1, file.partner(open))
    if file.isMark(range.lowerBound, "(") {
      range = range.lowerBound + 1..<max(range.lowerBound + 1, file.partner(range.lowerBound))
    }
    let isResult = file.isWord(range.lowerBound, "Result") && file.isMark(range.lowerBound + 1, "<")
    if isResult, let comma = range.first(where: { file.isMark($0, ",") }) {
      return source(of: range.lowerBound + 2..<comma)
    }
    return range.isEmpty ? "Void" : source(of: range)
  }
}
