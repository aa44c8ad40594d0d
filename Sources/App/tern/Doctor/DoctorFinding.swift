import StrictJSON

/// One thing that `tern doctor` looked at, and how it is.
struct DoctorFinding: Equatable {
  /// What it is about, in the order of the report.
  enum Topic: String, CaseIterable {
    case libraries, rights, keys, disk, clock, ports, multicast, bluetooth, assets, node
  }

  /// How it is.
  enum Level: String {
    /// As it should be.
    case fine = "ok"
    /// Worth knowing; nothing is broken.
    case note
    /// Something does not work, or is not safe.
    case problem
  }

  var topic: Topic
  /// Stays the same when the words change; for programs.
  var name: String
  var level: Level
  /// One or two sentences.
  var words: String
  /// The command that mends it, or shows who is to blame; `nil` where nothing is to be done.
  var mend: String?
}

/// All findings, as they are printed.
struct DoctorReport: Equatable {
  var findings: [DoctorFinding]

  /// Whether there is no problem; notes are none.
  var isHealthy: Bool { problemCount == 0 }

  private var problemCount: Int { findings.count { $0.level == .problem } }
  private var noteCount: Int { findings.count { $0.level == .note } }

  /// For a person: a line a finding, its command below it, and a sum.
  var lines: [String] {
    var lines: [String] = []
    for finding in findings {
      let level = finding.level.rawValue
      lines.append(level + String(repeating: " ", count: Self.column - level.count) + finding.words)
      if let mend = finding.mend { lines.append(String(repeating: " ", count: Self.column) + "$ " + mend) }
    }
    return lines + ["", sum]
  }

  /// For programs (docs/commands.md).
  var json: JSONValue {
    .object([
      JSONMember(name: "healthy", value: .bool(isHealthy)),
      JSONMember(
        name: "findings",
        value: .array(
          findings.map { finding in
            .object([
              JSONMember(name: "topic", value: .string(finding.topic.rawValue)),
              JSONMember(name: "finding", value: .string(finding.name)),
              JSONMember(name: "level", value: .string(finding.level.rawValue)),
              JSONMember(name: "words", value: .string(finding.words)),
              JSONMember(name: "mend", value: finding.mend.map { .string($0) } ?? .null),
            ])
          })),
    ])
  }

  private var sum: String {
    let problems = problemCount == 1 ? "1 problem" : "\(problemCount) problems"
    let notes = noteCount == 1 ? "1 note" : "\(noteCount) notes"
    switch (isHealthy, noteCount) {
    case (true, 0): return "Everything is as it should be."
    case (true, _): return "Nothing is broken; \(notes)."
    case (false, 0): return "\(problems)."
    case (false, _): return "\(problems), \(notes)."
    }
  }

  private static let column = 9
}
