/// Each module opens with a page, and the example on it is compiled by a test.
struct PageRules {
  let layers: Layers
  let habits: Habits
  let table: PackageTable
  let tree: Tree

  func breaches() -> [Breach] {
    layers.modules.filter { table.target(named: $0.name) != nil }.flatMap(breaches(of:))
  }

  private func breaches(of module: Layers.Module) -> [Breach] {
    let path = "\(module.folder)/\(module.name).md"
    func page(_ message: String) -> Breach {
      Breach(path: path, line: 1, rule: "module-page", message: message)
    }
    guard let file = tree.file(at: path) else { return [page("\(module.name) has no page")] }
    var breaches = habits.page.parts.filter { !file.text.contains($0) }.map { page("the page lacks \($0)") }
    if file.lines.first != "# \(module.name)" {
      breaches.append(page("the page opens with '# \(module.name)'"))
    }
    if module.pageExample == "none" { return breaches }

    let examples = Self.examples(of: file)
    guard examples.count == 1, let example = examples.first else {
      return breaches + [page("the page has \(examples.count) swift examples; it needs one")]
    }
    if !(habits.page.exampleLinesMin...habits.page.exampleLinesMax).contains(example.count) {
      breaches.append(page("the example has \(example.count) lines; about ten are wanted"))
    }
    let testPath = "Tests/\(module.tests)/\(module.name.capitalizedFirst)PageTests.swift"
    guard let test = tree.file(at: testPath) else {
      return breaches + [page("the example is not compiled: \(testPath) is missing")]
    }
    if !Self.contains(test.lines.compactMap(Self.bare), example) {
      breaches.append(page("the example does not stand line by line in \(testPath)"))
    }
    return breaches
  }

  /// The lines of each swift block, without indentation, blank lines and repeated spaces.
  private static func examples(of page: Tree.File) -> [[String]] {
    var examples: [[String]] = []
    var current: [String]?
    for line in page.lines {
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

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
