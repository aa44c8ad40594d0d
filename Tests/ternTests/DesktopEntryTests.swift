import Testing

@testable import tern

@Suite struct DesktopEntryTests {
  @Test func theEntryNamesTheSchemesAndTheProgram() throws {
    let text = try #require(DesktopEntry(program: "/usr/bin/tern", profile: "default")).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "[Desktop Entry]")
    #expect(lines.contains("MimeType=x-scheme-handler/bitchat;x-scheme-handler/tern;"))
    #expect(lines.contains(#"Exec="/usr/bin/tern" open %u"#))
    #expect(lines.contains(DesktopEntry.mark))
    let other = try #require(DesktopEntry(program: "/usr/bin/tern", profile: "bob")).text
    #expect(other.contains(#"Exec="/usr/bin/tern" --profile bob open %u"#))
  }

  @Test func aPathIsQuotedSoThatNothingInItIsACommand() throws {
    let path = #"/opt/a b/$(x)`y`"z\w%u"#
    let text = try #require(DesktopEntry(program: path, profile: "default")).text
    #expect(text.contains(#"Exec="/opt/a b/\\$(x)\\`y\\`\\"z\\\\w%%u" open %u"#))
  }

  @Test func aPathThatNoDesktopStartsIsRefused() {
    for path in ["/a\nExec=evil", "/a=b", "relative", "/a\u{7F}", ""] {
      #expect(DesktopEntry(program: path, profile: "default") == nil)
    }
  }

  @Test func openAndInstallAreUnderstood() throws {
    #expect(try InvocationParser.parse(["open"]).command == .open(link: nil, opensBrowser: true))
    #expect(
      try InvocationParser.parse(["open", "--no-browser", "tern:talk"]).command
        == .open(link: "tern:talk", opensBrowser: false))
    #expect(try InvocationParser.parse(["install", "--desktop"]).command == .install(removes: false))
    #expect(
      try InvocationParser.parse(["install", "--desktop", "--remove"]).command == .install(removes: true))
    for words in [["install"], ["open", "a", "b"], ["install", "--desktop", "x"]] {
      #expect(throws: UsageProblem.self) { try InvocationParser.parse(words) }
    }
  }
}
