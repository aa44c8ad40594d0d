import Glibc

/// How files are taken away: links are never followed, and what is gone already is no error.
enum WipeFiles {
  /// The names in a folder, none where there is no folder.
  static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes zeros over a plain file and syncs them, as far as it can be done: a disk may still hold the old
  /// bytes where it wrote them first.
  static func overwrite(_ path: String) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
    let zeros = [UInt8](repeating: 0, count: 4_096)
    var offset: off_t = 0
    while offset < facts.st_size {
      let count = pwrite(descriptor, zeros, min(zeros.count, Int(facts.st_size - offset)), offset)
      guard count > 0 else { break }
      offset += off_t(count)
    }
    fsync(descriptor)
  }

  /// Removes a file, a link, a socket, or a folder with everything in it.
  static func remove(_ path: String) throws(WipeProblem) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    if facts.st_mode & S_IFMT == S_IFDIR {
      for name in entries(of: path) { try remove("\(path)/\(name)") }
      guard rmdir(path) == 0 || errno == ENOENT else { throw .cannotRemove(path, errno: errno) }
    } else {
      guard unlink(path) == 0 || errno == ENOENT else { throw .cannotRemove(path, errno: errno) }
    }
  }

  /// Makes removed and new names of a folder last over a power loss.
  static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Writes a small file and syncs it; answers whether all of it is on the disk. An existing one keeps its
  /// identity: it may be locked.
  static func write(_ text: String, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      ftruncate(descriptor, off_t(bytes.count)) == 0
    else { return false }
    return fsync(descriptor) == 0
  }

  /// The beginning of a small file; nil where there is none.
  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

/// Why a wipe is not finished, in words.
enum WipeProblem: Error, Equatable, CustomStringConvertible {
  case cannotBegin(String)
  case cannotRemove(String, errno: Int32)
  case cannotFinish(String)

  var description: String {
    switch self {
    case .cannotBegin(let folder):
      "The wipe cannot be begun: nothing can be written in \(folder). Nothing was changed."
    case .cannotRemove(let path, let code):
      "The wipe is not complete: \(path) cannot be removed (\(String(cString: strerror(code)))). Nothing is "
        + "opened before it is; Tern tries again at every start."
    case .cannotFinish(let folder):
      "The wipe is not complete: nothing can be written in \(folder). Nothing is opened before it is; Tern "
        + "tries again at every start."
    }
  }
}
