import Glibc
import Networking

/// Where the data of one person lie: `$XDG_DATA_HOME/tern/<profile>/`, readable by nobody else.
struct ProfileFolder: Equatable {
  /// The folder, 0700.
  let path: String

  var keyFile: String { path(of: .keys) }
  var messageStore: String { path(of: .conversations) }
  var meshState: String { path(of: .meshState) }
  var airportNotebook: String { path(of: .airportNotebook) }
  var lockFile: String { path(of: .lock) }

  /// Where a file of the profile stands.
  func path(of file: ProfileFile) -> String { "\(path)/\(file.rawValue)" }

  /// Makes the folder where it is missing and closes it to others.
  static func prepare(
    profile: String, environment: [String: String]
  ) throws(ProfileProblem) -> ProfileFolder {
    let folder = try locate(profile: profile, environment: environment)
    try PrivateFolder.make(folder.path)
    return folder
  }

  /// Says where the folder is or would be; whoever only asks a node makes none.
  static func locate(
    profile: String, environment: [String: String]
  ) throws(ProfileProblem) -> ProfileFolder {
    ProfileFolder(path: try dataHome(environment) + "/tern/" + profile)
  }

  /// The person's data folder, as the environment names it. Throws `noHome`.
  static func dataHome(_ environment: [String: String]) throws(ProfileProblem) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
    return home + "/.local/share"
  }
}

/// Makes folders that only their owner can enter.
enum PrivateFolder {
  /// Makes the folder and its missing parents, 0700; refuses a link and a foreign owner, and takes away what
  /// others may do.
  static func make(_ path: String) throws(ProfileProblem) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw .cannotMake(made, errno: errno) }
    }
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw .cannotMake(path, errno: errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    guard facts.st_uid == getuid() else { throw .foreignFolder(path) }
    if facts.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw .cannotMake(path, errno: errno) }
  }

  /// Whether there is such a folder, and nobody but its owner, who is the user, can enter it.
  static func isOurs(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == getuid()
      && facts.st_mode & 0o077 == 0
  }
}

/// Why a profile cannot be used, in words.
enum ProfileProblem: Error, Equatable, CustomStringConvertible {
  case noHome
  case cannotMake(String, errno: Int32)
  case notAFolder(String)
  case foreignFolder(String)
  /// The folder for control sockets in /tmp was made by somebody else, or is no folder.
  case squatted(String)
  case alreadyRunning(profile: String)
  case cannotLock(String, errno: Int32)
  /// A demo would have the name of a person's profile.
  case isAPersons(profile: String)

  var description: String {
    switch self {
    case .noHome: "Neither XDG_DATA_HOME nor HOME names a folder for the data. Set one of them."
    case .cannotMake(let path, let code): "The folder \(path) cannot be made: \(words(code))."
    case .notAFolder(let path): "\(path) is not a folder. Move it away, or use another profile."
    case .foreignFolder(let path): "The folder \(path) belongs to somebody else. Use another profile."
    case .squatted(let path):
      "\(path), where commands meet the node, is not a folder of yours: whoever made it could listen there. "
        + "Set XDG_RUNTIME_DIR to a folder of your own, or have \(path) removed by its owner or by root."
    case .alreadyRunning(let profile):
      "Tern is already running for the profile “\(profile)”. Print its link with: "
        + "tern link --profile \(profile)"
    case .isAPersons(let profile):
      "You have a profile of your own called “\(profile)”. Give the village another name: "
        + "tern demo --profile NAME"
    case .cannotLock(let path, let code): "The file \(path) cannot be locked: \(words(code))."
    }
  }

  private func words(_ code: Int32) -> String { NetworkingError.systemText(code: code) }
}
