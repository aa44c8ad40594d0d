import ArchitectureReview

/// What the command line asks for.
struct Arguments: Equatable, Sendable {
  var paths: [String] = []
  var root = "."
  var config: String?
  var changedSince: String?
  var format = Report.Format.text
  var showsApproved = false
  var showsNotes = false
  var isStrict = false
  var baseline: String?
  var newBaseline: String?
  var only: Set<String>?
  var skipped: Set<String> = []
  var findingsMax = 0
  var threads: Int?
  var action = Action.review

  enum Action: Equatable, Sendable {
    case review
    case help
    case version
    case explain(String)
    case propose
  }

  /// Why the command line cannot be followed.
  struct Problem: Error, Equatable, CustomStringConvertible {
    var description: String
  }

  init(_ words: some Sequence<String>) throws(Problem) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        paths += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        paths.append(word)
        continue
      }
      // Both --format json and --format=json.
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        rest = [String(word[word.index(after: equals)...])] + rest
        try take(String(word[..<equals]), &rest, hasValue: true)
      } else {
        try take(word, &rest, hasValue: false)
      }
    }
  }

  private mutating func take(_ option: String, _ rest: inout ArraySlice<String>, hasValue: Bool)
    throws(Problem)
  {
    let flags = ["--help", "-h", "--version", "--init", "--show-approved", "--show-notes", "--strict"]
    if hasValue && flags.contains(option) { throw Problem(description: "\(option) takes no value") }
    switch option {
    case "--help", "-h": action = .help
    case "--version": action = .version
    case "--init": action = .propose
    case "--show-approved": showsApproved = true
    case "--show-notes": showsNotes = true
    case "--strict": isStrict = true
    case "--explain": action = .explain(try Self.value(option, &rest))
    case "--root": root = try Self.value(option, &rest)
    case "--config": config = try Self.value(option, &rest)
    case "--changed-since":
      let revision = try Self.value(option, &rest)
      if revision.hasPrefix("-") { throw Problem(description: "\(revision) is no revision") }
      changedSince = revision
    case "--format":
      let name = try Self.value(option, &rest)
      guard let known = Report.Format(rawValue: name) else {
        throw Problem(description: "there is no format \(name); text, json and sarif there are")
      }
      format = known
    case "--baseline": baseline = try Self.value(option, &rest)
    case "--write-baseline": newBaseline = try Self.value(option, &rest)
    case "--rules": only = (only ?? []).union(try Self.list(option, &rest))
    case "--skip": skipped.formUnion(try Self.list(option, &rest))
    case "--max": findingsMax = try Self.number(option, &rest, 0...Int.max)
    case "--threads": threads = try Self.number(option, &rest, 1...64)
    default: throw Problem(description: "there is no option \(option); --help lists them")
    }
  }

  private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Problem) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw Problem(description: "\(option) needs a value")
    }
    return value
  }

  private static func list(_ option: String, _ rest: inout ArraySlice<String>) throws(Problem) -> [String] {
    try value(option, &rest).split(separator: ",").map { $0.filter { !$0.isWhitespace } }
  }

  private static func number(
    _ option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let number = Int(try value(option, &rest)), range.contains(number) else {
      throw Problem(description: "\(option) needs a number of \(range.lowerBound) or more")
    }
    return number
  }

  static let help = """
    archreview [paths...] [options]: looks for breaches of the architecture in Swift sources.

    --root DIR              paths are relative to it (default: the current folder)
    --config FILE           default: .archreview.json in the root, if it is there
    --changed-since REV     findings only in files that git shows as changed since REV, or untracked
    --format text|json|sarif
    --show-approved         also tell where rules are kept (always in text)
    --show-notes            also tell findings that are only notes
    --strict                warnings count as violations
    --baseline FILE         findings in this file are known and do not count
    --write-baseline FILE   write what is found now
    --rules ID,ID           only these rules
    --skip ID,ID            all but these
    --max N                 tell at most N findings; the counts stay exact
    --threads N             read so many files at a time (default: one a core)
    --explain RULE          what a rule looks for, why, and what to do
    --init                  print a configuration that fits the tree
    --version, --help

    Ends with 0 without violations, 1 with some, 2 on bad arguments or configuration, 3 when a file could not
    be read, 4 on a failure of its own.

    """
}
