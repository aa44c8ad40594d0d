/// AR-07: a map loads what it shows, after it has come to rest.
extension FileReview {
  mutating func checkRegions() {
    guard (isIn(.domains) || isIn(.map)) && !isIn(.tests) else { return }
    for index in file.tokens.indices where file.kind(index) == .word && file.isMark(index + 1, "(") {
      guard !file.isWord(index - 1, "func") else { continue }
      switch file.text(index) {
      case "allAirports", "loadAllAirports": reportWhole(index, "\(file.text(index)) loads every airport")
      case "matching": checkNeedle(index)
      case "airports": checkSearch(index)
      case "airportsInRegion": checkRegion(index)
      default: break
      }
    }
  }

  private mutating func reportWhole(_ index: Int, _ message: String) {
    report(.regions, at: index, message, fix: regionFix)
  }

  private var regionFix: String {
    "try? await Task.sleep(for: .milliseconds(\(configuration.limits.debounceMs)))\n"
      + "airports = try await repository.airportsInRegion(\n"
      + "  boundingBox: region.paddedBy(factor: \(configuration.limits.padding)).boundingBox,\n"
      + "  filters: filters, limit: \(configuration.limits.markers))"
  }

  private mutating func checkNeedle(_ index: Int) {
    let isEmpty = arguments(index + 1).contains { argument in
      argument.label == "needle" && argument.range.count == 1
        && file.kind(argument.range.lowerBound) == .string
        && file.body(ofString: argument.range.lowerBound).isEmpty
    }
    if file.isMark(index - 1, ".") && isEmpty { reportWhole(index, "matching every airport") }
  }

  private mutating func checkSearch(_ index: Int) {
    let given = arguments(index + 1)
    guard given.contains(where: { $0.label == "matching" }),
      let limit = given.first(where: { $0.label == "limit" }).flatMap({ number(in: $0.range) }), limit > 1000
    else { return }
    reportWhole(index, "a search with a limit of \(Int(min(limit, 1e15)))")
  }

  private mutating func checkRegion(_ index: Int) {
    let given = arguments(index + 1)
    let limit = given.first { $0.label == "limit" }.flatMap { number(in: $0.range) }
    let markers = configuration.limits.markers
    var faults: [String] = []
    if let limit, limit > Double(markers) { faults.append("a limit of \(Int(min(limit, 1e15)))") }
    if !isPadded(index) { faults.append("no paddedBy(factor:) of about \(configuration.limits.padding)") }
    if !isDebounced(index) {
      faults.append("no pause of about \(configuration.limits.debounceMs) ms before it")
    }
    if faults.isEmpty {
      if limit != nil { approve(.regions, at: index, "a padded region after a pause, at most \(markers)") }
      return
    }
    report(.regions, at: index, "airportsInRegion with " + faults.joined(separator: ", "), fix: regionFix)
  }

  /// Looks through the statement: from the first token of its line to the end of the call.
  private func isPadded(_ index: Int) -> Bool {
    var start = index
    while start > 0 && file.line(start - 1) == file.line(index) && index - start < 200 { start -= 1 }
    let padding = configuration.limits.padding
    return (start..<max(start, file.partner(index + 1))).contains { token in
      guard file.isWord(token, "paddedBy"),
        let factor = arguments(token + 1).first(where: { $0.label == "factor" }).flatMap({
          number(in: $0.range)
        })
      else { return false }
      return factor >= padding - 0.1001 && factor <= padding + 0.2001
    }
  }

  private func isDebounced(_ index: Int) -> Bool {
    guard let around = functionAround(index) else { return false }
    let function = file.declarations[around]
    let start = function.body?.lowerBound ?? index
    if isNamedForLoading(function.name) || pauses(start..<index) { return true }
    guard function.isPrivate else { return false }
    return isCalledAfterPause(function.name)
  }

  private func isNamedForLoading(_ name: String) -> Bool { name.hasPrefix("load") || name.hasPrefix("apply") }

  /// Whether a private function is called, directly or through others, from one that waits or loads.
  private func isCalledAfterPause(_ name: String) -> Bool {
    var pending = [name]
    var seen: Set<String> = [name]
    while let callee = pending.popLast() {
      for index in file.tokens.indices where file.isWord(index, callee) && !file.isWord(index - 1, "func") {
        guard file.isMark(index + 1, "("), let around = functionAround(index) else { continue }
        let caller = file.declarations[around]
        let isEnough = isNamedForLoading(caller.name) || pauses((caller.body?.lowerBound ?? index)..<index)
        if isEnough { return true }
        if caller.isPrivate && seen.insert(caller.name).inserted { pending.append(caller.name) }
      }
    }
    return false
  }

  /// A sleep or debounce of about the wanted time.
  private func pauses(_ range: Range<Int>) -> Bool {
    range.contains { token in
      guard ["sleep", "debounce"].contains(file.text(token)), file.isMark(token + 1, "(") else {
        return false
      }
      let wanted = Double(configuration.limits.debounceMs)
      return milliseconds(token + 2..<file.partner(token + 1)).map {
        $0 >= wanted * 2 / 3 && $0 <= wanted * 5 / 3
      } ?? false
    }
  }

  private func milliseconds(_ range: Range<Int>) -> Double? {
    for token in range where file.kind(token) == .number {
      guard let value = number(in: token..<token + 1) else { continue }
      // `.milliseconds(300)` and `nanoseconds: 300_000_000` both name the unit two tokens before.
      switch file.text(token - 2) {
      case "milliseconds": return value
      case "seconds": return value * 1000
      case "microseconds": return value / 1000
      case "nanoseconds": return value / 1_000_000
      default: continue
      }
    }
    return nil
  }
}
