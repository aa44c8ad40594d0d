/// Reads HTML as we write it, strictly: anything a looser parser might read in another way is a failure.
struct PageScanner {
  struct Element: Hashable {
    var name: String
    var attributes: [String: String]
  }

  /// Every element, in order.
  private(set) var elements: [Element] = []
  /// What was not as it should be.
  private(set) var problems: [String] = []
  private var open: [String] = []

  init(_ html: String) {
    var rest = Array(html.utf8)[...]
    let doctype = Array("<!DOCTYPE html>".utf8)
    if rest.starts(with: doctype) { rest = rest.dropFirst(doctype.count) }
    let bare = Array("\"'>`".utf8)
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if rest[..<start].contains(where: bare.contains) { problems.append("bare sign in text") }
      rest = rest[(start + 1)...]
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        problems.append("a tag that does not end")
        return
      }
      tag(Substring(String(decoding: rest[..<end], as: UTF8.self)))
      rest = rest[(end + 1)...]
    }
    if !open.isEmpty { problems.append("not closed: \(open)") }
  }

  private mutating func tag(_ inner: Substring) {
    if inner.hasPrefix("/") {
      if open.popLast() != String(inner.dropFirst()) { problems.append("closes wrongly: \(inner)") }
      return
    }
    let isVoid = inner.hasSuffix("/")
    let pieces = (isVoid ? inner.dropLast() : inner).split(separator: "\"", omittingEmptySubsequences: false)
    var attributes: [String: String] = [:]
    func add(_ name: Substring, _ value: Substring) {
      if attributes.updateValue(String(value), forKey: String(name)) != nil {
        problems.append("twice: \(name) in \(inner)")
      }
    }
    // Outside of quotes: names with a blank before them, the last one with an equals sign behind it.
    let name = pieces[0].prefix { $0 != " " }
    for (index, piece) in pieces.enumerated() where index.isMultiple(of: 2) {
      let outside = index == 0 ? piece.dropFirst(name.count) : piece
      let words = outside.split(separator: " ")
      let isPlain = outside.isEmpty || outside.hasPrefix(" ")
      let hasValue = outside.hasSuffix("=") && index + 1 < pieces.count
      if !isPlain || outside.contains("=") != hasValue || (!hasValue && index + 1 < pieces.count) {
        problems.append("odd tag: \(inner)")
      }
      for word in hasValue ? words.dropLast() : words[...] { add(word, "") }
      if hasValue, let last = words.last { add(last.dropLast(), pieces[index + 1]) }
    }
    elements.append(Element(name: String(name), attributes: attributes))
    if !isVoid { open.append(String(name)) }
  }

  /// What our pages must never hold.
  var forbidden: [String] {
    elements.flatMap { element in
      let names = element.attributes.keys.filter {
        $0 == "style" || $0.hasPrefix("on") || $0.hasPrefix("hx-on") || $0 == "srcdoc" || $0 == "http-equiv"
      }
      let tags = ["style", "iframe", "object", "embed", "base"].contains(element.name) ? [element.name] : []
      let inline = element.name == "script" && element.attributes["src"] == nil ? ["inline script"] : []
      return names.sorted() + tags + inline
    }
  }
}
