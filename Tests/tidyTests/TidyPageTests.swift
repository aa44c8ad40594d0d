import Testing

@testable import tidy

@Suite struct TidyPageTests {
  @Test func theExampleOfThePageHolds() {
    let code = SwiftCode.code(of: "let a = 1 // try! nothing\nlet b = \"try! \\(a)\"")
    #expect(!code.contains("try!"))
    #expect(code.hasSuffix("\\(a)\""))
    let lengths = FunctionLengths.functions(in: "func area() {\n  work()\n}")
    #expect(lengths == [FunctionLengths.Function(name: "area", line: 1, lines: 3)])
  }
}
