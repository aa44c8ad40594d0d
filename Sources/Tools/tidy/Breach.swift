/// One place where the tree breaks one rule.
struct Breach: Hashable, Comparable, CustomStringConvertible {
  /// Path from the root of the tree.
  var path: String
  /// Line in the file, from 1; 1 where the whole file is meant.
  var line: Int
  /// The rule's name, as waivers use it.
  var rule: String
  /// What is wrong and what to do, in a sentence.
  var message: String

  var description: String { "\(path):\(line): [\(rule)] \(message)" }

  static func < (left: Breach, right: Breach) -> Bool {
    (left.path, left.line, left.rule, left.message) < (right.path, right.line, right.rule, right.message)
  }
}
