import Foundation

/// The files of a project, read once.
struct Tree {
  /// One text file.
  struct File {
    /// Path from the root.
    var path: String
    var text: String
    /// Lines of the text without their ends.
    var lines: [Substring]
    /// Swift without comments and string bodies; the text itself for other files.
    var code: String

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last == "" { lines.removeLast() }
      code = path.hasSuffix(".swift") ? SwiftCode.code(of: text) : text
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  var files: [File]

  init(files: [File]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  /// Reads every text file under `root`. Throws what the file system says of the root.
  init(root: URL, habits: Habits) throws {
    var found: [File] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let here = folder.isEmpty ? root : root.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: here.path) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        let url = root.appendingPathComponent(path)
        let values = try url.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        if values.isDirectory == true {
          if !habits.skippedForAll.contains(name) { folders.append(path) }
        } else if values.isRegularFile == true, habits.isText(name) {
          let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
          found.append(File(path: path, text: text))
        }
      }
    }
    self.init(files: found)
  }

  func file(at path: String) -> File? { files.first { $0.path == path } }

  func swiftFiles(under folder: String) -> [File] {
    files.filter { $0.isSwift && $0.path.hasPrefix(folder + "/") }
  }
}

extension Habits {
  /// Whether a file of this name is read as text.
  func isText(_ name: String) -> Bool {
    textFiles.contains(name) || textFiles.contains(String(name.split(separator: ".").last ?? ""))
  }
}
