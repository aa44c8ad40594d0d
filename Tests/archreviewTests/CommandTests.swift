import Foundation
import StrictJSON
import Testing

@testable import archreview

@Suite struct CommandTests {
  private let breach = "import Combine\n"

  @Test func aCleanTreeEndsWithZero() async throws {
    let run = try await ScratchTree(["App/A.swift": "struct A {}\n"]).run()
    #expect(run.exit == .clean)
    #expect(
      run.output == "SUMMARY: files 1, approved 0, violations 0, warnings 0, suppressed 0, baseline 0\n")
    #expect(run.errors == "")
  }

  @Test func aViolationEndsWithOne() async throws {
    let run = try await ScratchTree(["App/A.swift": breach]).run()
    #expect(run.exit == .violations)
    #expect(run.output.contains("• App/A.swift:1 - [AR-09] import Combine\n  • Problem: "))
  }

  @Test(arguments: [
    ["--nonsense"], ["--format", "xml"], ["--rules", "AR-99"], ["--max", "-1"], ["--config"], ["missing"],
    ["--config", "missing.json"], ["--baseline", "missing.json"], ["--changed-since", "--output=x"],
    ["--explain", "AR-99"], ["--threads", "0"], ["--strict=yes"],
  ])
  func badArgumentsEndWithTwoAndASentence(words: [String]) async throws {
    let tree = try ScratchTree(["App/A.swift": breach])
    let run = await ReviewCommand.run(
      words + ["--root", tree.root.path], write: { _ in }, complain: { #expect($0.hasPrefix("archreview: ")) }
    )
    #expect(run == .badRequest)
  }

  @Test(arguments: [
    "{", #"{"unknown": 1}"#, #"{"severity": {"AR-99": "off"}}"#, #"{"severity": {"AR-01": "loud"}}"#,
    #"{"limits": {"root": "many"}}"#, #"{"paths": {"sky": []}}"#, #"{"rules": [{"id": "x"}]}"#, "[]",
    #"{"rules": [{"id": "AR-09", "title": "t", "kind": "uses", "match": ["a"]}]}"#,
    #"{"rules": [{"id": "x", "title": "t", "kind": "pattern", "pattern": "("}]}"#,
    #"{"rules": [{"id": "x", "title": "t", "kind": "modules"}]}"#,
  ])
  func aBadConfigurationEndsWithTwo(json: String) async throws {
    let run = try await ScratchTree(["App/A.swift": breach, ".archreview.json": json]).run()
    #expect(run.exit == .badRequest)
    #expect(run.errors.contains(".archreview.json: "))
  }

  @Test func anUnreadableFileEndsWithThreeUnlessThereIsAViolation() async throws {
    let tree = try ScratchTree(["App/B.swift": "struct B {}\n"])
    try tree.write(Data([0x6C, 0xFF, 0xFE]), at: "App/A.swift")
    var run = await tree.run()
    #expect(run.exit == .unread)
    #expect(run.errors == "archreview: App/A.swift: the file could not be read, or is no UTF-8\n")
    #expect(run.output.contains("files 1,"))
    try tree.write(breach, at: "App/C.swift")
    run = await tree.run()
    #expect(run.exit == .violations)
    #expect(run.errors.contains("App/A.swift"))
  }

  @Test func aTreeWithoutSwiftSaysSoAndEndsWithZero() async throws {
    let run = try await ScratchTree(["a.txt": "import Combine\n"]).run()
    #expect(run.exit == .clean && run.output == "" && run.errors.contains("no Swift files"))
  }

  @Test func helpAndVersionEndWithZero() async throws {
    let tree = try ScratchTree()
    let help = await tree.run("--help")
    #expect(help.exit == .clean && help.output.contains("--write-baseline FILE"))
    let version = await tree.run("--version")
    #expect(version.exit == .clean && version.output.hasPrefix("archreview 1."))
  }

  @Test func strictCountsWarnings() async throws {
    let tree = try ScratchTree(["Package.swift": "// swift-tools-version: 5.9\n"])
    #expect(await tree.run().exit == .clean)
    #expect(await tree.run("--strict").exit == .violations)
  }

  @Test func rulesAndSkipChooseWhatCounts() async throws {
    let tree = try ScratchTree(["App/MapViewModel.swift": "import Combine\nclass MapViewModel {}\n"])
    #expect(await tree.run("--rules", "AR-03").output.contains("violations 1,"))
    #expect(await tree.run("--skip", "AR-03,AR-09").exit == .clean)
    #expect(await tree.run("--rules", "AR-03,AR-09", "--skip=AR-09").output.contains("violations 1,"))
  }

  @Test func maxLimitsWhatIsToldNotWhatIsCounted() async throws {
    let tree = try ScratchTree(["App/A.swift": breach, "App/B.swift": breach, "App/C.swift": breach])
    let run = await tree.run("--max", "1")
    #expect(run.output.components(separatedBy: "\n• ").count == 2)
    #expect(run.output.contains("violations 3,"))
  }

  @Test func pathsAreFilesOrFoldersUnderTheRoot() async throws {
    let tree = try ScratchTree(["App/A.swift": breach, "Other/B.swift": breach])
    #expect(await tree.run("App").output.contains("files 1,"))
    #expect(await tree.run("Other/B.swift", "App").output.contains("files 2,"))
    #expect(await tree.run("/").exit == .badRequest)
  }

  @Test func hiddenAndExcludedFoldersAreNotRead() async throws {
    let tree = try ScratchTree([
      ".build/A.swift": breach, "Vendor/B.swift": breach, "App/C.swift": "struct C {}\n",
      ".archreview.json": #"{"exclude": ["Vendor"]}"#,
    ])
    let run = await tree.run()
    #expect(run.exit == .clean && run.output.contains("files 1,"))
  }

  @Test func onlyChangedFilesAreToldSinceARevision() async throws {
    let tree = try ScratchTree(["App/A.swift": breach, "App/B.swift": "struct B {}\n"])
    try tree.git("init", "--quiet")
    try tree.git("add", ".")
    try tree.git("commit", "--quiet", "-m", "first")
    try tree.write(breach, at: "App/B.swift")
    try tree.write(breach, at: "App/Ü neu.swift")
    let run = await tree.run("--changed-since", "HEAD")
    #expect(run.output.contains("App/B.swift:1") && run.output.contains("App/Ü neu.swift:1"))
    #expect(!run.output.contains("App/A.swift"))
    #expect(run.output.contains("files 3,"))
    #expect(await tree.run("--changed-since", "nonsense").exit == .badRequest)
  }

  @Test func aBaselineSurvivesMovedLinesAndNamesWhatIsStale() async throws {
    let tree = try ScratchTree(["App/A.swift": breach, "App/MapViewModel.swift": "class MapViewModel {}\n"])
    let file = tree.root.appending(path: "known.json").path
    #expect(await tree.run("--write-baseline", file).exit == .clean)
    try tree.write("// a line more\n\n  import Combine\n", at: "App/A.swift")
    try tree.write("\nimport Combine\nclass MapViewModel { var a = 0 }\n", at: "App/MapViewModel.swift")
    let run = await tree.run("--baseline", file)
    #expect(
      run.exit == .violations && run.output.contains("violations 1,") && run.output.contains("baseline 2"))
    #expect(run.output.contains("App/MapViewModel.swift:2 - [AR-09]"))
    try tree.write("struct A {}\n", at: "App/A.swift")
    let stale = await tree.run("--baseline", file)
    #expect(stale.output.contains("NOTE:\n• App/A.swift - [AR-09] a baseline entry matches nothing"))
  }

  @Test func everyRuleIsExplained() async throws {
    let tree = try ScratchTree()
    for number in 0...17 {
      let id = "AR-" + (number < 10 ? "0\(number)" : "\(number)")
      let run = await tree.run("--explain", id)
      #expect(run.exit == .clean && run.output.hasPrefix("\(id): "))
      #expect(run.output.contains("\nReported:\n") && run.output.contains("\nInstead:\n"))
    }
  }

  @Test func aProposalCanBeUsedAtOnce() async throws {
    let package = """
      // swift-tools-version: 6.0
      let package = Package(name: "p", targets: [
        .target(name: "Core"), .target(name: "Store", dependencies: ["Core"]),
        .executableTarget(name: "app", dependencies: ["Core", "Store"]),
      ])
      """
    let tree = try ScratchTree([
      "Package.swift": package, "Sources/Core/Core.swift": "public struct Row {}\n",
      "Sources/Store/Store.swift": "import Core\nimport SQLite3\npublic struct Store { let row: Row }\n",
      "Sources/app/App.swift": "import Core\nimport Store\nimport SwiftUI\nstruct Page: View {}\n",
    ])
    let proposed = await tree.run("--init")
    #expect(proposed.exit == .clean)
    let value = try JSONValue(parsing: Array(proposed.output.utf8))
    #expect(value["paths"]?["data"]?[0]?.string == "Sources/Store/**")
    #expect(value["paths"]?["views"]?[0]?.string == "Sources/app/**")
    try tree.write(proposed.output, at: ".archreview.json")
    #expect(await tree.run().exit == .clean)
    try tree.write("import Store\npublic struct Row { let store: Store }\n", at: "Sources/Core/Core.swift")
    let run = await tree.run()
    #expect(run.exit == .violations && run.output.contains("Sources/Core/Core.swift:1 - [layers]"))
  }
}
