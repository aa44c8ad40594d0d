/// One attribute of an element.
///
/// The names are a closed set: `style` and every `on…` name cannot be written, nor can htmx's `hx-on`.
/// Values are escaped and always quoted. An address needs a `LinkTarget`.
public struct Attribute: Sendable, Equatable {
  enum Form: Sendable, Equatable {
    case absent
    case flag(AttributeName)
    case pair(AttributeName, String)
    case custom(prefix: AttributeName, name: String, value: String)
  }

  let form: Form

  /// No attribute: for a condition that does not hold.
  public static let absent = Attribute(form: .absent)

  /// The attribute when the condition holds, else nothing.
  public static func when(_ condition: Bool, _ attribute: @autoclosure () -> Attribute) -> Attribute {
    condition ? attribute() : absent
  }

  /// An attribute of the closed set whose value is plain text, or nothing for nil.
  public static func set(_ name: AttributeName, _ value: String?) -> Attribute {
    guard let value else { return absent }
    return Attribute(form: .pair(name, value))
  }

  /// An attribute without a value, when the condition holds.
  public static func flag(_ name: AttributeName, _ isSet: Bool = true) -> Attribute {
    isSet ? Attribute(form: .flag(name)) : absent
  }

  /// `id`.
  public static func id(_ value: String) -> Attribute {
    set(.id, value)
  }

  /// `class`: the names joined by spaces; empty ones are left out.
  public static func `class`(_ names: String...) -> Attribute {
    let joined = names.filter { !$0.isEmpty }.joined(separator: " ")
    return joined.isEmpty ? absent : set(.class, joined)
  }

  /// `href`.
  public static func href(_ target: LinkTarget) -> Attribute {
    set(.href, target.text)
  }

  /// `src`.
  public static func source(_ target: LinkTarget) -> Attribute {
    set(.src, target.text)
  }

  /// `action` of a form.
  public static func action(_ target: LinkTarget) -> Attribute {
    set(.action, target.text)
  }

  /// `formaction` of a button.
  public static func formAction(_ target: LinkTarget) -> Attribute {
    set(.formaction, target.text)
  }

  /// `hx-get`: a path of our own.
  public static func htmxGet(_ target: LinkTarget) -> Attribute {
    ownPath(.hxGet, target)
  }

  /// `hx-post`: a path of our own.
  public static func htmxPost(_ target: LinkTarget) -> Attribute {
    ownPath(.hxPost, target)
  }

  /// `ws-connect`: a path of our own.
  public static func webSocket(_ target: LinkTarget) -> Attribute {
    ownPath(.wsConnect, target)
  }

  /// `aria-…`. The name is ours: lower-case letters.
  public static func aria(_ name: StaticString, _ value: String?) -> Attribute {
    custom(.ariaPrefix, name, value)
  }

  /// `data-…`. The name is ours: lower-case letters and hyphens. Names that htmx would obey are refused.
  public static func data(_ name: StaticString, _ value: String?) -> Attribute {
    custom(.dataPrefix, name, value)
  }

  /// `defer`.
  static let defers = flag(.defer)

  func write(to bytes: inout [UInt8]) {
    switch form {
    case .absent:
      return
    case .flag(let name):
      Self.write(name, to: &bytes)
    case .pair(let name, let value):
      Self.write(name, to: &bytes)
      Self.write(value: value, to: &bytes)
    case .custom(let prefix, let name, let value):
      Self.write(prefix, to: &bytes)
      bytes.append(contentsOf: name.utf8)
      Self.write(value: value, to: &bytes)
    }
  }

  private static func ownPath(_ name: AttributeName, _ target: LinkTarget) -> Attribute {
    precondition(target.kind == .path, "htmx asks only our own server")
    return set(name, target.text)
  }

  private static func custom(_ prefix: AttributeName, _ name: StaticString, _ value: String?) -> Attribute {
    guard let value else { return absent }
    let text = name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    precondition(
      !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D },
      "A custom attribute name is lower-case letters and hyphens")
    precondition(
      !text.hasPrefix("hx-") && !text.hasPrefix("ws-") && !text.hasPrefix("sse-"),
      "htmx attributes have factories of their own")
    return Attribute(form: .custom(prefix: prefix, name: text, value: value))
  }

  private static func write(_ name: AttributeName, to bytes: inout [UInt8]) {
    bytes.append(0x20)
    name.text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private static func write(value: String, to bytes: inout [UInt8]) {
    bytes.append(0x3D)
    bytes.append(0x22)
    Escaping.append(value, to: &bytes)
    bytes.append(0x22)
  }
}
