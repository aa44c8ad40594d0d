/// Lengths of files, types, functions and lines.
extension DataReview {
  mutating func checkSizes(_ rule: DataRule, _ sizes: DataRule.Sizes) {
    guard let swift = file.swift else { return }
    if let limit = sizes.fileLines, swift.lineCount > limit {
      report(
        rule, line: limit + 1, "\(swift.lineCount) lines, limit \(limit)", about: String(file.name),
        endLine: swift.lineCount)
    }
    for found in swift.declarations {
      let limit = found.kind.isType ? sizes.typeLines : sizes.functionLines
      guard let limit, found.body != nil else { continue }
      let last = swift.line(found.lastToken)
      let first = swift.line(found.keyword)
      guard last - first + 1 > limit else { continue }
      report(
        rule, line: first, column: swift.column(found.keyword),
        "\(found.name) has \(last - first + 1) lines, limit \(limit)", about: found.name, endLine: last)
    }
    guard let limit = sizes.lineColumns else { return }
    for line in 1...max(1, swift.lineCount) {
      let bytes = swift.lineBytes(line)
      guard bytes.count > limit else { continue }
      let columns = String(decoding: bytes, as: UTF8.self).count
      if columns > limit { report(rule, line: line, column: limit + 1, "\(columns) columns, limit \(limit)") }
    }
  }
}
