import Foundation
import Testing

@testable import WebInterface

/// The files of the pages.
@Suite struct AssetTests {
  @Test func everyIconHasADrawingAndEveryDrawingIsUsed() throws {
    let sheet = try String(contentsOf: WebFolder.url.appending(path: "icons.svg"), encoding: .utf8)
    let drawn = sheet.split(separator: "<symbol id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(Set(drawn) == Set(Icon.allCases.map(\.rawValue)))
    #expect(drawn.count == Set(drawn).count)
  }

  @Test func ourStyleSheetsAndScriptsKeepToThePolicy() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: WebFolder.url.path) {
      let text = try String(contentsOf: WebFolder.url.appending(path: name), encoding: .utf8)
      for word in ["http://", "https://", "eval(", "innerHTML", "document.write", "@import", "new Function"] {
        let isNamespace = name.hasSuffix(".svg") && word == "http://"
        #expect(isNamespace || !text.contains(word), "\(name): \(word)")
      }
    }
  }

  @Test func aFolderIsReadOnlyAsItsManifestSays() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let store = try AssetStore(folder: folder.path)
    #expect(store.file("base.css")?.contentType == "text/css; charset=utf-8")
    #expect(store.file("people.css") != nil)
    for path in [
      "", "..", "../base.css", "/base.css", "base.css/", "./base.css", "manifest.json", "ext/../base.css",
      "BASE.CSS",
    ] {
      #expect(store.file(path) == nil, "\(path)")
    }
    try folder.write("base.css", "body { color: red }")
    #expect(throws: AssetError.changed(path: "base.css", folder: folder.path)) {
      try AssetStore(folder: folder.path)
    }
    try FileManager.default.removeItem(atPath: folder.path + "/base.css")
    #expect(throws: AssetError.unreadable(path: "base.css", folder: folder.path)) {
      try AssetStore(folder: folder.path)
    }
  }

  @Test func aManifestThatIsMissingOddOrIncompleteIsRefused() throws {
    let folder = try Folder()
    defer { folder.remove() }
    for manifest in [
      "", "{}", #"{"version": 2, "files": []}"#,
      #"{"version": 1, "files": [{"path": "../x", "sha256": "00"}]}"#,
      #"{"version": 1, "files": [{"path": ".x", "sha256": "00"}]}"#,
      #"{"version": 1, "files": [{"path": "a"}]}"#,
      #"{"version": 1, "version": 1, "files": []}"#,
    ] {
      try folder.write("manifest.json", manifest)
      #expect(throws: AssetError.unknownManifest(folder: folder.path)) { try AssetStore(folder: folder.path) }
    }
    try folder.write("manifest.json", #"{"version": 1, "files": []}"#)
    #expect(throws: AssetError.missing(path: "tokens.css", folder: folder.path)) {
      try AssetStore(folder: folder.path)
    }
    #expect(throws: AssetError.noManifest(folder: "/nowhere")) { try AssetStore(folder: "/nowhere") }
  }

  /// A folder of assets with its manifest.
  private struct Folder {
    let path = NSTemporaryDirectory() + "tern-assets-" + UUID().uuidString

    init() throws {
      try FileManager.default.createDirectory(atPath: path + "/ext", withIntermediateDirectories: true)
      let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
      var entries: [String] = []
      for name in AssetStore.required {
        try write(name, "")
        entries.append("{\"path\": \"\(name)\", \"sha256\": \"\(hash)\"}")
      }
      try write("manifest.json", "{\"version\": 1, \"files\": [\(entries.joined(separator: ","))]}")
    }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }

    func remove() {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
