/// Pairs the brackets of a file, through `#if` branches and through mistakes.
///
/// Each branch starts from the depth before the `#if`; what is open behind `#endif` is what the first branch
/// left open. Open brackets are a linked list, so that going back to a branch's start costs nothing.
struct Brackets {
  private struct Node {
    var token: Int
    var parent: Int
  }

  private struct Branching {
    var topBefore: Int
    var nodesBefore: Int
    var topOfFirst: Int?
  }

  private enum Bracket { case none, open, close(String) }

  private var tokens: [Token]
  private let texts: [String]
  private var nodes: [Node] = []
  private var top = -1
  private var branchings: [Branching] = []

  /// Sets `partner` of every bracket; one that is never closed gets the end or the end of its branch.
  static func match(_ tokens: inout [Token], texts: [String]) {
    var brackets = Brackets(tokens: tokens, texts: texts)
    // Held once, so that setting a partner copies nothing.
    tokens = []
    brackets.run()
    tokens = brackets.tokens
  }

  private init(tokens: [Token], texts: [String]) {
    self.tokens = tokens
    self.texts = texts
  }

  private mutating func run() {
    let brackets = texts.map(Self.bracket)
    for index in tokens.indices {
      switch tokens[index].kind {
      case .mark:
        switch brackets[Int(tokens[index].symbol)] {
        case .none: break
        case .open:
          nodes.append(Node(token: index, parent: top))
          top = nodes.count - 1
        case .close(let opener): close(index, opener)
        }
      case .directive: step(texts[Int(tokens[index].symbol)], at: index)
      case .word, .escapedWord, .attribute, .number, .string, .interpolationOpen, .interpolationClose, .regex,
        .end:
        break
      }
    }
    for node in nodes where tokens[node.token].partner < 0 {
      tokens[node.token].partner = Int32(tokens.count - 1)
    }
  }

  private static func bracket(_ text: String) -> Bracket {
    switch text {
    case "(", "[", "{": .open
    case ")": .close("(")
    case "]": .close("[")
    case "}": .close("{")
    default: .none
    }
  }

  private func opens(_ node: Int, _ text: String) -> Bool {
    texts[Int(tokens[nodes[node].token].symbol)] == text
  }

  private mutating func close(_ index: Int, _ opener: String) {
    // A brace closes what was forgotten inside it; a parenthesis does not reach beyond a brace.
    if opener == "{" {
      while top >= 0 && !opens(top, "{") {
        tokens[nodes[top].token].partner = Int32(index)
        top = nodes[top].parent
      }
    }
    guard top >= 0, opens(top, opener) else { return }
    let open = nodes[top].token
    if tokens[open].partner < 0 { tokens[open].partner = Int32(index) }
    tokens[index].partner = Int32(open)
    top = nodes[top].parent
  }

  private mutating func step(_ directive: String, at index: Int) {
    if directive == "#if" {
      branchings.append(Branching(topBefore: top, nodesBefore: nodes.count, topOfFirst: nil))
      return
    }
    guard var branching = branchings.popLast() else { return }
    if branching.topOfFirst == nil {
      branching.topOfFirst = top
    } else {
      leaveBranch(branching, at: index)
    }
    if directive == "#endif" {
      top = branching.topOfFirst ?? top
    } else {
      top = branching.topBefore
      branching.nodesBefore = nodes.count
      branchings.append(branching)
    }
  }

  /// What a branch other than the first left open ends with the branch.
  private mutating func leaveBranch(_ branching: Branching, at index: Int) {
    while top >= branching.nodesBefore {
      if tokens[nodes[top].token].partner < 0 { tokens[nodes[top].token].partner = Int32(index) }
      top = nodes[top].parent
    }
  }
}
