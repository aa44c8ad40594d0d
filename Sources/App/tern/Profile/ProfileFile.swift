/// Everything that stands in a profile's folder, by its name.
///
/// Whatever Tern is to keep there gets a case, and does not compile before `fate` says what the emergency
/// wipe does with it.
enum ProfileFile: String, CaseIterable {
  /// The private keys and the store key.
  case keys = "identity.key"
  /// Messages, people, trust and settings.
  case conversations = "messages.sqlite"
  /// What the mesh keeps between runs.
  case meshState = "mesh.sqlite"
  /// Airport favourites, notes and kept texts.
  case airportNotebook = "airports.sqlite"
  /// Airport databases, where the environment names no place for them.
  case airports = "airports.d"
  /// Kept downloads, where the environment names no place for them.
  case cache
  /// Held while a node runs; names a wipe that was begun (`WipeIntent`).
  case lock
  /// A wipe was begun and is not finished.
  case wipePending = "wipe-pending"
  /// When the profile was wiped last: a time, and nothing else.
  case wiped = "wiped-at"

  /// What the emergency wipe does with a file, its companions and copies of it (chat-app 11).
  enum Fate {
    /// Its bytes are overwritten, and it is removed: what it sealed cannot be read from then on.
    case overwritten
    /// It is removed, a folder with everything in it.
    case removed
    /// It says nothing of anybody.
    case stays
  }

  /// What the emergency wipe does with it.
  var fate: Fate {
    switch self {
    case .keys: .overwritten
    case .conversations, .meshState, .airportNotebook, .airports, .cache: .removed
    case .lock, .wipePending, .wiped: .stays
    }
  }

  /// Whether an entry of the folder is the file, or is named after it: a log, a copy that was set aside, one
  /// that is being written.
  func claims(_ entry: String) -> Bool {
    entry == rawValue || entry.hasPrefix(rawValue + ".") || entry.hasPrefix(rawValue + "-")
  }
}
