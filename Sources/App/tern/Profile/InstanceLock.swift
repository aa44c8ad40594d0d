import Glibc

/// Held while a node runs, so that one profile is never served by two. The system releases it when the
/// process ends, however it ends.
final class InstanceLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock or says that somebody has it.
  init(_ path: String, profile: String) throws(ProfileProblem) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotLock(path, errno: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      if code == EWOULDBLOCK { throw .alreadyRunning(profile: profile) }
      throw .cannotLock(path, errno: code)
    }
    self.descriptor = descriptor
  }

  /// Whether a node holds the lock at `path`; nothing is made.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  deinit { close(descriptor) }
}
