import ArchitectureReview
import Foundation

/// The files under a root.
struct DiskTree {
  /// A file larger than this is reported as unreadable.
  static let fileBytesMax = 64 << 20

  let root: String
  let excluded: PathSet
  let textFiles: Set<String>

  /// Paths of the files to review, relative to the root, in byte order. `nil` for an argument that is not
  /// there.
  func paths(under arguments: [String]) -> (paths: [String], missing: [String]) {
    guard !arguments.isEmpty else { return (walk([""]), []) }
    var starts: [String] = []
    var missing: [String] = []
    for argument in arguments {
      if let start = relative(argument) { starts.append(start) } else { missing.append(argument) }
    }
    return (walk(starts), missing)
  }

  /// The path of an argument from the root: as it stands from here, else from the root.
  private func relative(_ argument: String) -> String? {
    let base = URL(fileURLWithPath: root).standardizedFileURL.path
    let here = URL(fileURLWithPath: argument).standardizedFileURL.path
    let there = URL(fileURLWithPath: argument.hasPrefix("/") ? argument : "\(root)/\(argument)")
      .standardizedFileURL.path
    for path in [here, there] where FileManager.default.fileExists(atPath: path) {
      if path == base { return "" }
      let folder = base.hasSuffix("/") ? base : base + "/"
      if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    }
    return nil
  }

  private func walk(_ starts: [String]) -> [String] {
    var found: Set<String> = []
    var pending = starts
    while let path = pending.popLast() {
      let full = path.isEmpty ? root : "\(root)/\(path)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else { continue }
      if !path.isEmpty && excluded.contains(path) { continue }
      if !isFolder.boolValue {
        if isRead(path) { found.insert(path) }
        continue
      }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: full)) ?? [] {
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        // Hidden folders hold what was built or fetched; a link may lead back to where we are.
        if let kind = kind("\(root)/\(inner)"), kind == .folder ? !name.hasPrefix(".") : isRead(inner) {
          pending.append(inner)
        }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private enum Kind { case file, folder }

  private func kind(_ path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    case S_IFLNK:
      // A linked file is read, a linked folder is not.
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        ? .file : nil
    default: return nil
    }
  }

  private func isRead(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    if name.hasSuffix(".swift") { return true }
    guard !textFiles.isEmpty else { return false }
    return textFiles.contains(String(name))
      || textFiles.contains(String(name.split(separator: ".").last ?? ""))
  }

  /// A file's bytes; nothing where it cannot be read or is no UTF-8.
  static func read(_ path: String, under root: String) -> Input? {
    guard let bytes = bytes("\(root)/\(path)"), String(validating: bytes, as: UTF8.self) != nil else {
      return nil
    }
    return Input(path: path, bytes: bytes)
  }

  /// What stands in a file.
  static func bytes(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= fileBytesMax else {
      return nil
    }
    let size = Int(status.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size, let base = buffer.baseAddress {
        let length = Foundation.read(file, base + count, size - count)
        if length <= 0 {
          isWhole = false
          break
        }
        count += length
      }
    }
    return isWhole ? bytes : nil
  }
}
