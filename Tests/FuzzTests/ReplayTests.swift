import Foundation
import Testing

/// The kept inputs: small good ones to begin with, and everything that ever broke a promise.
@Suite struct ReplayTests {
  @Test func noKeptInputBreaksAPromise() throws {
    var broken: [String] = []
    var cases = 0
    for target in FuzzTarget.all {
      for input in try Self.inputs(of: target) {
        cases += 1
        if case .broken(let what) = target.run(Array(input.bytes)) {
          broken.append("\(target.name)/\(input.name): \(what)")
        }
      }
    }
    print("VECTORS suite=kept-inputs cases=\(cases)")
    #expect(broken.isEmpty, "\(broken)")
  }

  /// A corpus of refused inputs would show nothing but refusals.
  @Test func everyTargetHasAnInputThatIsAccepted() throws {
    let without = try FuzzTarget.all.filter { target in
      try !Self.inputs(of: target).contains { target.run($0.bytes) == .accepted }
    }
    #expect(without.isEmpty, "\(without.map(\.name))")
  }

  @Test func everyFolderBelongsToATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path).sorted()
    #expect(folders == FuzzTarget.all.map(\.name).sorted())
  }

  @Test func aPlantedFaultIsBroken() {
    #expect(FuzzTarget.planted.run([0x54, 0x8F, 0xE1]) == .broken("the planted fault"))
    #expect(FuzzTarget.planted.run([0x54, 0x8F, 0xE0]) == .refused)
  }

  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/Corpus")

  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = corpus.appending(path: target.name)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }
}
