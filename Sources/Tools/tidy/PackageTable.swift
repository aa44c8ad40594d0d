/// What `swift package dump-package` says of the targets.
struct PackageTable: Decodable {
  /// One target.
  struct Target: Decodable {
    var name: String
    /// `regular`, `executable`, `test` or `system`.
    var type: String
    var path: String?
    private var dependencies: [Dependency]

    /// Names of the targets it depends on.
    var imports: [String] { dependencies.compactMap(\.name) }
  }

  /// A dependency in any of its written forms: the first string of its only value is the name.
  struct Dependency: Decodable {
    var name: String?

    init(from decoder: any Decoder) throws {
      let forms = try decoder.container(keyedBy: AnyKey.self)
      for key in forms.allKeys {
        var parts = try forms.nestedUnkeyedContainer(forKey: key)
        name = try parts.decodeIfPresent(String.self)
      }
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var targets: [Target]

  func target(named name: String) -> Target? { targets.first { $0.name == name } }
}
