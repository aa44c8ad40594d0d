import Foundation
import StrictJSON
import Testing
import Timebase

@testable import Mesh
@testable import MeshLinks
@testable import MeshNode
@testable import tern

/// Goal: whatever is counted is also told, under its own name, and explained.
@Suite struct TrafficReportTests {
  private static let load = LANLoad(
    inbound: 1, outbound: 2, verified: 3, queuedBytes: 4, unfinishedBytes: 5, instances: 6)
  private let report = TrafficReport(
    lan: LANCounters(), load: Self.load,
    mesh: MeshNodeCounters(), engine: MeshCounters(), modules: Diagnostics().counters, engineBytes: 7,
    messagesHeldBack: 8, log: LineBudget(), memory: .now())

  @Test func everyFieldThatIsCountedIsTold() {
    let counted: [(String, [Any])] = [
      ("links", [LANCounters()]), ("held", [Self.load]), ("mesh", [report.mesh]), ("engine", [report.engine]),
    ]
    for (group, values) in counted {
      let fields = values.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }
      let told = report.json[group]?.object?.map(\.name) ?? []
      let missing = Set(fields).subtracting(told)
      #expect(!fields.isEmpty && missing.isEmpty, "\(group): \(missing.sorted())")
      #expect(Set(told).count == told.count, "\(group) tells something twice")
    }
    #expect(report.json["engine"]?["pingsOverBudget"]?.integer == 0)
    #expect(report.json["held"]?["engineBytes"]?.integer == 7)
    #expect(report.json["messages"]?["heldBack"]?.integer == 8)
  }

  @Test func everyNumberIsExplained() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let words = try String(contentsOf: root.appending(path: "docs/commands.md"), encoding: .utf8)
    let names = (report.json.object ?? []).flatMap { group in
      (group.value.object ?? []).map { group.name + "." + $0.name }
    }
    #expect(names.count > 60)
    #expect(names.filter { !words.contains("`\($0)`") }.isEmpty)
  }

  @Test func aNodeWritesTwoHundredLinesAtOnceThenOneASecond() {
    var budget = LineBudget()
    let start = Instant(nanoseconds: 5)
    let atOnce = (0..<250).filter { _ in budget.admit(at: start) }.count
    let later = (0..<250).filter { _ in budget.admit(at: start + .seconds(3)) }.count
    #expect(atOnce == 200 && later == 3)
    #expect(budget.lines == 203 && budget.linesHeldBack == 297)
  }
}
