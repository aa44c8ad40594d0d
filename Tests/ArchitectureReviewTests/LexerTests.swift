import Testing

@testable import ArchitectureReview

@Suite struct LexerTests {
  private func file(_ text: String) -> SourceFile { SourceFile(path: "A.swift", source: Array(text.utf8)) }

  private func texts(_ text: String) -> [String] {
    let file = file(text)
    return file.tokens.indices.dropLast().map { file.kind($0) == .string ? "\"" : file.text($0) }
  }

  @Test func commentsAndStringsGiveNoWords() {
    #expect(texts("// a\n/* b /* c */ d */ e \"f\" #\"g \"h\" \\(i)\"#") == ["e", "\"", "\""])
    #expect(texts("\"\"\"\n  a \"b\" \"\"c\n  \"\"\" d") == ["\"", "d"])
    #expect(texts("#\"\"\"\"# a #\"\"\"x\"# b") == ["\"", "a", "\"", "b"])
    #expect(texts("#\"\"\"\n a \"\"\" b\n\"\"\"# c") == ["\"", "c"])
  }

  @Test func codeWithinAnInterpolationIsCode() {
    #expect(texts(#""a \(b("c \(d)")) e" f"#) == ["\"", "(", "b", "(", "\"", "(", "d", ")", ")", ")", "f"])
    #expect(texts(###"##"a \#(b) \##(c)"## d"###) == ["\"", "(", "c", ")", "d"])
  }

  @Test func aBodyIsReadWithItsEscapes() {
    let source = file(#"let a = "x\ty \"q\" \(b) z""#)
    #expect(source.body(ofString: 3) == "x y \"q\" \u{FFFC} z")
    let nested = file(#""a\("b\(c)d")e" "f""#)
    #expect(nested.body(ofString: 0) == "a\u{FFFC}e")
    #expect(
      nested.tokens.indices.filter { nested.kind($0) == .string }.map(nested.body(ofString:)) == [
        "a\u{FFFC}e", "b\u{FFFC}d", "f",
      ])
  }

  @Test func regexLiteralsAreNoDivisions() {
    #expect(file("let a = /import Combine \\/ x/").imports.isEmpty)
    #expect(!file("let a = /ObservableObject/").mentions("ObservableObject"))
    #expect(!file("a.firstMatch(of: /Thread\"/)").mentions("Thread"))
    #expect(!file("let a = #/Thread/#; let b = #/\n Thread\n/#").mentions("Thread"))
    #expect(texts("a = b / c / d") == ["a", "=", "b", "/", "c", "/", "d"])
    #expect(texts("(a)/b/c") == ["(", "a", ")", "/", "b", "/", "c"])
  }

  @Test func everyEndOfLineCounts() {
    let lf = "// a\nlet b = \"\"\"\n x\n \"\"\"\n/* y\n */ struct C {}\n"
    let crlf = lf.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    let cr = lf.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r")
    for text in [lf, crlf, cr] {
      let source = file(text)
      #expect(source.declarations.last?.line == 6)
      #expect(source.lineCount == 6)
    }
  }

  @Test func aByteOrderMarkIsNoColumn() {
    let source = SourceFile(path: "A.swift", source: [0xEF, 0xBB, 0xBF] + Array("import Combine".utf8))
    #expect(source.imports.first?.module == "Combine")
    #expect(source.column(0) == 1)
  }

  @Test func columnsCountScalars() {
    let source = file("/* é🇩🇪 */ let a = 1")
    #expect(source.column(0) == 11)
    let long = file("/* " + String(repeating: "ä", count: 3000) + " */ let a = 1")
    #expect(long.column(0) == 3008)
  }

  @Test func backTickedWordsAreNoKeywords() {
    let source = file("let `class` = 1\nfunc `struct`() {}\n`import` Combine")
    #expect(source.declarations.map(\.name) == ["class", "struct"])
    #expect(source.imports.isEmpty)
  }

  @Test func everyBranchStartsAtTheDepthBeforeIt() {
    let source = file(
      """
      struct A {
      #if os(Linux)
        func a() {
      #elseif os(macOS)
        func a(b: Int) {
      #else
        func a(c: Int) {
      #endif
          work()
        }
        var stored = 0
      }
      struct B {}
      """)
    #expect(source.declarations.map(\.name) == ["A", "a", "a", "a", "stored", "B"])
    #expect(source.declarations[1].body.map { source.line($0.upperBound - 1) } == 10)
    #expect(source.declarations[4].isMember && source.declarations[4].isStored)
    #expect(source.declarations[5].parent == -1)
  }

  @Test func storedAndComputedPropertiesAreToldApart() {
    let source = file(
      """
      class A<T: Hashable>: B, C where T: Sendable {
        let a: Int, b = [1, 2], c: [String: (Int) -> Void]
        var d: Int { 1 }
        var e: Int { willSet { } }
        var f = 0 { didSet { } }
        static let g = 1
        lazy var h: () -> Int = { let local = 1; return local }
        @State private var i: Set<Int>?
        var j: some View
        { 2 }
        class func k() { var local = 1 }
        weak var l: A?
        var m: Int { get async throws { 1 } }
      }
      protocol P { var n: Int { get } }
      """)
    let stored = source.declarations.filter { $0.kind == .property && $0.isStored }.map(\.name)
    #expect(stored == ["a", "b", "c", "e", "f", "h", "i", "l"])
    #expect(source.declarations.first?.inherited == ["B", "C"])
  }

  @Test func headersAreRead() throws {
    let source = file(
      "@MainActor public func load<T>(from a: [T], _ done: @escaping (Int, T) -> Void = { _, _ in })"
        + " async throws -> [String: T] where T: X { }\nfunc == (l: A, r: A) -> Bool { true }\n"
        + "extension Module.Type: @retroactive Y {}")
    let load = try #require(source.declarations.first)
    #expect(load.parameters.map(\.label) == ["from", "_"] && load.parameters.map(\.name) == ["a", "done"])
    #expect(load.isAsync && load.isExposed && load.attributes == ["MainActor"])
    #expect(load.type.map(source.text) == ["[", "String", ":", "T", "]"])
    #expect(source.declarations.map(\.name) == ["load", "==", "Module.Type"])
  }
}
