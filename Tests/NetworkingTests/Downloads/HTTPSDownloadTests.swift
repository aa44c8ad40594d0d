import Foundation
import Locks
import Networking
import Testing

@Suite struct HTTPSDownloadTests {
  private func fetched(
    _ server: TLSTestServer, _ path: String, bytesMax: Int = 100_000, trusts: Bool = true
  ) async -> Result<HTTPSDownload.File, DownloadError> {
    let download = HTTPSDownload(
      server.address + path, bytesMax: bytesMax, authorities: trusts ? server.authorities : nil)
    do throws(DownloadError) { return .success(try await download.file()) } catch { return .failure(error) }
  }

  @Test func fileComesWholeWithItsDay() async throws {
    let text = String(repeating: "ident,name\n", count: 20_000)
    let server = try TLSTestServer(files: ["table.csv": text])
    let told = Mutex<[HTTPSDownload.Progress]>([])
    let download = HTTPSDownload(
      server.address + "table.csv", bytesMax: 1_000_000, authorities: server.authorities)
    let file = try await download.file { progress in told.withLock { $0.append(progress) } }
    #expect(file.bytes == Array(text.utf8))
    #expect(file.changed == 1_787_392_800)
    let steps = told.withLock(\.self)
    #expect(steps.last?.bytes ?? 0 > 0 && steps.map(\.bytes) == steps.map(\.bytes).sorted())
    #expect(steps.last?.expected == text.utf8.count)
  }

  @Test func packedAnswerIsUnpackedAndCounted() async throws {
    let server = try TLSTestServer()
    #expect(
      try await fetched(server, "packed").get().bytes
        == Array(String(repeating: "packed ", count: 1_000).utf8))
    #expect(await fetched(server, "bomb") == .failure(.tooLong(bytesMax: 100_000)))
  }

  @Test func strangersAreNotTrusted() async throws {
    let server = try TLSTestServer(files: ["table.csv": "x"])
    guard case .failure(.notTrusted) = await fetched(server, "table.csv", trusts: false) else {
      Issue.record("a certificate of nobody was taken")
      return
    }
    // The name has to be the certificate's.
    let other = server.address.replacingOccurrences(of: "localhost", with: "127.0.0.1") + "table.csv"
    await #expect {
      try await HTTPSDownload(other, bytesMax: 10, authorities: server.authorities).file()
    } throws: { error in
      if case DownloadError.notTrusted = error { true } else { false }
    }
    let none = HTTPSDownload(server.address, bytesMax: 10, authorities: "/nonexistent.pem")
    await #expect(throws: DownloadError.authoritiesNotUsable) { try await none.file() }
  }

  @Test func pointersAreFollowedOnSealedWaysOnly() async throws {
    let server = try TLSTestServer(files: ["table.csv": "here"])
    #expect(try await fetched(server, "moved").get().bytes == Array("here".utf8))
    #expect(await fetched(server, "loop") == .failure(.pointsElsewhere))
    #expect(await fetched(server, "open") == .failure(.pointsElsewhere))
    let open = HTTPSDownload("http://localhost/x", bytesMax: 10)
    await #expect(throws: DownloadError.notHTTPS) { try await open.file() }
  }

  @Test func whatIsNotWholeIsRefused() async throws {
    let server = try TLSTestServer()
    #expect(await fetched(server, "missing") == .failure(.refused(status: 404)))
    guard case .failure(.cutOff) = await fetched(server, "short") else {
      Issue.record("half a file was taken")
      return
    }
    #expect(await fetched(server, "endless") == .failure(.tooLong(bytesMax: 100_000)))
  }

  @Test func nobodyThereIsSaid() async throws {
    let server = try TLSTestServer()
    let address = server.address
    withExtendedLifetime(server) {}
    let gone = HTTPSDownload(
      address.replacingOccurrences(of: "localhost", with: "nobody.invalid"), bytesMax: 10)
    await #expect {
      try await gone.file()
    } throws: { error in
      if case DownloadError.noConnection = error { true } else { false }
    }
  }

  @Test func cancellingEndsIt() async throws {
    let server = try TLSTestServer()
    let (address, authorities) = (server.address + "endless", server.authorities)
    let (steps, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await HTTPSDownload(address, bytesMax: 200_000_000, authorities: authorities)
        .file { if $0.bytes > 0 { continuation.yield() } }
    }
    for await _ in steps { break }
    task.cancel()
    await #expect(throws: DownloadError.cancelled) { try await task.value }
    withExtendedLifetime(server) {}
  }
}
