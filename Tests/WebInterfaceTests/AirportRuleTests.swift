import Aviation
import Testing

@testable import WebInterface

@Suite struct AirportRuleTests {
  private func shown(_ answer: String) -> String {
    String(decoding: AirportTextsView.answer(AnswerMarkup.reading(answer)).utf8, as: UTF8.self)
  }

  @Test func answersKeepTheirMarks() {
    #expect(shown("<b>No</b> fee,<br>see <i>AIP</i>") == "<b>No</b> fee,<br/>see <em>AIP</em>")
    #expect(shown("<ul><li>one</li><li>two</li></ul>") == "<ul><li>one</li><li>two</li></ul>")
    #expect(
      shown("<a href=\"https://a.example/x?y=1\">here</a>")
        == "<a href=\"https://a.example/x?y=1\" rel=\"noreferrer noopener\" target=\"_blank\">here</a>")
  }

  @Test func nothingElseOfAnAnswerIsMarkup() {
    let answers = [
      "<script>x</script>", "<img src=x onerror=y>", "<a href=\"javascript:x\">y</a>", "<b onclick=x>y",
      "<p><a href='https://a@evil.example'>z</a>", "FL95 <FL95 & \u{202E}",
    ]
    for answer in answers {
      let html = shown(answer)
      for refused in ["<script", "<img", "href=\"javascript", "onclick=\"", "a@evil.example\"", "\u{202E}"] {
        #expect(!html.contains(refused), "\(answer): \(html)")
      }
    }
  }
}
