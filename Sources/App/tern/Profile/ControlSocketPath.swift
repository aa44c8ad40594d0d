import Bytes
import Cryptography
import Glibc

/// Where a profile's control socket is: `$XDG_RUNTIME_DIR/tern/<profile>.sock`, or a short path below /tmp
/// where that is missing or too long for a socket name.
enum ControlSocketPath {
  /// Longest path a Unix socket name can hold, without its closing zero.
  static let bytesMax = 107

  /// The path; its folder is made and is the user's own, 0700.
  static func prepare(
    profile: String, data: ProfileFolder, environment: [String: String]
  ) throws(ProfileProblem) -> String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      let path = "\(runtime)/tern/\(profile).sock"
      if path.utf8.count <= bytesMax {
        try PrivateFolder.make(runtime + "/tern")
        return path
      }
    }
    // Two data folders may hold a profile of one name; the digest keeps their sockets apart.
    let folder = "/tmp/tern-\(getuid())"
    try PrivateFolder.make(folder)
    let digest = SHA256.hash(Array(data.path.utf8)).prefix(8).hexadecimal
    return "\(folder)/\(digest).sock"
  }
}
