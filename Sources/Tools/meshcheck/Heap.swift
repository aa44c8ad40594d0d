import Glibc

/// What the allocator of the C library has given out.
enum Heap {
  /// Bytes in use over all arenas, with what is mapped apart; `nil` when the allocator gives no report.
  static func bytesInUse() -> Int? {
    guard let report = report(), let end = report.range(of: "</heap>", isLast: true) else { return nil }
    let totals = report[end...]
    guard let held = size("system type=\"current\"", in: totals),
      let fast = size("total type=\"fast\"", in: totals),
      let rest = size("total type=\"rest\"", in: totals),
      let mapped = size("total type=\"mmap\"", in: totals)
    else { return nil }
    return held - fast - rest + mapped
  }

  private static func report() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = open_memstream(&text, &count) else { return nil }
    let result = mallocInfo(0, stream)
    fclose(stream)
    defer { free(text) }
    guard result == 0, let text else { return nil }
    return String(cString: text)
  }

  /// The size of an element of the report.
  private static func size(_ element: String, in totals: Substring) -> Int? {
    for line in totals.split(separator: "\n") where line.hasPrefix("<\(element)") {
      guard let mark = line.split(separator: " ").first(where: { $0.hasPrefix("size=") }) else { return nil }
      return Int(String(mark.dropFirst(6).prefix { $0.isNumber }))
    }
    return nil
  }
}

extension String {
  /// Where the last occurrence of a mark ends.
  fileprivate func range(of mark: String, isLast: Bool) -> String.Index? {
    var end: String.Index?
    var rest = self[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...]
      if rest.hasPrefix(mark) { end = rest.index(rest.startIndex, offsetBy: mark.count) }
      rest = rest.dropFirst()
    }
    return end
  }
}

/// glibc's report of its arenas as XML; its header is not part of the module Glibc.
@_silgen_name("malloc_info")
private func mallocInfo(_ options: CInt, _ stream: UnsafeMutablePointer<FILE>) -> CInt
