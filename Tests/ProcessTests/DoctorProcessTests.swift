import Foundation
import Testing

/// `tern doctor` on this machine: what is well, and what somebody broke.
@Suite(.serialized) struct DoctorProcessTests {
  @Test func aRunningProfileIsHealthyAndItsTrafficIsShown() async throws {
    let place = try TestPlace()
    let alone = try await place.run(["doctor", "--traffic"])
    #expect(alone.status == 1 && alone.errors.contains("not running") && alone.output.isEmpty)

    _ = try await place.start("default")
    let report = try await place.doctor()
    #expect(report.isHealthy && report.status == 0, "\(report.wrong)")
    #expect(report.level("nodeRunning") == "ok" || report.level("nodeLimited") == "note")
    #expect(report.level("rights") == "ok" && report.level("keysOpen") == "ok")

    let table = try await place.run(["doctor", "--traffic"])
    #expect(table.status == 0 && table.output.contains("\nmemory\n  bytes "), "\(table.output)")
    let numbers = try await place.json(["doctor", "--traffic"]) as? [String: [String: Int]]
    #expect((numbers?["memory"]?["bytes"] ?? 0) > 0)
  }

  @Test func whatIsBrokenIsFoundWithTheCommandThatMendsIt() async throws {
    let place = try TestPlace()
    try await place.start("default").kill()
    let stopped = try await place.doctor()
    #expect(stopped.isHealthy && stopped.level("nodeStopped") == "note", "\(stopped.wrong)")

    let folder = place.dataFolder("default").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    let open = try await place.doctor()
    #expect(open.status == 1 && !open.isHealthy && open.level("openToOthers") == "problem")
    let mend = try #require(open.mend("openToOthers"))
    #expect(try await place.run(["-c", mend], program: "/bin/sh").status == 0, "\(mend)")
    #expect(try await place.doctor().isHealthy)

    let bare = try await place.doctor(assets: ["--assets", place.folder.path])
    #expect(bare.status == 1 && bare.level("assetsUnusable") == "problem")
    #expect(bare.mend("assetsUnusable") == "Scripts/setup")
  }

  @Test func aPortThatSomebodyHasIsFound() async throws {
    let place = try TestPlace()
    let socket = try occupy(UInt16(place.beaconPort))
    defer { close(socket) }
    let taken = try await place.doctor()
    #expect(taken.status == 1 && taken.level("beaconPortTaken") == "problem", "\(taken.wrong)")

    let other = try TestPlace()
    let port = try #require(try await other.start("alice").link?.port)
    let page = try await other.doctor(more: ["--port", "\(port)"])
    #expect(page.status == 1 && page.level("pagePortTaken") == "problem", "\(page.wrong)")
  }

  @Test func aNodeThatHangsIsToldFromOneThatIsStopped() async throws {
    let place = try TestPlace()
    let node = try await place.start("default")
    kill(node.identifier, SIGSTOP)
    let report = try await place.doctor()
    kill(node.identifier, SIGCONT)
    #expect(report.status == 1 && report.level("nodeSilent") == "problem", "\(report.wrong)")
  }

  /// A UDP socket that shares its port with nobody.
  private func occupy(_ port: UInt16) throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    return socket
  }
}

/// What `tern doctor --json` printed.
private struct DoctorOutput {
  let status: Int32
  let isHealthy: Bool
  let findings: [[String: Any]]

  func level(_ finding: String) -> String? { field("level", of: finding) }
  func mend(_ finding: String) -> String? { field("mend", of: finding) }

  var wrong: [String] {
    findings.filter { $0["level"] as? String != "ok" }.compactMap { $0["words"] as? String }
  }

  private func field(_ name: String, of finding: String) -> String? {
    findings.first { $0["finding"] as? String == finding }?[name] as? String
  }
}

extension TestPlace {
  fileprivate func doctor(assets: [String]? = nil, more: [String] = []) async throws -> DoctorOutput {
    let port = ["--beacon-port", "\(beaconPort)"]
    let finished = try await run(["doctor", "--json"] + port + (assets ?? self.assets) + more)
    let data = Data(finished.output.utf8)
    let value = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return DoctorOutput(
      status: finished.status, isHealthy: value["healthy"] as? Bool == true,
      findings: try #require(value["findings"] as? [[String: Any]]))
  }
}
