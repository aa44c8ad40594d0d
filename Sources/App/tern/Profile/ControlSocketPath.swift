import Bytes
import Cryptography
import Glibc

/// Where a profile's control socket is: `$XDG_RUNTIME_DIR/tern/<profile>.sock`; or a short path below /tmp
/// where that folder is missing, cannot be used, or is too long for a socket name.
enum ControlSocketPath {
  /// Longest path a Unix socket name can hold, without its closing zero.
  static let bytesMax = 107

  /// The path a node listens at; its folder is made and is the user's own, 0700.
  static func prepare(
    profile: String, data: ProfileFolder, environment: [String: String]
  ) throws(ProfileProblem) -> String {
    if let folder = runtimeFolder(profile: profile, environment), (try? PrivateFolder.make(folder)) != nil,
      access(folder, W_OK | X_OK) == 0
    {
      return path(in: folder, profile)
    }
    do throws(ProfileProblem) {
      try PrivateFolder.make(sharedFolder)
    } catch {
      throw squatting(error)
    }
    return sharedPath(data)
  }

  /// The path a command asks at: where a socket stands, in a folder of our own; nothing is made. A node may
  /// have been started where `XDG_RUNTIME_DIR` was set, or not, unlike here.
  static func find(
    profile: String, data: ProfileFolder, environment: [String: String]
  ) throws(ProfileProblem) -> String {
    let runtime = runtimeFolder(profile: profile, environment)
    if let runtime, PrivateFolder.isOurs(runtime), isSocket(path(in: runtime, profile)) {
      return path(in: runtime, profile)
    }
    var facts = stat()
    if lstat(sharedFolder, &facts) == 0 {
      if PrivateFolder.isOurs(sharedFolder) { return sharedPath(data) }
      // Whoever made it could listen to what is said there.
      if runtime == nil { throw .squatted(sharedFolder) }
    }
    return runtime.map { path(in: $0, profile) } ?? sharedPath(data)
  }

  /// `$XDG_RUNTIME_DIR/tern` where that can be: an absolute path that leaves room for the name, and not the
  /// folder of somebody else whose environment was kept.
  private static func runtimeFolder(profile: String, _ environment: [String: String]) -> String? {
    guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/"),
      path(in: runtime + "/tern", profile).utf8.count <= bytesMax
    else { return nil }
    var facts = stat()
    if lstat(runtime, &facts) == 0, facts.st_uid != getuid() { return nil }
    return runtime + "/tern"
  }

  private static var sharedFolder: String { "/tmp/tern-\(getuid())" }

  /// Two data folders may hold a profile of one name; the digest keeps their sockets apart.
  private static func sharedPath(_ data: ProfileFolder) -> String {
    let digest = SHA256.hash(Array(data.path.utf8)).prefix(8).hexadecimal
    return "\(sharedFolder)/\(digest).sock"
  }

  private static func path(in folder: String, _ profile: String) -> String { "\(folder)/\(profile).sock" }

  private static func isSocket(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
  }

  private static func squatting(_ problem: ProfileProblem) -> ProfileProblem {
    switch problem {
    case .foreignFolder(let path), .notAFolder(let path): .squatted(path)
    case .noHome, .cannotMake, .alreadyRunning, .cannotLock, .squatted, .isAPersons: problem
    }
  }
}
