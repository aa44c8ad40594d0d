import Markup
import Testing

@Suite struct MarkupTests {
  @Test func hostileTextStaysTextInContentAndInAttributes() {
    var failures: [String] = []
    for text in HostileText.corpus {
      let escaped = HTML(text: text).string
      if escaped.contains(where: { "<>\"'`".contains($0) }) { failures.append("open: \(text.prefix(40))") }
      if decoded(escaped) != expectedText(text) { failures.append("changed: \(text.prefix(40))") }
      let element = Tag.p(.set(.title, text), .data("name", text), .aria("label", text)) { text }
      let quoted = "\"\(escaped)\""
      let whole = "<p title=\(quoted) data-name=\(quoted) aria-label=\(quoted)>\(escaped)</p>"
      if element.string != whole { failures.append("element: \(text.prefix(40))") }
    }
    #expect(failures.isEmpty, "\(failures)")
    print("VECTORS suite=markup-hostile-text cases=\(HostileText.corpus.count)")
  }

  @Test func onlyHarmlessAddressesAreLinks() {
    let accepted = HostileText.linksRefused.filter { LinkTarget(checking: $0) != nil }
    #expect(accepted.isEmpty, "\(accepted)")
    let refused = HostileText.linksAllowed.filter { LinkTarget(checking: $0)?.text != $0 }
    #expect(refused.isEmpty, "\(refused)")
  }

  @Test func aPathSegmentCannotLeaveItsPlace() {
    let path = LinkTarget.path("talk", "a/b?c#d%<\"é").text
    #expect(path == "/talk/a%2Fb%3Fc%23d%25%3C%22%C3%A9")
    #expect(LinkTarget.path("talk", "..", ".").text == "/talk/%2E%2E/%2E")
    #expect(LinkTarget.path("assets", "tern.css").text == "/assets/tern.css")
    #expect(LinkTarget.path().text == "/")
    #expect(LinkTarget.path("", "a", "").text == "/a")
    #expect(
      LinkTarget.path("live").query("page", "/a&b=c").query("x", "y").text == "/live?page=%2Fa%26b%3Dc&x=y")
  }

  @Test func webLinksTellTheirHost() {
    #expect(LinkTarget(checking: "https://example.org:8443/x?y")?.kind == .web(host: "example.org:8443"))
    #expect(LinkTarget(checking: "mailto:ada@example.org")?.kind == .application)
    #expect(LinkTarget(checking: "/x")?.kind == .path)
  }

  @Test func outputIsStableAndInTheOrderWritten() {
    let hides = false
    let make = {
      Tag.ul(.id("x"), .class("a", "", "b"), .flag(.hidden), .flag(.inert, false), .set(.lang, nil)) {
        for index in 1...3 {
          Tag.li { "\(index)" }
        }
        if hides { Tag.li { "never" } } else { Tag.li { "else" } }
        Tag.li {
          Tag.br(); Tag.img(.source("/a.png"), .set(.alt, ""))
        }
      }
    }
    let expected =
      #"<ul id="x" class="a b" hidden><li>1</li><li>2</li><li>3</li><li>else</li>"#
      + #"<li><br/><img src="/a.png" alt=""/></li></ul>"#
    #expect(make().string == expected)
    #expect(make() == make())
  }

  @Test func aFirstLineFeedSurvivesInTextAreas() {
    #expect(Tag.textarea { "\nx" }.string == "<textarea>\n\nx</textarea>")
    #expect(Tag.textarea { "x" }.string == "<textarea>x</textarea>")
    #expect(Tag.pre { "\nx" }.string == "<pre>\n\nx</pre>")
  }

  @Test func scriptsComeOnlyByPath() {
    #expect(HTML.script("/assets/tern.js").string == #"<script src="/assets/tern.js" defer></script>"#)
  }

  @Test func conditionsLeaveAttributesOut() {
    let element = Tag.a(.when(false, .id("x")), .when(true, .set(.rel, "next")), .aria("current", nil)) {
      "x"
    }
    #expect(element.string == #"<a rel="next">x</a>"#)
  }

  /// What a parser makes of the references we write.
  private func decoded(_ text: String) -> String {
    var result = text
    for (reference, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#96;", "`"), ("&#13;", "\r"),
      ("&amp;", "&"),
    ] {
      result = result.split(separator: reference, omittingEmptySubsequences: false).joined(
        separator: character)
    }
    return result
  }

  private func expectedText(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl =
        (scalar.value < 0x20 && ![0x09, 0x0A, 0x0D].contains(scalar.value)) || scalar.value == 0x7F
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
