/// What files of one layer use of another, within one module or between several.
struct LayerReview {
  /// What is kept of a file for this rule.
  struct FileUses: Sendable {
    /// A word or import and its first place.
    struct Use: Sendable {
      var name: String
      var line: Int
      var column: Int
    }

    var path: String
    /// Types the file declares at its top.
    var declared: [String]
    /// Words that begin with a capital letter and are no members, each once.
    var words: [Use]
    var imports: [Use]
  }

  let rule: DataRule
  let severity: Severity
  let layers: [DataRule.Layer]
  let files: [FileUses]

  static func uses(of file: SourceFile) -> FileUses {
    var seen: Set<String> = []
    var words: [FileUses.Use] = []
    for index in file.tokens.indices where file.kind(index) == .word && !file.isMark(index - 1, ".") {
      let text = file.text(index)
      guard text.first?.isUppercase == true, seen.insert(text).inserted else { continue }
      words.append(FileUses.Use(name: text, line: file.line(index), column: file.column(index)))
    }
    let imports = file.imports.map {
      FileUses.Use(name: $0.module, line: $0.line, column: file.column($0.token))
    }
    let declared = file.declarations.filter { ($0.kind.isNominal || $0.kind == .typealias) && $0.parent < 0 }
    return FileUses(path: file.path, declared: declared.map(\.name), words: words, imports: imports)
  }

  func findings() -> [Finding] {
    let held = files.map { file in (file, layer(of: file.path)) }
    // A name that two layers declare belongs to neither.
    var owners: [String: String?] = [:]
    for (file, layer) in held {
      for name in file.declared {
        if let known = owners[name] {
          if known != layer?.name { owners[name] = .some(nil) }
        } else {
          owners[name] = .some(layer?.name)
        }
      }
    }
    return held.flatMap { file, layer in
      layer.map { findings(in: file, of: $0, owners) } ?? []
    }
  }

  private func layer(of path: String) -> DataRule.Layer? {
    let components = PathGlob.components(of: path)
    return layers.first { $0.paths.contains(components) }
  }

  private func findings(
    in file: FileUses, of layer: DataRule.Layer, _ owners: [String: String?]
  ) -> [Finding] {
    var lines: Set<Int> = []
    var found: [Finding] = []
    func add(_ use: FileUses.Use, _ owner: String, _ what: String) {
      guard owner != layer.name, !layer.mayUse.contains(owner), lines.insert(use.line).inserted else {
        return
      }
      let allowed = layer.mayUse.isEmpty ? "nothing" : layer.mayUse.sorted().joined(separator: ", ")
      found.append(
        Finding(
          rule: rule.id, severity: severity, path: file.path, line: use.line, column: use.column,
          endLine: use.line, message: "\(layer.name) uses \(what) of \(owner); it may use \(allowed)",
          fix: rule.rule.fix))
    }
    for use in file.imports {
      if let owner = layers.first(where: { $0.modules.contains(use.name) }) { add(use, owner.name, use.name) }
    }
    for use in file.words {
      if let owner = owners[use.name] ?? nil { add(use, owner, use.name) }
    }
    return found
  }
}
