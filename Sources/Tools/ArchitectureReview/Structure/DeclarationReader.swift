/// Finds declarations, and where their bodies end, in one pass over the tokens.
///
/// It reads headers only as far as it must, jumps over brackets, and stops at the next keyword, so that
/// broken source costs no more than good.
struct DeclarationReader {
  private struct Scope {
    /// Index of the declaration whose body it is, or -1 for another brace.
    var declaration: Int
    /// The nearest declaration around, itself included, or -1.
    var owner: Int
    var close: Int
  }

  let tokens: [Token]
  let texts: [String]
  var declarations: [Declaration] = []
  var imports: [Import] = []
  private var scopes: [Scope] = []
  private var attributes: [String] = []
  private var modifiers: [String] = []
  private var bodies: [Int: Int] = [:]
  private var index = 0

  init(tokens: [Token], texts: [String]) {
    self.tokens = tokens
    self.texts = texts
  }

  mutating func run() {
    while index < tokens.count - 1 {
      while let last = scopes.last, index > last.close { scopes.removeLast() }
      step()
      index += 1
    }
  }

  private mutating func step() {
    switch tokens[index].kind {
    case .attribute:
      attributes.append(text(index))
      if text(index + 1) == "(" && tokens[index + 1].start == tokens[index].end { index = partner(index + 1) }
      return
    case .word:
      if Self.modifierWords.contains(text(index)) && isModifier() {
        modifiers.append(text(index))
        if text(index + 1) == "(" { index = partner(index + 1) }
        return
      }
      if !isAfterDot(index) { readKeyword() }
    case .mark:
      if text(index) == "{" {
        let found = bodies.removeValue(forKey: index) ?? -1
        let owner = found >= 0 ? found : scopes.last?.owner ?? -1
        scopes.append(Scope(declaration: found, owner: owner, close: partner(index)))
      }
    case .escapedWord, .number, .string, .interpolationOpen, .interpolationClose, .regex, .directive, .end:
      break
    }
    attributes = []
    modifiers = []
  }

  /// `class` is a modifier before `func`; the others are when something to modify follows.
  private func isModifier() -> Bool {
    let next = index + 1
    if text(index) == "class" { return ["func", "var", "subscript", "let"].contains(text(next)) }
    if isAfterDot(index) { return false }
    switch tokens[min(next, tokens.count - 1)].kind {
    case .word, .attribute: return true
    case .mark: return text(next) == "(" && partner(next) <= next + 2
    case .escapedWord, .number, .string, .interpolationOpen, .interpolationClose, .regex, .directive, .end:
      return false
    }
  }

  private mutating func readKeyword() {
    switch text(index) {
    case "import": readImport()
    case "struct", "class", "enum", "actor", "protocol", "extension": readType()
    case "func": readFunction(.function, nameAt: index + 1)
    case "init", "subscript":
      let opens = ["(", "<", "?", "!"].contains(text(index + 1))
      if opens && isMemberLevel {
        readFunction(text(index) == "init" ? .initializer : .subscript, nameAt: index)
      }
    case "deinit":
      if text(index + 1) == "{" && isMemberLevel {
        add(declaration(.deinitializer, "deinit"), bodyAt: index + 1)
      }
    case "let", "var": readProperty()
    case "typealias": readTypealias()
    default: break
    }
  }

  // MARK: Headers

  private mutating func readImport() {
    var next = index + 1
    if ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"].contains(text(next)) {
      next += 1
    }
    guard isName(next), tokens[next].line == tokens[index].line else { return }
    imports.append(Import(module: text(next), token: index, line: Int(tokens[index].line)))
    index = next
    while text(index + 1) == "." && isName(index + 2) { index += 2 }
  }

  private mutating func readType() {
    guard let kind = Declaration.Kind(rawValue: text(index)), isName(index + 1) else { return }
    var end = index + 1
    var name = text(end)
    while kind == .extension && text(end + 1) == "." && isName(end + 2) {
      end += 2
      name += "." + text(end)
    }
    if kind == .actor && !["{", ":", "<", "where"].contains(text(end + 1)) { return }
    var found = declaration(kind, name)
    var next = end + 1
    if text(next) == "<" { next = behindAngles(next) }
    if text(next) == ":" { found.inherited = readInherited(&next) }
    while !isHeaderEnd(next) && text(next) != "{" { next = behind(next) }
    add(found, bodyAt: next)
    index = end
  }

  private func readInherited(_ next: inout Int) -> [String] {
    var names: [String] = []
    var name = ""
    next += 1
    while !isHeaderEnd(next) && text(next) != "{" && text(next) != "where" {
      switch text(next) {
      case ",", "&":
        if !name.isEmpty { names.append(name) }
        name = ""
      case "<":
        next = behindAngles(next)
        continue
      default:
        let isPart = isName(next) && tokens[next].kind != .attribute && text(next) != "any"
        if isPart || text(next) == "." { name += text(next) }
      }
      next = behind(next)
    }
    if !name.isEmpty { names.append(name) }
    return names
  }

  private mutating func readFunction(_ kind: Declaration.Kind, nameAt place: Int) {
    let isOperator = tokens[min(place, tokens.count - 1)].kind == .mark && text(place) != "("
    guard kind != .function || isName(place) || isOperator else { return }
    var found = declaration(kind, kind == .function ? text(place) : kind.rawValue)
    var next = place + 1
    // An operator's name may be followed by its generic parameters.
    while ["?", "!"].contains(text(next)) || (isOperator && text(next) != "(" && text(next) != "<") {
      if isHeaderEnd(next) { return }
      next += 1
    }
    if text(next) == "<" { next = behindAngles(next) }
    guard text(next) == "(" else { return }
    let close = partner(next)
    guard close < tokens.count - 1 else { return add(found, bodyAt: -1) }
    found.parameters = readParameters(next + 1..<close)
    next = close + 1
    while ["async", "throws", "rethrows", "reasync"].contains(text(next)) {
      if text(next) == "async" { found.isAsync = true }
      next += 1
      if text(next) == "(" { next = partner(next) + 1 }
    }
    if text(next) == "->" {
      let start = next + 1
      next = behindType(start)
      found.type = start..<max(start, next)
    }
    if text(next) == "where" {
      while !isHeaderEnd(next) && text(next) != "{" { next = behind(next) }
    }
    add(found, bodyAt: text(next) == "{" ? next : -1)
    index = place
  }

  private func readParameters(_ range: Range<Int>) -> [Declaration.Parameter] {
    var parameters: [Declaration.Parameter] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var colon = start
      while colon < range.upperBound && text(colon) != ":" && text(colon) != "," { colon = behind(colon) }
      guard colon < range.upperBound, text(colon) == ":" else { break }
      var end = colon + 1
      var angles = 0
      while end < range.upperBound && !(angles <= 0 && (text(end) == "," || text(end) == "=")) {
        if text(end) == "<" { angles += 1 }
        if text(end) == ">" { angles -= 1 }
        end = behind(end)
      }
      end = min(end, range.upperBound)
      let names = (start..<colon).filter { isName($0) && tokens[$0].kind != .attribute }
      parameters.append(
        Declaration.Parameter(
          label: names.first.map(text) ?? "", name: names.last.map(text) ?? "", token: names.first ?? start,
          type: colon + 1..<end))
      while end < range.upperBound && text(end) != "," { end = behind(end) }
      start = end + 1
    }
    return parameters
  }

  private mutating func readTypealias() {
    guard isName(index + 1) else { return }
    var found = declaration(.typealias, text(index + 1))
    var next = index + 2
    if text(next) == "<" { next = behindAngles(next) }
    if text(next) == "=" { found.value = next + 1..<max(next + 1, behindType(next + 1)) }
    add(found, bodyAt: -1)
  }

  // MARK: Properties

  /// Members and globals; what stands in a function's body is no property.
  private mutating func readProperty() {
    guard isMemberLevel || scopes.isEmpty else { return }
    let isLet = text(index) == "let"
    let isStatic = modifiers.contains("static") || modifiers.contains("class")
    var next = index + 1
    while isName(next) {
      var found = declaration(.property, text(next))
      found.line = Int(tokens[next].line)
      found.isLet = isLet
      next += 1
      if text(next) == ":" {
        let end = behindType(next + 1)
        found.type = next + 1..<max(next + 1, end)
        next = end
      }
      var isComputed = false
      var body = -1
      if text(next) == "=" {
        let end = behindValue(next + 1)
        found.value = next + 1..<max(next + 1, end)
        next = end
      } else if text(next) == "{" {
        body = next
        isComputed = !isObserved(next)
      }
      found.isStored = !isComputed && !isStatic
      add(found, bodyAt: body)
      guard text(next) == "," else { return }
      next += 1
    }
  }

  /// Whether a body holds observers only, so that the property still keeps a value.
  private func isObserved(_ brace: Int) -> Bool {
    var next = brace + 1
    while tokens[min(next, tokens.count - 1)].kind == .attribute { next += 1 }
    return text(next) == "willSet" || text(next) == "didSet"
  }

  // MARK: Steps over tokens

  /// The token behind a type that begins at `start`: a type ends with its line unless something goes on.
  private func behindType(_ start: Int) -> Int {
    var next = start
    var angles = 0
    while next < tokens.count - 1 {
      let word = text(next)
      if angles <= 0 && ["=", "{", ",", "}", ")", "]", ";", "where"].contains(word) { return next }
      if next > start && angles <= 0 && tokens[next].line > tokens[next - 1].line && !goesOn(next) {
        return next
      }
      if isHeaderEnd(next) { return next }
      if word == "<" { angles += 1 }
      if word == ">" { angles -= 1 }
      next = behind(next)
    }
    return next
  }

  private func goesOn(_ next: Int) -> Bool {
    ["->", "&", ".", "async", "throws"].contains(text(next)) || ["->", "&", "."].contains(text(next - 1))
  }

  /// The token behind a value: a comma, or a line that begins something else.
  private func behindValue(_ start: Int) -> Int {
    var next = start
    while next < tokens.count - 1 {
      if [",", "}", ";", ")"].contains(text(next)) { return next }
      if next > start && tokens[next].line > tokens[next - 1].line {
        let isMore = tokens[next].kind == .mark && text(next) != "{" && text(next) != "("
        if !isMore && text(next - 1) != "=" { return next }
      }
      if next > start && isHeaderEnd(next) { return next }
      next = behind(next)
    }
    return next
  }

  /// Where a header is broken off.
  private func isHeaderEnd(_ next: Int) -> Bool {
    guard next < tokens.count - 1 else { return true }
    switch tokens[next].kind {
    case .mark: return ["}", ")", "]", ";"].contains(text(next))
    case .word:
      let isKeyword = Self.declarationWords.contains(text(next)) && !isAfterDot(next)
      return isKeyword && !(text(next) == "class" && text(next - 1) == ":")
    case .directive, .end: return true
    case .escapedWord, .attribute, .number, .string, .interpolationOpen, .interpolationClose, .regex:
      return false
    }
  }

  /// The next token, or the one behind a bracket's partner.
  private func behind(_ next: Int) -> Int {
    guard next < tokens.count else { return tokens.count }
    let isOpening = tokens[next].kind == .mark && ["(", "[", "{"].contains(text(next))
    return (isOpening ? max(next, partner(next)) : next) + 1
  }

  private func behindAngles(_ start: Int) -> Int {
    var next = start
    var depth = 0
    while !isHeaderEnd(next) && text(next) != "{" {
      if text(next) == "<" { depth += 1 }
      if text(next) == ">" { depth -= 1 }
      next = behind(next)
      if depth <= 0 { break }
    }
    return next
  }

  // MARK: Parts

  private mutating func add(_ found: Declaration, bodyAt brace: Int) {
    var found = found
    if brace >= 0 && brace < tokens.count && text(brace) == "{" {
      found.body = brace..<max(brace, partner(brace)) + 1
      bodies[brace] = declarations.count
    }
    declarations.append(found)
  }

  private func declaration(_ kind: Declaration.Kind, _ name: String) -> Declaration {
    var found = Declaration(kind: kind, name: name, keyword: index, line: Int(tokens[index].line))
    found.attributes = attributes
    found.modifiers = modifiers
    found.isMember = isMemberLevel
    found.parent = scopes.last?.owner ?? -1
    return found
  }

  private var isMemberLevel: Bool {
    guard let last = scopes.last, last.declaration >= 0 else { return false }
    return declarations[last.declaration].kind.isType
  }

  private func text(_ index: Int) -> String {
    guard index >= 0 && index < tokens.count else { return "" }
    let token = tokens[index]
    return token.kind == .string || token.kind == .regex ? "" : texts[Int(token.symbol)]
  }

  private func partner(_ index: Int) -> Int {
    let partner = Int(tokens[index].partner)
    return partner < 0 ? tokens.count - 1 : partner
  }

  private func isName(_ index: Int) -> Bool {
    guard index < tokens.count else { return false }
    return tokens[index].kind == .word || tokens[index].kind == .escapedWord
  }

  private func isAfterDot(_ index: Int) -> Bool { index > 0 && text(index - 1) == "." }

  private static let modifierWords: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "static", "class", "lazy",
    "weak", "unowned", "mutating", "nonmutating", "override", "required", "convenience", "indirect",
    "dynamic",
    "nonisolated", "distributed", "consuming", "borrowing", "optional", "prefix", "postfix", "infix",
  ]

  private static let declarationWords: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "extension", "func", "init", "deinit", "subscript", "let",
    "var", "typealias", "import", "case", "public", "private", "fileprivate", "internal", "open", "static",
    "final", "override", "mutating", "associatedtype",
  ]
}
