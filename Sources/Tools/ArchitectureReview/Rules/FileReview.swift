/// One file under review: what it is, and what was found in it so far.
struct FileReview {
  typealias Place = Configuration.Place

  private struct Spot: Hashable {
    var rule: String
    var line: Int
  }

  let file: SourceFile
  let configuration: Configuration
  private let places: Set<Place>
  private(set) var findings: [Finding] = []
  private(set) var approvals: [Approval] = []
  /// Where the finding of a rule on a line stands among the findings.
  private var reported: [Spot: Int] = [:]
  private var approved: Set<Spot> = []
  /// Tokens of the bodies of `#Preview` in a view.
  var previews: [Range<Int>] = []
  /// What only the whole tree can decide.
  var facts: FileFacts

  init(file: SourceFile, configuration: Configuration) {
    self.file = file
    self.configuration = configuration
    let components = PathGlob.components(of: file.path)
    places = Set(Place.allCases.filter { configuration.places[$0]?.contains(components) ?? false })
    facts = FileFacts(path: file.path)
    facts.isDataOrDomain = places.contains(.data) || places.contains(.domains)
  }

  /// All built-in rules over the file.
  static func review(_ file: SourceFile, _ configuration: Configuration) -> FileReview {
    var review = FileReview(file: file, configuration: configuration)
    review.gatherFacts()
    review.checkFilter()
    review.checkModels()
    review.checkState()
    review.checkViewModels()
    review.checkRepository()
    review.checkServiceTypes()
    review.checkRegions()
    review.checkCaches()
    review.checkModernState()
    review.checkSQL()
    review.checkViews()
    review.checkDomains()
    review.checkPlatform()
    review.checkConcurrency()
    return review
  }

  func isIn(_ place: Place) -> Bool { places.contains(place) }

  // MARK: Reporting

  mutating func report(
    _ rule: Rule, at token: Int, _ message: String, fix: String? = nil, severity: Severity? = nil,
    about name: String? = nil, endLine: Int? = nil, line: Int? = nil
  ) {
    let finding = finding(
      rule, at: token, message, fix: fix, severity: severity, about: name, endLine: endLine, line: line)
    add([finding])
  }

  func finding(
    _ rule: Rule, at token: Int, _ message: String, fix: String? = nil, severity: Severity? = nil,
    about name: String? = nil, endLine: Int? = nil, line: Int? = nil
  ) -> Finding {
    let place = line ?? file.line(token)
    return Finding(
      rule: rule.id, severity: configuration.severity(of: rule.id, default: severity ?? rule.severity),
      path: file.path, line: place, column: line == nil ? file.column(token) : 1,
      endLine: max(endLine ?? place, place), message: message, fix: fix ?? rule.fix,
      anchor: name.map { .name($0) } ?? .line)
  }

  mutating func approve(_ rule: Rule, at token: Int, _ message: String) {
    guard configuration.severity(of: rule.id, default: rule.severity) != .off else { return }
    let line = file.line(token)
    guard approved.insert(Spot(rule: rule.id, line: line)).inserted else { return }
    approvals.append(
      Approval(rule: rule.id, path: file.path, line: line, column: file.column(token), message: message))
  }

  func isReported(_ rule: Rule, line: Int) -> Bool {
    reported[Spot(rule: rule.id, line: line)] != nil
  }

  /// One line and one rule give one finding; the graver one stays.
  mutating func add(_ found: [Finding]) {
    for finding in found where finding.severity != .off {
      let spot = Spot(rule: finding.rule, line: finding.line)
      if let index = reported[spot] {
        if findings[index].severity == .warning && finding.severity == .violation {
          findings[index] = finding
        }
      } else {
        reported[spot] = findings.count
        findings.append(finding)
      }
    }
  }

  // MARK: Looking

  /// Words of a token range, such as a type's names.
  func words(in range: Range<Int>) -> [String] {
    range.filter { file.kind($0) == .word || file.kind($0) == .escapedWord }.map(file.text)
  }

  /// A token range as it was written.
  func source(of range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, last < file.tokens.count else { return "" }
    let start = Int(file.tokens[first].start)
    let end = min(Int(file.tokens[last].end), start + 120)
    return String(decoding: file.bytes[start..<max(start, end)], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Stored properties of a type's own body.
  func storedProperties(of type: Int) -> [Declaration] {
    file.declarations.filter { $0.kind == .property && $0.isMember && $0.parent == type && $0.isStored }
  }

  /// The innermost function, initializer or accessor around a token.
  func functionAround(_ token: Int) -> Int? {
    var index = declarationBefore(token)
    while index >= 0 {
      let found = file.declarations[index]
      if !found.kind.isType, let body = found.body, body.contains(token) { return index }
      index = found.parent
    }
    return nil
  }

  /// The innermost type or extension around a token.
  func typeAround(_ token: Int) -> Declaration? {
    var index = declarationBefore(token)
    while index >= 0 {
      let found = file.declarations[index]
      if found.kind.isType, let body = found.body, body.contains(token) { return found }
      index = found.parent
    }
    return nil
  }

  private func declarationBefore(_ token: Int) -> Int {
    var low = 0
    var high = file.declarations.count
    while low < high {
      let middle = (low + high) / 2
      if file.declarations[middle].keyword < token { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Arguments of the call whose parenthesis is at `open`: label (empty without one) and tokens.
  func arguments(_ open: Int) -> [(label: String, range: Range<Int>)] {
    guard file.isMark(open, "(") else { return [] }
    let close = file.partner(open)
    var arguments: [(String, Range<Int>)] = []
    var start = open + 1
    var index = start
    while index <= close {
      if index == close || file.isMark(index, ",") {
        if index > start {
          let isLabelled = file.kind(start) == .word && file.isMark(start + 1, ":")
          arguments.append((isLabelled ? file.text(start) : "", (isLabelled ? start + 2 : start)..<index))
        }
        start = index + 1
      } else if ["(", "[", "{"].contains(file.text(index)) && file.kind(index) == .mark {
        index = min(max(index, file.partner(index)), close - 1)
      }
      index += 1
    }
    return arguments
  }

  /// The value of a literal number that is all of a range; underscores allowed.
  func number(in range: Range<Int>) -> Double? {
    guard range.count == 1, let token = range.first, file.kind(token) == .number else { return nil }
    return Double(file.text(token).filter { $0 != "_" })
  }
}

extension SourceFile {
  /// What the built-in rules find in this file alone under the usual configuration: rule and line.
  ///
  /// Takes time in proportion to the length of the source, whatever it holds.
  public func reviewed() -> [(rule: String, line: Int)] {
    FileReview.review(self, Configuration()).findings.map { ($0.rule, $0.line) }
  }
}
