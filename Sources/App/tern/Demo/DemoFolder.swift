import Foundation

/// Where a demo keeps what a node has to keep, for as long as it runs: in memory where the system has such a
/// place (`$XDG_RUNTIME_DIR`), else below `/tmp`. It is removed at the end; what a killed demo left is
/// removed by the next start of any node of the same user.
struct DemoFolder {
  /// The folder of one demo, 0700.
  let path: String

  private static let prefix = "demo-"

  /// Makes the folder of a profile's demo. Refuses while another demo of that name runs, and where the person
  /// has a profile of that name: commands could not tell them apart.
  static func prepare(profile: String, environment: [String: String]) throws -> DemoFolder {
    let own = try ProfileFolder.locate(profile: profile, environment: environment)
    if access(own.path, F_OK) == 0 { throw ProfileProblem.isAPersons(profile: profile) }
    sweep(environment)
    let base = bases(environment).first {
      (try? PrivateFolder.make($0)) != nil && access($0, W_OK | X_OK) == 0
    }
    guard let base else { throw ProfileProblem.squatted(sharedBase) }
    let path = base + "/" + prefix + profile
    guard mkdir(path, 0o700) == 0 else {
      let code = errno
      if code == EEXIST { throw ProfileProblem.alreadyRunning(profile: profile) }
      throw ProfileProblem.cannotMake(path, errno: code)
    }
    return DemoFolder(path: path)
  }

  /// Removes what demos left that were killed. Whatever runs holds its lock and stays.
  static func sweep(_ environment: [String: String]) {
    for base in bases(environment) where PrivateFolder.isOurs(base) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
      for name in names where name.hasPrefix(prefix) {
        let folder = ProfileFolder(path: base + "/" + name)
        guard PrivateFolder.isOurs(folder.path), !InstanceLock.isHeld(folder.lockFile) else { continue }
        remove(folder.path, profile: String(name.dropFirst(prefix.count)), environment)
      }
    }
  }

  /// Removes everything of this demo.
  func remove(profile: String, environment: [String: String]) {
    Self.remove(path, profile: profile, environment)
  }

  /// The control socket goes too, unless a profile of that name has taken it over.
  private static func remove(_ path: String, profile: String, _ environment: [String: String]) {
    try? FileManager.default.removeItem(atPath: path)
    guard ProfileName.isUsable(profile),
      let own = try? ProfileFolder.locate(profile: profile, environment: environment),
      !InstanceLock.isHeld(own.lockFile),
      let socket = try? ControlSocketPath.find(profile: profile, data: own, environment: environment)
    else { return }
    unlink(socket)
  }

  private static var sharedBase: String { "/tmp/tern-\(getuid())" }

  private static func bases(_ environment: [String: String]) -> [String] {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/tern" : nil }
    return [runtime, sharedBase].compactMap { $0 }
  }
}
