import Foundation
import Testing

/// What another user of the machine can get at. Becoming one takes root, so elsewhere this rests; the modes
/// and the socket's check of its peer are tested without it.
@Suite(.serialized) struct StrangerProcessTests {
  static let canBecomeNobody =
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  @Test(.enabled(if: canBecomeNobody)) func anotherUserReadsNeitherFilesNorSocketNorPage() async throws {
    let place = try TestPlace()
    let alice = try await place.start("alice")
    let port = try #require(alice.link?.port)
    let secret = "for nobody else \(UUID().uuidString)"
    #expect(try await place.run(["send", secret, "--profile", "alice"]).status == 0)
    let data = place.dataFolder("alice").path
    let socket = place.socket("alice").path

    // The control: nobody can go as far as the folders, so what fails below fails for the right reason.
    #expect(try asNobody("ls '\(place.folder.path)'").output.contains("data"))
    for command in [
      "ls '\(data)'", "cat '\(data)/identity.key'", "cat '\(data)/messages.sqlite'",
      "cat '\(data)/messages.sqlite-wal'", "cat '\(data)/lock'", "test -e '\(socket)'",
      "ls '\((socket as NSString).deletingLastPathComponent)'", "cat /proc/\(alice.identifier)/environ",
    ] {
      let tried = try asNobody(command)
      #expect(tried.status != 0 && tried.output.isEmpty, "\(command): \(tried.output)")
    }
    let page = try asNobody(
      "exec 3<>/dev/tcp/127.0.0.1/\(port); "
        + "printf 'GET /talk/mesh HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\n' >&3; "
        + "printf 'Connection: close\\r\\n\\r\\n' >&3; "
        + "cat <&3")
    #expect(page.output.hasPrefix("HTTP/1.1 401 "), "\(page.output)")
    #expect(!page.output.contains(secret))
    let arguments = try asNobody("tr '\\0' ' ' < /proc/\(alice.identifier)/cmdline").output
    #expect(
      arguments.contains("run") && !arguments.contains("#"), "the launch code stands in the process list")
  }

  private func asNobody(_ command: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c", command,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
