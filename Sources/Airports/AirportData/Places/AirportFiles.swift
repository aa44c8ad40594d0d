import Glibc
import Storage
import Timebase

/// Files read and put in place whole.
enum AirportFiles {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// All bytes of a plain file of at most so many. Throws `storage` or `table(tooLarge)`.
  static func read(_ path: String, bytesMax: Int) throws(AirportDataError) -> [UInt8] {
    // Without waiting: a pipe of that name would keep an open waiting for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .storage(path: path, .notAPlainFile(path: path)) }
    let size = Int(status.st_size)
    guard size <= bytesMax else {
      throw .table(path: path, .tooLarge(bytes: size, bytesMax: bytesMax))
    }
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let step = bytes[filled...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw failure(path, errno) }
      if step == 0 { break }
      filled += step
    }
    if filled < size { bytes.removeLast(size - filled) }
    return bytes
  }

  /// Makes a folder and its missing parents, for their owner alone.
  static func makeFolder(_ path: String) throws(AirportDataError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0, errno != EEXIST { throw failure(made, errno) }
    }
  }

  /// Writes a file that appears whole under its name, in place of one that has it.
  static func write(_ bytes: [UInt8], to path: String) throws(AirportDataError) {
    let part = temporaryName(path)
    do throws(StorageError) {
      let file = try NewFile(for: part)
      try file.write(bytes)
      try file.publish()
    } catch {
      throw .storage(path: path, error)
    }
    try rename(part, to: path)
  }

  /// Gives the file at `old` the name `new`, in place of one that has it, and puts that on the disk.
  static func rename(_ old: String, to new: String) throws(AirportDataError) {
    guard Glibc.rename(old, new) == 0 else {
      let reason = errno
      unlink(old)
      throw failure(new, reason)
    }
    let folder = new.lastIndex(of: "/").map { String(new[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Some file systems cannot sync a folder; they have no later moment to do better at.
    fsync(descriptor)
    close(descriptor)
  }

  /// Gives the file at `path` the name `kept` as well, in place of one that has it; its bytes are copied
  /// where the file system has no links.
  static func keep(_ path: String, as kept: String) throws(AirportDataError) {
    let part = temporaryName(kept)
    guard link(path, part) != 0 else { return try rename(part, to: kept) }
    try write(try read(path, bytesMax: databaseBytesMax), to: kept)
  }

  /// The largest database that is taken; the largest known has 12 MB.
  static let databaseBytesMax = 1 << 30

  static func remove(_ path: String) { unlink(path) }

  /// Removes a folder with its files of this ending; other files, and then the folder, stay.
  static func removeFolder(_ path: String, ending: String) {
    guard let folder = opendir(path) else { return }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(ending) { names.append(name) }
    }
    closedir(folder)
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// A name beside `path` that no other process uses.
  static func temporaryName(_ path: String) -> String {
    "\(path).part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  /// The day a file was last written, `YYYY-MM-DD` (UTC); nil where it cannot be told.
  static func dayOfChange(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let seconds = UInt64(clamping: status.st_mtim.tv_sec)
    return DataDay.day(Timestamp(milliseconds: min(seconds, UInt64(UInt32.max)) * 1_000))
  }

  private static func failure(_ path: String, _ code: Int32) -> AirportDataError {
    .storage(path: path, .cannotOpen(path: path, systemError: code))
  }
}
