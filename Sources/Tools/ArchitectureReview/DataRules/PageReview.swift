/// Each module opens with a page, and the example on it is compiled by a test.
struct PageReview {
  let rule: DataRule
  let severity: Severity
  let page: DataRule.Page
  let table: ModuleTable
  let package: PackageTable
  /// Lines of a file by its path; nothing where there is no such file.
  let lines: (String) -> [Substring]?

  func findings() -> [Finding] {
    table.modules.filter { package.target(named: $0.name) != nil }.flatMap(findings(of:))
  }

  private func findings(of module: ModuleTable.Module) -> [Finding] {
    let path = "\(module.folder)/\(module.name).md"
    func fault(_ message: String) -> Finding {
      Finding(
        rule: rule.id, severity: severity, path: path, line: 1, column: 1, endLine: 1, message: message,
        fix: rule.rule.fix, anchor: .name(message))
    }
    guard let lines = lines(path) else { return [fault("\(module.name) has no page")] }
    let text = lines.joined(separator: "\n")
    var found = page.parts.filter { text.firstRange(of: $0) == nil }.map { fault("the page lacks \($0)") }
    if lines.first != "# \(module.name)" { found.append(fault("the page opens with '# \(module.name)'")) }
    if module.hasNoExample { return found }

    let examples = Self.examples(of: lines)
    guard examples.count == 1, let example = examples.first else {
      return found + [fault("the page has \(examples.count) swift examples; it needs one")]
    }
    if !page.exampleLines.contains(example.count) {
      found.append(fault("the example has \(example.count) lines; about ten are wanted"))
    }
    let capital = module.name.prefix(1).uppercased() + module.name.dropFirst()
    let testPath = "Tests/\(module.tests)/\(capital)PageTests.swift"
    guard let test = self.lines(testPath) else {
      return found + [fault("the example is not compiled: \(testPath) is missing")]
    }
    if !Self.contains(test.compactMap(Self.bare), example) {
      found.append(fault("the example does not stand line by line in \(testPath)"))
    }
    return found
  }

  /// The lines of each swift block, without indentation, blank lines and repeated spaces.
  private static func examples(of page: [Substring]) -> [[String]] {
    var examples: [[String]] = []
    var current: [String]?
    for line in page {
      if line == "```swift" {
        current = []
      } else if line.hasPrefix("```") {
        if let ended = current { examples.append(ended) }
        current = nil
      } else if let bare = bare(line) {
        current?.append(bare)
      }
    }
    return examples
  }

  private static func bare(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func contains(_ lines: [String], _ example: [String]) -> Bool {
    guard lines.count >= example.count else { return false }
    return (0...(lines.count - example.count)).contains { start in
      lines[start..<(start + example.count)].elementsEqual(example)
    }
  }
}
