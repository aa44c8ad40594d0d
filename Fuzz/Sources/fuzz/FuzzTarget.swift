import ArchitectureReview
import Compression
import Cryptography
import MeshWire

/// One reader of outside bytes, and what must hold for every input.
struct FuzzTarget: Sendable {
  /// What came of one input.
  enum Outcome: Equatable {
    /// The reader took it, and what must hold held.
    case accepted
    /// The reader refused it with one of its errors.
    case refused
    /// The reader took it and broke its promise.
    case broken(String)
  }

  var name: String
  /// The fixture whose hexadecimal strings, or texts, are the first inputs, as a path from `Tests`.
  var fixture: String
  /// Whether the members `content` of the fixture are the inputs instead of its hexadecimal strings.
  var readsTexts = false
  /// Turns a string of the fixture into a first input; nothing where it makes none.
  var prepare: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
  var run: @Sendable ([UInt8]) -> Outcome

  /// Every target, by name.
  static let all: [FuzzTarget] = [
    FuzzTarget(name: "packet", fixture: "MeshWireTests/Fixtures/packet-codec.json", run: packet),
    FuzzTarget(name: "announce", fixture: "MeshWireTests/Fixtures/announce.json", run: announce),
    FuzzTarget(
      name: "noise-payload", fixture: "MeshWireTests/Fixtures/noise-payloads.json", run: noisePayload),
    FuzzTarget(
      name: "inflate", fixture: "MeshWireTests/Fixtures/compression.json", prepare: deflated, run: inflate),
    FuzzTarget(name: "handshake", fixture: "CryptographyTests/Fixtures/noise-xx.json", run: handshake),
    FuzzTarget(
      name: "swift-source", fixture: "ArchitectureReviewTests/Fixtures/archreview_cases.json",
      readsTexts: true,
      run: swiftSource),
  ]

  /// A target with a planted fault, to see that faults are found.
  static let faulty = FuzzTarget(
    name: "self-check", fixture: "MeshWireTests/Fixtures/announce.json",
    run: { $0.starts(with: [0x01, 0xFF]) ? .broken("the planted fault") : .refused })

  /// A packet that was read is written, and what was written reads as the same packet.
  private static func packet(_ bytes: [UInt8]) -> Outcome {
    guard let packet = try? Packet.decode(bytes) else { return .refused }
    _ = try? packet.signingBytes
    guard let written = try? packet.encoded() else { return .accepted }
    guard let again = try? Packet.decode(written) else { return .broken("what was written is refused") }
    return again == packet ? .accepted : .broken("what was written reads differently")
  }

  /// More neighbours are read than are written, all else comes back.
  private static func announce(_ bytes: [UInt8]) -> Outcome {
    guard var announce = try? Announce.decode(bytes) else { return .refused }
    guard let written = try? announce.encoded() else { return .accepted }
    announce.neighbours = Array(announce.neighbours.prefix(Announce.neighboursWrittenMax))
    let isSame = (try? Announce.decode(written)) == announce
    return isSame ? .accepted : .broken("what was written reads differently")
  }

  private static func noisePayload(_ bytes: [UInt8]) -> Outcome {
    guard let payload = try? NoisePayload.decode(bytes) else { return .refused }
    guard let written = try? payload.encoded() else { return .accepted }
    let isSame = (try? NoisePayload.decode(written)) == payload
    return isSame ? .accepted : .broken("what was written reads differently")
  }

  /// The size in two bytes, and the stream.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    guard let size = UInt16(exactly: bytes.count) else { return nil }
    let stream = RawDeflate.compress(bytes, outputBytesMax: bytes.count + 64)
    return stream.map { [UInt8(size >> 8), UInt8(size & 0xFF)] + $0 }
  }

  /// The first two bytes are the expected size.
  private static func inflate(_ bytes: [UInt8]) -> Outcome {
    guard bytes.count >= 2 else { return .refused }
    let expected = Int(bytes[0]) << 8 | Int(bytes[1])
    guard let output = try? RawDeflate.inflate(bytes[2...], expectedBytes: expected) else { return .refused }
    return output.count == expected ? .accepted : .broken("\(output.count) bytes instead of \(expected)")
  }

  /// A responder reads the first message; one that is read is followed by the reading of another.
  private static func handshake(_ bytes: [UInt8]) -> Outcome {
    guard let local = try? X25519.PrivateKey(rawBytes: [UInt8](repeating: 0x11, count: 32)),
      let ephemeral = try? X25519.PrivateKey(rawBytes: [UInt8](repeating: 0x22, count: 32))
    else { return .broken("the fixed keys are refused") }
    var responder = NoiseHandshake(role: .responder, localStatic: local, ephemeral: ephemeral)
    let first = bytes.prefix(32)
    guard (try? responder.readMessage(first)) != nil else { return .refused }
    guard (try? responder.writeMessage()) != nil else { return .broken("no answer to a first message") }
    let isForged = (try? responder.readMessage(bytes.dropFirst(32))) != nil
    return isForged ? .broken("a message without the keys was accepted") : .accepted
  }

  /// Tokens stand in order within the source, brackets name brackets, and the rules come to an end.
  private static func swiftSource(_ bytes: [UInt8]) -> Outcome {
    let file = SourceFile(path: "App/Map/Fuzzed.swift", source: bytes)
    var end: Int32 = 0
    for token in file.tokens {
      guard token.start >= end, token.start <= token.end, token.end <= bytes.count,
        token.partner < file.tokens.count
      else { return .broken("a token of \(token.start) to \(token.end) with partner \(token.partner)") }
      end = token.start
    }
    let lines = 1...max(1, file.lineCount + 1)
    let isInside = file.reviewed().allSatisfy { lines.contains($0.line) }
    return isInside ? .accepted : .broken("a finding outside the file")
  }
}
