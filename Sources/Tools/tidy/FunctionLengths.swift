/// The lines of every function, initializer, subscript and computed property in a piece of code.
struct FunctionLengths {
  /// One body: from the line of its keyword to its closing brace, both counted.
  struct Function: Equatable {
    var name: String
    var line: Int
    var lines: Int
  }

  private struct Pending {
    var name: String
    var line: Int
    var parentheses: Int
    /// A property's body has to open on the line of its keyword.
    var sameLineOnly: Bool
  }

  private struct Token {
    var text: Substring
    var line: Int
  }

  private var found: [Function] = []
  private var pending: Pending?
  private var open: [Pending?] = []
  private var parentheses = 0

  /// Functions of code as `SwiftCode` leaves it, in the order of their ends.
  static func functions(in code: String) -> [Function] {
    var reader = FunctionLengths()
    let tokens = tokens(of: code)
    for index in tokens.indices {
      reader.read(
        tokens[index], after: index > 0 ? tokens[index - 1] : nil,
        before: index + 1 < tokens.count ? tokens[index + 1] : nil)
    }
    return reader.found
  }

  private mutating func read(_ token: Token, after previous: Token?, before next: Token?) {
    switch token.text {
    case "(", "[": parentheses += 1
    case ")", "]": parentheses -= 1
    case "{": openBrace(token)
    case "}": closeBrace(token)
    case "=":
      // A stored property; after `func` it is an operator's name, inside parentheses a default.
      if let body = pending, body.sameLineOnly, body.parentheses == parentheses { pending = nil }
    case "func":
      if let next { expectBody(String(next.text), token) }
    case "init", "subscript", "deinit":
      let opens = ["(", "<", "?", "{"].contains(next?.text)
      if previous?.text != "." && opens { expectBody(String(token.text), token) }
    case "var":
      if let next { expectBody(String(next.text), token, sameLineOnly: true) }
    default: break
    }
  }

  private mutating func expectBody(_ name: String, _ token: Token, sameLineOnly: Bool = false) {
    pending = Pending(name: name, line: token.line, parentheses: parentheses, sameLineOnly: sameLineOnly)
  }

  private mutating func openBrace(_ token: Token) {
    guard let body = pending, body.parentheses == parentheses else { return open.append(nil) }
    pending = nil
    open.append(body.sameLineOnly && body.line != token.line ? nil : body)
  }

  private mutating func closeBrace(_ token: Token) {
    if pending?.parentheses == parentheses { pending = nil }
    guard let last = open.popLast(), let body = last else { return }
    found.append(Function(name: body.name, line: body.line, lines: token.line - body.line + 1))
  }

  private static func tokens(of code: String) -> [Token] {
    var tokens: [Token] = []
    var line = 1
    var wordStart: String.Index?
    for index in code.indices {
      let character = code[index]
      let isWord = character.isLetter || character.isNumber || character == "_"
      if isWord {
        if wordStart == nil { wordStart = index }
        continue
      }
      if let start = wordStart {
        tokens.append(Token(text: code[start..<index], line: line))
        wordStart = nil
      }
      if character.isNewline {
        line += 1
      } else if !character.isWhitespace {
        tokens.append(Token(text: code[index...index], line: line))
      }
    }
    return tokens
  }
}
