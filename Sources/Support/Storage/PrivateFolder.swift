import Glibc

/// A folder that only its owner can look into, for the moment of a repair.
struct PrivateFolder {
  let path: String

  /// Makes a folder below the system's place for temporary files.
  init() throws(StorageError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/tern-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .cannotOpen(path: base, systemError: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Copies a database with what stands beside it; tries again while another program changes them.
  ///
  /// The descriptors opened here are closed again, which drops locks this process holds on the file: it is
  /// for files this process has no connection to that writes.
  func copyDatabase(_ source: String) throws(StorageError) -> String {
    let target = path + "/copy"
    for _ in 0..<Self.attemptsMax {
      let before = Self.states(source)
      for ending in [""] + DamagedFile.companions where ending != "-shm" {
        unlink(target + ending)
        if ending.isEmpty || access(source + ending, F_OK) == 0 {
          try Self.copy(source + ending, to: target + ending)
        }
      }
      if Self.states(source) == before { return target }
    }
    throw .busy(SQLFailure(code: 5, extendedCode: 5, message: "the file changes while it is copied"))
  }

  /// Deletes the folder and the copies in it.
  func remove() {
    for ending in [""] + DamagedFile.companions { unlink(path + "/copy" + ending) }
    rmdir(path)
  }

  private static func states(_ source: String) -> [Int64] {
    var status = stat()
    return ([""] + DamagedFile.companions.filter { $0 != "-shm" }).flatMap { ending -> [Int64] in
      guard stat(source + ending, &status) == 0 else { return [-1] }
      return [
        Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
        Int64(truncatingIfNeeded: status.st_ino),
      ]
    }
  }

  private static func copy(_ source: String, to target: String) throws(StorageError) {
    // A pipe of that name would keep an open waiting for ever.
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw .cannotOpen(path: source, systemError: errno) }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAPlainFile(path: source)
    }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .cannotOpen(path: target, systemError: errno) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(input, &buffer, buffer.count)
      guard count >= 0 else { throw .cannotOpen(path: source, systemError: errno) }
      if count == 0 { return }
      var written = 0
      while written < count {
        let step = buffer[written..<count].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        guard step > 0 else { throw .cannotOpen(path: target, systemError: errno) }
        written += step
      }
    }
  }

  private static let attemptsMax = 5
}
