/// Lengths of files, functions and lines.
struct SizeRules {
  let sizes: Habits.Sizes
  let tree: Tree

  /// What is past a maximum.
  func breaches() -> [Breach] {
    tree.files.filter(\.isSwift).flatMap { file in
      longFile(file, past: sizes.fileLinesMax) + longFunctions(file, past: sizes.functionLinesMax)
        + longLines(file)
    }
  }

  /// What is past a goal and within the maximum: worth a look, no breach.
  func notes() -> [Breach] {
    let long = tree.files.filter(\.isSwift).flatMap { file in
      longFile(file, past: sizes.fileLinesGoal) + longFunctions(file, past: sizes.functionLinesGoal)
    }
    let broken = Set(breaches().map { "\($0.path):\($0.line):\($0.rule)" })
    return long.filter { !broken.contains("\($0.path):\($0.line):\($0.rule)") }
  }

  private func longFile(_ file: Tree.File, past limit: Int) -> [Breach] {
    guard file.lines.count > limit else { return [] }
    let message = "\(file.lines.count) lines, limit \(limit): a file holds one idea"
    return [Breach(path: file.path, line: 1, rule: "file-lines", message: message)]
  }

  private func longFunctions(_ file: Tree.File, past limit: Int) -> [Breach] {
    FunctionLengths.functions(in: file.code).filter { $0.lines > limit }.map {
      let message = "\($0.name) has \($0.lines) lines, limit \(limit)"
      return Breach(path: file.path, line: $0.line, rule: "function-lines", message: message)
    }
  }

  private func longLines(_ file: Tree.File) -> [Breach] {
    file.lines.enumerated().filter { $0.element.count > sizes.lineColumnsMax }.map {
      let message = "\($0.element.count) columns, limit \(sizes.lineColumnsMax)"
      return Breach(path: file.path, line: $0.offset + 1, rule: "line-columns", message: message)
    }
  }
}
