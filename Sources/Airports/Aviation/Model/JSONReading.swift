import StrictJSON

extension JSONMember {
  /// A text, or `null`.
  static func text(_ name: String, _ value: String?) -> JSONMember {
    JSONMember(name: name, value: value.map(JSONValue.string) ?? .null)
  }

  /// A number, or `null`; also for one that is not finite, which JSON cannot write.
  static func number(_ name: String, _ value: Double?) -> JSONMember {
    JSONMember(name: name, value: value.flatMap { $0.isFinite ? .number($0) : nil } ?? .null)
  }

  /// A whole number, or `null`.
  static func integer(_ name: String, _ value: Int?) -> JSONMember {
    JSONMember(name: name, value: value.map { .integer(Int64($0)) } ?? .null)
  }
}

extension JSONValue {
  /// The first text under these names that is not empty.
  func text(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty }
  }

  /// The first finite number under these names.
  func number(_ names: String...) -> Double? {
    names.lazy.compactMap { self[$0]?.double }.first { $0.isFinite }
  }

  /// The number under a name with its fraction cut off.
  func whole(_ name: String) -> Int? {
    number(name).flatMap { Int(exactly: $0.rounded(.towardZero)) }
  }

  /// A truth value, written as such, as 0 or 1, or as `yes` or `no`.
  func flag(_ name: String) -> Bool? {
    switch self[name] {
    case .some(.bool(let value)): value
    case .some(.integer(let value)): value != 0
    case .some(.string(let text)):
      switch text.lowercased() {
      case "yes", "true", "1": true
      case "no", "false", "0": false
      default: nil
      }
    case nil, .some(.null), .some(.number), .some(.array), .some(.object): nil
    }
  }
}
