/// The habits that hold in every room, as data: `docs/architecture/tidy.json`.
struct Habits: Decodable {
  /// Limits of length. Past a goal is a note, past a maximum a breach.
  struct Sizes: Decodable {
    var fileLinesGoal: Int
    var fileLinesMax: Int
    var functionLinesGoal: Int
    var functionLinesMax: Int
    var lineColumnsMax: Int
  }

  /// What a module's page holds.
  struct Page: Decodable {
    var parts: [String]
    var exampleLinesMin: Int
    var exampleLinesMax: Int
  }

  /// What a ban reads: Swift without comments and string bodies, or the whole file.
  enum Reading: String, Decodable { case code, text }

  /// A form that some folders do without.
  struct Ban: Decodable {
    var rule: String
    var `in`: Reading
    /// Beginnings of the paths it holds for; an empty one means every file.
    var under: [String]
    var pattern: String
    var why: String
    /// Whether a comment has to stand on the line or right above it even where a waiver allows it.
    var needsComment: Bool?
  }

  /// The hosts that web addresses may name.
  struct Hosts: Decodable {
    var allowed: [String]
    /// Endings that no real host has.
    var allowedEndings: [String]

    /// Whether a web address may name this host; a name without a dot is none of the internet's.
    func allows(_ host: String) -> Bool {
      !host.contains(where: { $0 == "." || $0 == ":" }) || allowed.contains(host)
        || allowedEndings.contains(where: host.hasSuffix)
    }
  }

  /// A breach that is allowed, with its reason.
  struct Waiver: Decodable {
    var rule: String
    var path: String
    /// How many breaches it covers; one if absent.
    var count: Int?
    var reason: String
  }

  var sizes: Sizes
  /// Days after which a disabled test is a breach.
  var disabledTestDaysMax: Int
  var page: Page
  var bans: [Ban]
  var hosts: Hosts
  /// Endings (or whole names) of the files that are text.
  var textFiles: [String]
  /// Files that hold the patterns themselves.
  var skippedForText: [String]
  /// Folders that are no part of the tree.
  var skippedForAll: [String]
  var waivers: [Waiver]
}
