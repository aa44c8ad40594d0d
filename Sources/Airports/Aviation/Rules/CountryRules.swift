import StrictJSON

/// Why bytes are no rules.
public enum CountryRulesError: Error, Sendable, Equatable {
  /// The bytes are not JSON; says why.
  case notJSON(StrictJSONError)
  /// JSON, but neither a list of questions nor an object with one.
  case noQuestions
  /// More questions than are read.
  case tooMany(questions: Int, maximum: Int)
}

/// Questions that pilots ask of a country, and the answers of each country. Source: airports 2.5 and 14.6.
public struct CountryRules: Sendable, Equatable {
  /// The questions in the order of the file.
  public let questions: [RuleQuestion]
  /// How many entries were not questions and were left out.
  public let leftOut: Int

  /// The largest file that is read, bytes.
  public static let bytesMax = 8_388_608
  /// Questions of one file.
  public static let questionsMax = 4_096
  /// Answers of one question.
  public static let answersMax = 300

  /// Reads `{"questions": […]}` or a bare list. Entries without a text are left out and counted; an answer
  /// whose text is missing is as if it were not there, an empty one is an answer (`RuleAnswer.isEmpty`).
  public init(parsing bytes: some Collection<UInt8>) throws(CountryRulesError) {
    let value: JSONValue
    do throws(StrictJSONError) {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(bytesMax: Self.bytesMax, depthMax: 16))
    } catch {
      throw .notJSON(error)
    }
    guard let list = value.array ?? value["questions"]?.array else { throw .noQuestions }
    guard list.count <= Self.questionsMax else {
      throw .tooMany(questions: list.count, maximum: Self.questionsMax)
    }
    questions = list.compactMap(RuleQuestion.init(json:))
    leftOut = list.count - questions.count
  }

  /// The countries with any answer, sorted.
  public var countries: [String] {
    Set(questions.flatMap { $0.answers.map(\.country) }).sorted()
  }

  /// Which rules are asked for.
  public struct Query: Sendable, Hashable {
    /// Any of these tags, however they are written; none asks for all.
    public var tags: [String]
    /// Part of the category.
    public var category: String?
    /// Part of the question or the answer.
    public var term: String?
    /// Whether questions of the category `ignore` are shown as well; they are about the form, not the
    /// country.
    public var includesIgnored: Bool

    /// Everything, or what is named.
    public init(
      tags: [String] = [], category: String? = nil, term: String? = nil, includesIgnored: Bool = false
    ) {
      self.tags = tags
      self.category = category
      self.term = term
      self.includesIgnored = includesIgnored
    }
  }

  /// A country's answers, by question text without regard to case. Country codes may be in either case.
  public func rules(of country: String, _ query: Query = Query()) -> [CountryRule] {
    let code = country.uppercased()
    let tags = RuleTags.wanted(query.tags)
    let category = query.category?.lowercased()
    let term = query.term?.lowercased()
    let found = questions.compactMap { question -> CountryRule? in
      guard query.includesIgnored || !question.isIgnored, let answer = question.answer(of: code) else {
        return nil
      }
      if !tags.isEmpty, tags.isDisjoint(with: question.tags.map(RuleTags.normal)) { return nil }
      if let category, !question.category.lowercased().contains(category) { return nil }
      if let term, !question.text.lowercased().contains(term), !answer.html.lowercased().contains(term) {
        return nil
      }
      return CountryRule(question: question, answer: answer)
    }
    return found.map { (key: $0.question.text.lowercased(), rule: $0) }.sorted { $0.key < $1.key }.map(\.rule)
  }

  /// A country's answers by category, both sorted without regard to case.
  public func categories(of country: String, _ query: Query = Query()) -> [(
    name: String, rules: [CountryRule]
  )] {
    let found = rules(of: country, query)
    let names = Set(found.map(\.question.category)).sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    return names.map { name in (name, found.filter { $0.question.category == name }) }
  }

  /// What two countries answer differently.
  public struct Comparison: Sendable, Equatable {
    /// Questions that both answer.
    public var common = 0
    /// Of these, those with different answers, by question text.
    public var different: [(question: RuleQuestion, first: RuleAnswer, second: RuleAnswer)] = []
    /// Questions that only the first answers.
    public var onlyFirst: [RuleQuestion] = []
    /// Questions that only the second answers.
    public var onlySecond: [RuleQuestion] = []

    /// Whether both say the same.
    public static func == (left: Comparison, right: Comparison) -> Bool {
      left.common == right.common && left.onlyFirst == right.onlyFirst && left.onlySecond == right.onlySecond
        && left.different.elementsEqual(right.different) { $0.question == $1.question }
    }
  }

  /// Compares the answers of two countries, white space at their ends left aside.
  public func comparison(of first: String, and second: String, _ query: Query = Query()) -> Comparison {
    var comparison = Comparison()
    let ones = rules(of: first, query)
    let others = rules(of: second, query)
    for rule in ones {
      guard let other = others.first(where: { $0.question.id == rule.question.id }) else {
        comparison.onlyFirst.append(rule.question)
        continue
      }
      comparison.common += 1
      if rule.answer.trimmed != other.answer.trimmed {
        comparison.different.append((rule.question, rule.answer, other.answer))
      }
    }
    let known = Set(ones.map(\.question.id))
    comparison.onlySecond = others.map(\.question).filter { !known.contains($0.id) }
    return comparison
  }
}

/// A question with the answer of one country.
public struct CountryRule: Sendable, Hashable {
  /// The question.
  public var question: RuleQuestion
  /// The country's answer.
  public var answer: RuleAnswer
}

/// A question.
public struct RuleQuestion: Sendable, Hashable {
  /// Its name, usually its text.
  public var id: String
  /// The question.
  public var text: String
  /// Where it belongs.
  public var category: String
  /// Words for it, as stored.
  public var tags: [String]
  /// The answers, sorted by country.
  public var answers: [RuleAnswer]

  /// Whether it is about the form and never shown.
  public var isIgnored: Bool { category.lowercased() == "ignore" }

  /// The answer of a country, an upper-case code.
  public func answer(of code: String) -> RuleAnswer? { answers.first { $0.country == code } }

  init?(json value: JSONValue) {
    guard let text = value["question_text"]?.string ?? value["question_raw"]?.string, !text.isEmpty else {
      return nil
    }
    self.text = text
    id = value["question_id"]?.string ?? text
    category = value["category"]?.string ?? ""
    tags = value["tags"]?.array?.prefix(32).compactMap(\.string) ?? []
    let members = value["answers_by_country"]?.object ?? []
    answers = members.prefix(CountryRules.answersMax).compactMap {
      RuleAnswer(country: $0.name, json: $0.value)
    }
    .sorted { $0.country < $1.country }
  }
}

/// A country's answer.
public struct RuleAnswer: Sendable, Hashable {
  /// Two letters, upper case.
  public var country: String
  /// The answer as stored; show `markup`, never this.
  public var html: String
  /// Addresses that it names, `http` and `https` only.
  public var links: [String]
  /// `YYYY-MM-DD`.
  public var lastReviewed: String?
  /// How far it can be trusted, as stored.
  public var confidence: String?

  /// Whether the country was asked and said nothing.
  public var isEmpty: Bool { trimmed.isEmpty }

  /// The answer as text with the few marks that are allowed.
  public var markup: [AnswerMarkup] { AnswerMarkup.reading(html) }

  var trimmed: String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    return String(html.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  init?(country: String, json value: JSONValue) {
    guard let html = value["answer_html"]?.string, (1...8).contains(country.utf8.count) else {
      return nil
    }
    self.country = country.uppercased()
    self.html = html
    var links = value["links"]?.array?.compactMap(\.string) ?? []
    // The second list is written as a list or as the text of one.
    let other = value["links_json"].flatMap { $0.array ?? AirportNotice.json($0.string)?.array } ?? []
    if links.isEmpty { links = other.compactMap(\.string) }
    self.links = links.prefix(32).filter(AnswerMarkup.isAddress)
    lastReviewed = value["last_reviewed"]?.string.flatMap { UTCDay($0)?.description }
    confidence = value["confidence"]?.string ?? value["confidence"]?.double.map { String($0) }
  }
}

/// How tags are written and which hide others. Source: airports 14.6.
public enum RuleTags {
  /// Lower case, trimmed, blanks as `_`.
  public static func normal(_ tag: String) -> String {
    tag.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: "_")
  }

  /// The tags that are asked for: a transition between both kinds of flight hides `vfr` and `ifr`, `ifr`
  /// hides `vfr`.
  static func wanted(_ tags: [String]) -> Set<String> {
    var wanted = Set(tags.map(normal).filter { !$0.isEmpty })
    if wanted.contains("vfr_ifr_transition") { wanted.subtract(["vfr", "ifr"]) }
    if wanted.contains("ifr") { wanted.remove("vfr") }
    return wanted
  }
}
