/// AR-07: a map loads what it shows, after it has come to rest.
extension FileReview {
  mutating func checkRegions() {
    guard (isIn(.domains) || isIn(.map)) && !isIn(.tests) else { return }
    let marks = file.mentions("airportsInRegion") ? regionMarks() : RegionMarks()
    for index in file.tokens.indices where file.kind(index) == .word && file.isMark(index + 1, "(") {
      guard !file.isWord(index - 1, "func") else { continue }
      switch file.text(index) {
      case "allAirports", "loadAllAirports": reportWhole(index, "\(file.text(index)) loads every airport")
      case "matching": checkNeedle(index)
      case "airports": checkSearch(index)
      case "airportsInRegion": checkRegion(index, marks)
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

  private mutating func checkRegion(_ index: Int, _ marks: RegionMarks) {
    let given = arguments(index + 1)
    let limit = given.first { $0.label == "limit" }.flatMap { number(in: $0.range) }
    let markers = configuration.limits.markers
    var faults: [String] = []
    if let limit, limit > Double(markers) { faults.append("a limit of \(Int(min(limit, 1e15)))") }
    if !isPadded(index, marks) {
      faults.append("no paddedBy(factor:) of about \(configuration.limits.padding)")
    }
    if !isDebounced(index, marks) {
      faults.append("no pause of about \(configuration.limits.debounceMs) ms before it")
    }
    if faults.isEmpty {
      if limit != nil { approve(.regions, at: index, "a padded region after a pause, at most \(markers)") }
      return
    }
    report(.regions, at: index, "airportsInRegion with " + faults.joined(separator: ", "), fix: regionFix)
  }

  /// Looks through the statement: from the first token of its line to the end of the call.
  private func isPadded(_ index: Int, _ marks: RegionMarks) -> Bool {
    var start = index
    while start > 0 && file.line(start - 1) == file.line(index) && index - start < 200 { start -= 1 }
    return RegionMarks.hasOne(of: marks.paddings, in: start..<max(start, file.partner(index + 1)))
  }

  private func isDebounced(_ index: Int, _ marks: RegionMarks) -> Bool {
    guard let around = functionAround(index) else { return false }
    let function = file.declarations[around]
    return isAtRest(function, before: index, marks)
      || (function.isPrivate && marks.calledAtRest.contains(function.name))
  }

  /// Whether a function is named for loading, or has waited when it comes to a token.
  private func isAtRest(_ function: Declaration, before index: Int, _ marks: RegionMarks) -> Bool {
    let start = function.body?.lowerBound ?? index
    return function.name.hasPrefix("load") || function.name.hasPrefix("apply")
      || RegionMarks.hasOne(of: marks.pauses, in: start..<max(start, index))
  }

  // MARK: What is looked up for every call

  /// Gathers pauses, paddings, and the private functions that are called, directly or through others, from a
  /// function that has waited or loads.
  private func regionMarks() -> RegionMarks {
    var marks = RegionMarks()
    for token in file.tokens.indices where file.kind(token) == .word && file.isMark(token + 1, "(") {
      switch file.text(token) {
      case "sleep", "debounce": if isPause(token) { marks.pauses.append(token) }
      case "paddedBy": if isPadding(token) { marks.paddings.append(token) }
      default: break
      }
    }
    let privates = Set(file.declarations.filter { $0.kind == .function && $0.isPrivate }.map(\.name))
    var callees: [String: Set<String>] = [:]
    for token in file.tokens.indices where file.isMark(token + 1, "(") {
      let callee = file.text(token)
      guard privates.contains(callee), !file.isWord(token - 1, "func"), let around = functionAround(token)
      else {
        continue
      }
      let caller = file.declarations[around]
      if isAtRest(caller, before: token, marks) {
        marks.calledAtRest.insert(callee)
      } else if caller.isPrivate {
        callees[caller.name, default: []].insert(callee)
      }
    }
    var pending = marks.calledAtRest.sorted()
    while let name = pending.popLast() {
      for callee in (callees[name] ?? []).sorted() where marks.calledAtRest.insert(callee).inserted {
        pending.append(callee)
      }
    }
    return marks
  }

  private func isPadding(_ token: Int) -> Bool {
    let padding = configuration.limits.padding
    guard
      let factor = arguments(token + 1).first(where: { $0.label == "factor" }).flatMap({
        number(in: $0.range)
      })
    else { return false }
    return factor >= padding - 0.1001 && factor <= padding + 0.2001
  }

  /// A sleep or debounce of about the wanted time.
  private func isPause(_ token: Int) -> Bool {
    let wanted = Double(configuration.limits.debounceMs)
    let end = min(file.partner(token + 1), token + 32)
    return milliseconds(token + 2..<max(token + 2, end)).map {
      $0 >= wanted * 2 / 3 && $0 <= wanted * 5 / 3
    } ?? false
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

/// Places in a file that calls for a region are measured by; sorted.
struct RegionMarks {
  /// Tokens of sleeps and debounces of about the right time.
  var pauses: [Int] = []
  /// Tokens of paddings by about the right factor.
  var paddings: [Int] = []
  /// Private functions that run only after a pause.
  var calledAtRest: Set<String> = []

  static func hasOne(of places: [Int], in range: Range<Int>) -> Bool {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] < range.upperBound
  }
}
