import Foundation
import Testing

/// Goal: links of both schemes open where they lead, nothing is sent by one, and a desktop knows them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LinkProcessTests {
  @Test func linksOfBothSchemesLeadToAPageAndNothingIsSent() async throws {
    let place = try TestPlace()
    _ = try await place.start("alice")
    _ = try await place.start("bob")
    let bob = try await place.meet("alice", "bob")
    let code = "bitchat://verify?v=1&nick=a%20b"
    for (link, page) in [
      ("tern:talk", "/talk"), ("tern:person/\(bob)", "/talk/mesh/links/\(bob)"),
      ("tern:airport/EDDF", "/airports?airport=EDDF"), ("tern:settings", "/settings"),
      (code, "/talk/mesh/verify?part=read&code=bitchat%3A%2F%2Fverify%3Fv%3D1%26nick%3Da%2520b"),
    ] {
      let opened = try await open(link, place)
      #expect(opened.status == 0, "\(opened.errors)")
      let parts = opened.output.split(separator: "#", maxSplits: 1)
      #expect(parts.first?.hasPrefix("Open http://127.0.0.1:") == true)
      let target = parts.last?.drop { $0 != "/" }.split(separator: "\n").first
      #expect(target.map(String.init) == page, "\(link)")
    }
    #expect(try await place.stored("bob").isEmpty)
    #expect(try await place.stored("alice").isEmpty)
  }

  @Test func aLinkThatLeadsNowhereIsRefusedInWords() async throws {
    let place = try TestPlace()
    let early = try await open("tern:talk", place)
    #expect(early.status == 1 && early.errors.contains("Tern is not running"))
    for link in ["tern:send/hi", "https://example.org/", "bitchat://geohash/u10hb", "tern:person/zoe"] {
      let refused = try await open(link, place)
      #expect(refused.status == 1 && refused.errors.contains("Nothing was opened."), "\(link)")
    }
  }

  @Test func theDesktopFileIsWrittenAndTakenAway() async throws {
    let place = try TestPlace()
    let data = place.folder.appending(path: "data")
    let entry = data.appending(path: "applications/tern.desktop")
    let icon = data.appending(path: "icons/hicolor/scalable/apps/tern.svg")
    let written = try await place.run(["install", "--desktop", "--profile", "alice"])
    #expect(written.status == 0, "\(written.errors)")
    let text = try String(contentsOf: entry, encoding: .utf8)
    #expect(text.contains("MimeType=x-scheme-handler/bitchat;x-scheme-handler/tern;"))
    #expect(text.contains("Exec=\"\(TernProcess.executable.path)\" --profile alice open %u"))
    #expect(try String(contentsOf: icon, encoding: .utf8).contains("<svg"))
    #expect(written.output.contains(entry.path) && written.output.contains(icon.path))
    let removed = try await place.run(["install", "--desktop", "--remove"])
    #expect(removed.status == 0 && removed.output.contains(entry.path))
    #expect(!FileManager.default.fileExists(atPath: entry.path))
    #expect(!FileManager.default.fileExists(atPath: icon.path))

    // Somebody else's file is left alone.
    try "[Desktop Entry]\nName=Tern\n".write(to: entry, atomically: true, encoding: .utf8)
    for more in [[], ["--remove"]] {
      let refused = try await place.run(["install", "--desktop"] + more)
      #expect(refused.status == 1 && refused.errors.contains("was not written by Tern"))
    }
    #expect(FileManager.default.fileExists(atPath: entry.path))
  }

  private func open(_ link: String, _ place: TestPlace) async throws -> Finished {
    try await place.run(["open", "--no-browser", "--profile", "alice", link])
  }
}
