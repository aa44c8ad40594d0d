import Testing

@testable import ArchitectureReview

/// Sources that are made to be slow or deep; each takes well under a second in a release build.
@Suite struct HostileTests {
  private static let repeated: [(String, Int)] = [
    ("/*", 50_000), ("\"\\(", 30_000), ("({[", 30_000), ("(}", 40_000), ("func a(", 10_000),
    ("struct A {", 10_000),
    ("#if A\n{\n#else\n", 6000), ("#\"", 40_000), (" /(\\/", 15_000), ("#/\n", 30_000), ("`a", 40_000),
    ("@A(", 30_000), ("airportsInRegion(", 5000), ("var a: B<", 10_000), ("\"\\(a)", 20_000),
    ("private func a() { airportsInRegion(); a() }\n", 2000), ("\"SELECT\" + ", 8000), ("#", 100_000),
    ("import Combine // archreview:ignore AR-09 a reason\n", 2000), ("\r", 100_000), ("\0", 100_000),
  ]

  @Test(arguments: repeated)
  func nothingIsTooDeepOrTooMany(text: String, count: Int) async {
    let review = await Planted.review([
      Input(path: "App/Map/A.swift", bytes: Array(String(repeating: text, count: count).utf8))
    ])
    #expect(review.fileCount == 1)
  }

  @Test func tenThousandNestedInterpolationsEnd() async {
    let text = String(repeating: "\"\\(", count: 10_000) + "a" + String(repeating: ")\"", count: 10_000)
    #expect(await Planted.findings(text + "\nimport Combine\n") == ["AR-09:2"])
  }

  @Test func tenThousandNestedCommentsEnd() async {
    let text =
      String(repeating: "/*", count: 10_000) + String(repeating: "*/", count: 10_000) + "\nimport Combine\n"
    #expect(await Planted.findings(text) == ["AR-09:2"])
  }

  @Test func aLineOfMoreThanAMegabyteIsALine() async {
    let text = "let a = \"" + String(repeating: "x", count: 1_200_000) + "\"\nimport Combine\n"
    #expect(await Planted.findings(text) == ["AR-09:2"])
  }

  @Test func randomBytesGiveTokensInOrder() {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let telling = Array("\"\"\"#\\()/*{}[]`@:=<>.\n\r\0ab1 ".utf8) + [0xFF, 0xC3, 0xA9]
    for _ in 0..<300 {
      let bytes = (0..<400).map { _ in telling[Int(next() % UInt64(telling.count))] }
      let file = SourceFile(path: "A.swift", source: bytes)
      let starts = file.tokens.map(\.start)
      #expect(starts == starts.sorted())
      #expect(file.tokens.allSatisfy { $0.start <= $0.end && Int($0.end) <= bytes.count })
    }
  }

  @Test func crlfGivesTheSameLinesAsLF() async {
    let text =
      "import Combine\n\nclass A: ObservableObject {\n  @Published var a = \"\"\"\n  x\n  \"\"\"\n}\n// e\n"
      + "import Combine"
    let crlf = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    #expect(await Planted.findings(text) == Planted.findings(crlf))
    #expect(await Planted.findings(text) == ["AR-09:1", "AR-09:3", "AR-09:4", "AR-09:9"])
  }

  @Test func threadsChangeNothing() async throws {
    let files = (0..<40).map { number in
      Input(
        path: "App/F\(number % 7)/F\(number).swift",
        bytes: Array(
          "import Combine\nstruct Airport\(number)Runway { let icao = 1, name = 2, lat = 3 }\n".utf8))
    }
    var plan = ReviewPlan(configuration: Configuration(), today: Day(number: 0))
    let one = Report(await Planted.review(files, plan: plan), configuration: plan.configuration).written(
      as: .json)
    for threads in [2, 3, 8, 64] {
      plan.threads = threads
      let many = await Planted.review(files, plan: plan)
      #expect(Report(many, configuration: plan.configuration).written(as: .json) == one)
    }
  }
}
