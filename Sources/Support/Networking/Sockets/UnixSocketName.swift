import CSockets
import Glibc

/// The file a Unix listener is reached by, and how to tell it from one that took its place.
struct UnixSocketName: Sendable {
  let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Looks up a name that was just bound; `nil` when there is no socket of that name.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Removes the name unless it has become somebody else's.
  func remove() {
    guard let now = UnixSocketName(path: path), now.device == device, now.inode == inode else { return }
    _ = unlink(path)
  }

  /// Lends the system's form of a path. Throws `.addressNotUsable` for one that is empty, longer than 107
  /// bytes or has a zero byte.
  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(NetworkingError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0)
    else { throw .addressNotUsable(path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return lend(&address, body)
  }
}

extension SystemSocket {
  /// Who is at the other end of a Unix stream, as the system vouches for it.
  static func localPeer(of descriptor: Descriptor) -> SocketPeer? {
    var credentials = tern_peer_credentials()
    var length = socklen_t(MemoryLayout<tern_peer_credentials>.size)
    guard getsockopt(descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
      return nil
    }
    return .local(user: credentials.user, process: credentials.process)
  }
}
