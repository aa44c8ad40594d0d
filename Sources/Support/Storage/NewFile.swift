import Glibc

/// A file that is written under a name of its own and gets its real name when all of it is on the disk: after
/// a kill or a power cut there is the whole file or none of that name. On a file system without links (FAT) a
/// kill between two calls can leave an empty file of that name.
public struct NewFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32

  /// Begins a file beside `path`, with mode 0600. Throws `cannotOpen`, with EEXIST where a file has that name
  /// already.
  public init(for path: String) throws(StorageError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .cannotOpen(path: path, systemError: EEXIST) }
    var template = Array((path + ".tern-XXXXXX").utf8CString)
    let opened = mkstemp(&template)
    guard opened >= 0 else { throw .cannotOpen(path: path, systemError: errno) }
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    descriptor = opened
    self.path = path
    temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(descriptor)
    unlink(temporary)
  }

  /// Appends bytes. Throws `full` or `inputOutput`.
  public func write(_ bytes: some Collection<UInt8>) throws(StorageError) {
    let bytes = ContiguousArray(bytes)
    var written = 0
    while written < bytes.count {
      let step = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw failure() }
      written += step
    }
  }

  /// Bytes that were written, read back.
  func bytes(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let step = bytes[filled...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(filled))
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw failure() }
      if step == 0 { break }
      filled += step
    }
    return Array(bytes.prefix(filled))
  }

  /// Puts the file on the disk and gives it its name. A file that has the name is never replaced: then
  /// `cannotOpen` is thrown with EEXIST. Whatever is thrown, nothing is left of the file.
  public consuming func publish() throws(StorageError) {
    guard fsync(descriptor) == 0 else { throw failure() }
    guard link(temporary, path) != 0 else { return DataFile.syncFolder(of: path) }
    let reason = errno
    guard reason == EPERM || reason == EOPNOTSUPP else {
      throw .cannotOpen(path: path, systemError: reason)
    }
    // A file system without links: the name is taken first, so that nobody else's file is replaced.
    let taken = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard taken >= 0 else { throw .cannotOpen(path: path, systemError: errno) }
    close(taken)
    guard rename(temporary, path) == 0 else {
      let reason = errno
      unlink(path)
      throw .cannotOpen(path: path, systemError: reason)
    }
    DataFile.syncFolder(of: path)
  }

  private func failure() -> StorageError {
    let reason = errno
    let failure = SQLFailure(code: 0, extendedCode: 0, message: String(cString: strerror(reason)))
    return reason == ENOSPC || reason == EDQUOT ? .full(failure) : .inputOutput(failure)
  }
}
