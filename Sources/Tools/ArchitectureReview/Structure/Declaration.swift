/// A declaration as a lexer can see it.
struct Declaration: Sendable {
  enum Kind: String, Sendable {
    case `struct`, `class`, `enum`, actor, `protocol`, `extension`
    case function = "func", initializer = "init", deinitializer = "deinit", `subscript`
    case property, `typealias`

    /// Whether it opens a body of members.
    var isType: Bool {
      switch self {
      case .struct, .class, .enum, .actor, .protocol, .extension: true
      case .function, .initializer, .deinitializer, .subscript, .property, .typealias: false
      }
    }

    /// Whether it makes a new nominal type.
    var isNominal: Bool { isType && self != .extension }
  }

  /// One parameter of a function, initializer or subscript.
  struct Parameter: Sendable {
    var label: String
    var name: String
    /// Token of the first name.
    var token: Int
    /// Tokens of its type, attributes included.
    var type: Range<Int>
  }

  var kind: Kind
  /// Of an extension the dotted path it extends.
  var name: String
  /// Token of the keyword.
  var keyword: Int
  /// Line of the keyword.
  var line: Int
  var attributes: [String] = []
  var modifiers: [String] = []
  /// Index of the type it is a member of, or -1; locals have the function's.
  var parent = -1
  /// Whether it stands directly in the body of a type.
  var isMember = false
  /// What a type inherits from and conforms to, as dotted paths.
  var inherited: [String] = []
  var parameters: [Parameter] = []
  /// Tokens of the type of a property, or of what a function returns.
  var type: Range<Int> = 0..<0
  /// Tokens of the first value, or of what a typealias stands for.
  var value: Range<Int> = 0..<0
  /// Tokens from the opening brace to the closing one.
  var body: Range<Int>?
  /// Of a property: whether it is `let`.
  var isLet = false
  /// Of a property: whether it keeps a value; static ones count as not stored.
  var isStored = false
  var isAsync = false

  var lastToken: Int { body.map { $0.upperBound - 1 } ?? keyword }

  /// The name without the path before it.
  var shortName: Substring { name.split(separator: ".").last ?? Substring(name) }

  var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }

  /// Whether other modules can see it by its own words.
  var isExposed: Bool { ["public", "open", "package"].contains(where: modifiers.contains) }
}
