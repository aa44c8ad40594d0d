import Bytes
import Compression
import Foundation
import Testing

/// The compressed bytes of the wire's vectors; when to compress is tested with the wire.
@Suite struct CompressionVectorTests {
  @Test func compressedBytesMatchTheVectors() throws {
    let vectors = try JSONDecoder().decode(VectorFile.self, from: fixture()).vectors
    var failures: [String] = []
    var cases = 0
    for vector in vectors {
      guard let hexadecimal = vector.expected.deflate else { continue }
      cases += 1
      let payload = try #require([UInt8](hexadecimal: vector.inputs.payload ?? ""))
      let packed = RawDeflate.compress(payload, outputBytesMax: payload.count + 1000)
      let unpacked = try? RawDeflate.inflate(packed ?? [], expectedBytes: payload.count)
      if packed?.hexadecimal != hexadecimal || unpacked != payload { failures.append(vector.name) }
    }
    #expect(failures.isEmpty)
    #expect(cases == 12)
    print("VECTORS suite=compression-deflate cases=\(cases)")
  }

  @Test(.enabled(if: sharedVectors != nil, "the shared vectors are not at hand"))
  func fixturesAreTheSharedVectors() throws {
    let origin = try #require(sharedVectors).appending(path: "mesh/compression.json")
    #expect(try Data(contentsOf: origin) == fixture())
  }

  private func fixture() throws -> Data {
    let url = try #require(
      Bundle.module.url(forResource: "compression", withExtension: "json", subdirectory: "Fixtures"))
    return try Data(contentsOf: url)
  }
}

private struct VectorFile: Decodable {
  let vectors: [Vector]

  struct Vector: Decodable {
    let name: String
    let inputs: Inputs
    let expected: Expected
  }

  struct Inputs: Decodable {
    let payload: String?
  }

  struct Expected: Decodable {
    let deflate: String?
  }
}

/// `TERN_SHARED`, by default beside the checkout; nothing where there is no such folder.
private let sharedVectors: URL? = {
  let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let shared =
    ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
    ?? package.deletingLastPathComponent().appending(path: "shared")
  let vectors = shared.appending(path: "vectors")
  return FileManager.default.fileExists(atPath: vectors.path) ? vectors : nil
}()
