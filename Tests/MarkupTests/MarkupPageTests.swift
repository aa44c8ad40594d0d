import Markup
import Testing

@Suite struct MarkupPageTests {
  @Test func theExampleOfTheModulesPageHolds() {
    let name = "<b>Ada</b>"
    let row = Tag.li(.id("p-1"), .class("row")) {
      Tag.a(.href("/talk/mesh")) { name }
      Tag.span(.class("meta")) { "2 hops" }
    }
    let page = row.string
    // <li id="p-1" class="row"><a href="/talk/mesh">&lt;b&gt;Ada&lt;/b&gt;</a>…
    let expected =
      #"<li id="p-1" class="row"><a href="/talk/mesh">&lt;b&gt;Ada&lt;/b&gt;</a>"#
      + #"<span class="meta">2 hops</span></li>"#
    #expect(page == expected)
  }
}
