import Aviation
import StrictJSON
import Testing

@Suite struct CountryRulesTests {
  private static let sample = """
    {"questions":[
     {"question_id":"a","question_text":"Is VFR at night permitted?","category":"VFR","tags":["vfr"],
      "answers_by_country":{"FR":{"answer_html":"Yes","links":["https://example.org/a","javascript:alert(1)"],
       "last_reviewed":"2025-11-11"},"DE":{"answer_html":" Yes "}}},
     {"question_id":"b","question_text":"How is a flight plan closed after landing?","category":"IFR",
      "tags":["Flight Plan","ifr"],"answers_by_country":{"FR":{"answer_html":"By télephone","links":[],
       "links_json":"[\\"https://example.org/b\\"]","last_reviewed":"soon"},"GB":{"answer_html":"By radio"}}},
     {"question_id":"c","question_text":"My country is:","category":"ignore","tags":[],
      "answers_by_country":{"FR":{"answer_html":"France"}}},
     {"question_id":"d"}, 7]}
    """

  private func rules() throws -> CountryRules { try CountryRules(parsing: Self.sample.utf8) }

  @Test func questionsOnTheFormAreHidden() throws {
    let rules = try rules()
    #expect(rules.questions.count == 3 && rules.leftOut == 2)
    #expect(rules.rules(of: "fr").map(\.question.id) == ["b", "a"])
    #expect(rules.rules(of: "FR", .init(includesIgnored: true)).count == 3)
    #expect(rules.categories(of: "FR").map(\.name) == ["IFR", "VFR"])
    #expect(rules.countries == ["DE", "FR", "GB"])
  }

  @Test func tagsHideOneAnother() throws {
    let rules = try rules()
    #expect(rules.rules(of: "FR", .init(tags: [" flight  PLAN "])).map(\.question.id) == ["b"])
    #expect(rules.rules(of: "FR", .init(tags: ["vfr", "ifr"])).map(\.question.id) == ["b"])
    #expect(rules.rules(of: "FR", .init(tags: ["vfr", "ifr", "vfr ifr transition"])).isEmpty)
    #expect(rules.rules(of: "FR", .init(category: "vf", term: "NIGHT")).map(\.question.id) == ["a"])
  }

  @Test func answersAreComparedWithoutTheirBlanks() throws {
    let found = try rules().comparison(of: "FR", and: "DE")
    #expect(found.common == 1 && found.different.isEmpty)
    #expect(found.onlyFirst.map(\.id) == ["b"] && found.onlySecond.isEmpty)
    #expect(try rules().comparison(of: "FR", and: "GB").different.map(\.question.id) == ["b"])
  }

  @Test func linksAreOnlyAddressesOfTheWeb() throws {
    let rules = try rules().rules(of: "FR")
    #expect(rules.map(\.answer.links) == [["https://example.org/b"], ["https://example.org/a"]])
    #expect(rules.map(\.answer.lastReviewed) == [nil, "2025-11-11"])
  }

  @Test func theBestAnswersShareTheRarestWords() throws {
    let search = RuleSearch(try rules().rules(of: "FR"))
    #expect(search.best(for: "closing a FLIGHT plan by telephone").map(\.rule.question.id) == ["b"])
    #expect(search.best(for: "night").map(\.rule.question.id) == ["a"])
    #expect(search.best(for: "zebra").isEmpty && search.best(for: "").isEmpty)
    #expect(search.best(for: "is a", limit: 1).count == 1 && search.best(for: "is a", limit: -1).isEmpty)
    #expect(RuleSearch([]).best(for: "night").isEmpty)
  }

  @Test func whatIsNoFileOfRulesIsSaidSo() {
    #expect(throws: CountryRulesError.noQuestions) { try CountryRules(parsing: "{}".utf8) }
    #expect(throws: CountryRulesError.self) { try CountryRules(parsing: "{".utf8) }
    #expect(throws: CountryRulesError.tooMany(questions: 5_000, maximum: 4_096)) {
      try CountryRules(parsing: ("[" + String(repeating: "0,", count: 4_999) + "0]").utf8)
    }
    #expect((try? CountryRules(parsing: "[]".utf8))?.questions.isEmpty == true)
  }

  @Test func onlyAFewMarksOfAnAnswerAreMarks() {
    let expected: [(String, String)] = [
      ("plain", "plain"), ("a<br>b<br/>c", "a<br>b<br>c"), ("<b>x</b>", "<b>x</b>"),
      ("<B class=\"y\">x", "<b>x</b>"),
      ("I use >Foreflight", "I use &gt;Foreflight"), ("<FL95", "&lt;FL95"),
      ("below <500 ft>", "below &lt;500 ft&gt;"),
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
      ("<a href=\"https://example.org/?a=1&amp;b=2\">x</a>", nil),
      ("<a href=\"javascript:alert(1)\">x</a>", "&lt;a href=&quot;javascript:alert(1)&quot;&gt;x"),
      ("a &amp; b &lt;c&gt; &#39;d&#x27; &bogus; &", "a &amp; b &lt;c&gt; &#39;d&#39; &amp;bogus; &amp;"),
      ("<ul><li>1<li>2</ul>3", "<ul><li>1<li>2</li></li></ul>3"), ("</b>x", "x"),
      ("<b>x</i></b>", "<b>x</b>"),
      ("&#0;&#x110000;", "&amp;#0;&amp;#x110000;"),
    ].map {
      ($0.0, $0.1 ?? "<a href=\"https://example.org/?a=1&amp;amp;b=2\" rel=\"noreferrer noopener\">x</a>")
    }
    for (html, text) in expected {
      #expect(AnswerMarkup.escapedHTML(AnswerMarkup.reading(html)) == text, "\(html)")
    }
    #expect(AnswerMarkup.plainText(AnswerMarkup.reading("a<br><b>b</b>")) == "a\nb")
  }

  @Test func hostileAnswersStayText() {
    let deep = String(repeating: "<b>", count: 10_000)
    #expect(
      AnswerMarkup.escapedHTML(AnswerMarkup.reading(deep)).hasPrefix(
        String(repeating: "<b>", count: 8) + "&lt;"))
    #expect(
      AnswerMarkup.plainText(AnswerMarkup.reading(String(repeating: "x", count: 100_000))).count == 65_536)
    for address in [
      "http://", "ftp://x", "https://a b", "https://a\"b", "https://a\u{0}", "//x", "https://a\\b",
    ] {
      #expect(!AnswerMarkup.isAddress(address), "\(address)")
    }
    var random = SeededNumbers(seed: 3)
    let parts = [
      "<", ">", "b", "</b>", "<a href=", "\"https://x.test\"", "&", ";", "#", "é", "'", " ", "<br", "ul>",
    ]
    let allowed = ["b>", "/b>", "a href=\"https://x.test\"", "/a>", "br>", "ul>", "/ul>"]
    var failures: [String] = []
    for _ in 0..<5_000 {
      let html = (0..<random.whole(1...12)).map { _ in random.pick(parts) }.joined()
      let shown = AnswerMarkup.escapedHTML(AnswerMarkup.reading(html))
      let tags = shown.split(separator: "<").dropFirst(shown.hasPrefix("<") ? 0 : 1)
      let isSound = tags.allSatisfy { tag in allowed.contains { tag.hasPrefix($0) } }
      if !isSound { failures.append("\(html) gives \(shown)") }
    }
    #expect(failures.isEmpty, "\(failures.prefix(3))")
  }
}
