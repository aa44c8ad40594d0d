import Bytes
import Cryptography
import Foundation
import StrictJSON

/// The style sheets, scripts, fonts and drawings of the pages, in memory.
///
/// Read once from a folder that the set-up step wrote; every file must be in the folder's manifest with the
/// SHA-256 it has. Nothing is looked up in the file system later, so a path can never leave the table.
public struct AssetStore: Sendable {
  /// One file as it is served.
  struct File: Sendable {
    var bytes: [UInt8]
    var contentType: String
    /// The quoted hash, for conditional requests.
    var tag: String
  }

  /// The largest file that is taken.
  static let fileBytesMax = 4 * 1_048_576
  /// At most so many files are taken.
  static let filesMax = 200

  private let files: [String: File]

  /// Reads a folder. The files named in `required` must be there.
  public init(folder: String) throws(AssetError) {
    let manifest = try Self.manifest(in: folder)
    var files: [String: File] = [:]
    for entry in manifest {
      guard let bytes = Self.read(folder + "/" + entry.path) else {
        throw .unreadable(path: entry.path, folder: folder)
      }
      guard SHA256.hash(bytes).hexadecimal == entry.sha256.lowercased() else {
        throw .changed(path: entry.path, folder: folder)
      }
      files[entry.path] = Self.file(bytes, path: entry.path)
    }
    for path in Self.required where files[path] == nil {
      throw .missing(path: path, folder: folder)
    }
    self.init(files: files)
  }

  /// Files that are in memory already; for tests.
  init(contents: [String: [UInt8]]) {
    var files: [String: File] = [:]
    for (path, bytes) in contents { files[path] = Self.file(bytes, path: path) }
    self.init(files: files)
  }

  private init(files: [String: File]) {
    var all = files
    all["people.css"] = Self.file(Array(PeopleStylesheet.css().utf8), path: "people.css")
    self.files = all
  }

  /// The file at a path below `/assets/`.
  func file(_ path: String) -> File? {
    files[path]
  }

  /// What a page cannot do without; fonts are not among it, since pages name fallbacks.
  static let required = [
    "tokens.css", "base.css", "frame.css", "controls.css", "talk.css", "links.css", "money.css",
    "journal.css",
    "pages.css", "icons.svg", "mark.svg", "tern.js", "composer.js", "bootstrap.js", "charts.js", "money.js",
    "htmx-2.min.js",
    "ext/hx-ws-2.min.js", "map.css", "airports.css", "map.js", "map-marks.js", "map-gather.js",
    "map-signs.js", "map-canvas.js", "map-buttons.js", "map-lines.js", "base-map.js", "airports.js",
  ]

  private static func manifest(in folder: String) throws(AssetError) -> [(path: String, sha256: String)] {
    guard let bytes = read(folder + "/manifest.json") else { throw .noManifest(folder: folder) }
    guard let manifest = try? JSONValue(parsing: bytes), manifest["version"]?.integer == 1,
      let entries = manifest["files"]?.array, entries.count <= filesMax
    else { throw .unknownManifest(folder: folder) }
    var files: [(path: String, sha256: String)] = []
    for entry in entries {
      guard let path = entry["path"]?.string, let sha256 = entry["sha256"]?.string, isPlain(path) else {
        throw .unknownManifest(folder: folder)
      }
      files.append((path, sha256))
    }
    return files
  }

  /// Names of letters, digits, dots, hyphens; no empty part, none that starts with a dot.
  private static func isPlain(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.hasPrefix(".")
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int, size <= fileBytesMax,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return [UInt8](data)
  }

  private static func file(_ bytes: [UInt8], path: String) -> File {
    File(
      bytes: bytes, contentType: contentType(path),
      tag: "\"" + SHA256.hash(bytes).prefix(12).hexadecimal + "\"")
  }

  private static func contentType(_ path: String) -> String {
    switch path.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "json": "application/json"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "otf": "font/otf"
    case "ttf": "font/ttf"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}

/// Why the assets cannot be used, in words for the person who starts the program.
public enum AssetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no manifest in the folder.
  case noManifest(folder: String)
  /// The manifest is not one this version can read.
  case unknownManifest(folder: String)
  /// A file of the manifest cannot be read.
  case unreadable(path: String, folder: String)
  /// A file is not the one of the manifest.
  case changed(path: String, folder: String)
  /// A file that the pages need is not in the manifest.
  case missing(path: String, folder: String)

  /// What is wrong and what to do.
  public var description: String { "\(explanation) \(Self.origin)" }

  /// What mends each of them, in a checkout.
  public static let remedy = "Scripts/setup"

  /// Where these files come from, for somebody who may have no checkout.
  public static let origin =
    "\(remedy) makes these files in .build/assets of a checkout; without one, name their folder by --assets."

  /// What is wrong, as a sentence.
  public var explanation: String {
    switch self {
    case .noManifest(let folder):
      "The pages' files are not in \(folder): there is no manifest.json."
    case .unknownManifest(let folder):
      "The list of the pages' files, \(folder)/manifest.json, cannot be read."
    case .unreadable(let path, let folder):
      "The file \(path) of the pages cannot be read in \(folder)."
    case .changed(let path, let folder):
      "The file \(path) in \(folder) was changed after the set-up and is not served."
    case .missing(let path, let folder):
      "The pages need \(path), which is not in \(folder)."
    }
  }
}
