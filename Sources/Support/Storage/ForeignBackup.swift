import CSQLite
import Glibc

extension Connection {
  /// Copies the file byte for byte to a new file at `path`, on the disk when this returns, and compares the
  /// copy with the file again. Never replaces a file: throws `cannotOpen` with EEXIST; throws `corrupt` when
  /// the copy differs.
  ///
  /// Only inside a transaction that holds the write lock and has not written yet: then nobody changes the
  /// file meanwhile. A log must have been merged before, see `mergeLog`.
  public func copyFile(to path: String) throws(StorageError) {
    let size = fileSizeBytes
    guard size > 0 else { throw Self.differs }
    let copy = try NewFile(for: path)
    try forEachPiece(size) { (_, bytes) throws(StorageError) in try copy.write(bytes) }
    try forEachPiece(size) { (offset, bytes) throws(StorageError) in
      guard try copy.bytes(at: offset, count: bytes.count) == bytes else { throw Self.differs }
    }
    guard fileSizeBytes == size else { throw Self.differs }
    try copy.publish()
  }

  /// Whether a file has the very bytes of this one. As `copyFile`, inside a transaction.
  public func equalsFile(at path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    let size = fileSizeBytes
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int64(status.st_size) == size,
      size > 0
    else { return false }
    do {
      try forEachPiece(size) { (offset, bytes) throws(StorageError) in
        var other = [UInt8](repeating: 0, count: bytes.count)
        let count = other.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
        }
        guard count == bytes.count, other == bytes else { throw Self.differs }
      }
      return true
    } catch {
      return false
    }
  }

  /// Merges a write-ahead log into the file, where there is one. Throws `busy` while others read it.
  public func mergeLog() throws(StorageError) {
    var logFrames: Int32 = 0
    var mergedFrames: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(
      handle, "main", SQLITE_CHECKPOINT_TRUNCATE, &logFrames, &mergedFrames)
    guard code == SQLITE_OK else { throw .from(code: code, connection: handle) }
  }

  private func forEachPiece(
    _ size: Int64, _ body: (Int64, [UInt8]) throws(StorageError) -> Void
  ) throws(StorageError) {
    var offset: Int64 = 0
    while offset < size {
      let piece = try bytes(at: offset, count: Self.pieceBytes)
      guard !piece.isEmpty else { throw Self.differs }
      try body(offset, piece)
      offset += Int64(piece.count)
    }
  }

  private static let pieceBytes = 1 << 20
  private static let differs = StorageError.corrupt(
    SQLFailure(
      code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT, message: "the copy does not equal the file"))
}
