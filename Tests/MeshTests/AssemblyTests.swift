import Cryptography
import Foundation
import MeshWire
import Testing
import Timebase

@testable import Mesh

/// Goal: pieces in any order give the same bytes, no piece kills somebody else's transfer, and what gives way
/// is what the type says (mesh-wire 9.3, mesh-engine 1.2, 16.3). Method: the assemblies alone.
struct AssemblyTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private let ann = PeerID(rawValue: 1)

  private func piece(
    _ stream: UInt64, _ index: Int, of total: Int, bytes: Int = 10, fill: UInt8 = 7,
    type: MessageType = .publicMessage
  ) throws -> Fragment {
    var payload = [UInt8](repeating: 0, count: 13 + bytes)
    for byte in 0..<8 { payload[byte] = UInt8(truncatingIfNeeded: stream >> UInt64(8 * (7 - byte))) }
    payload[8] = UInt8(index >> 8)
    payload[9] = UInt8(index & 0xFF)
    payload[10] = UInt8(total >> 8)
    payload[11] = UInt8(total & 0xFF)
    payload[12] = type.rawValue
    for index in 13..<payload.count { payload[index] = fill }
    return try Fragment.decode(payload)
  }

  @discardableResult
  private func add(
    _ piece: Fragment, to assemblies: inout FragmentAssemblies, from sender: UInt64 = 1,
    isBroadcast: Bool = true, after delay: Duration = .zero
  ) -> AssemblyOutcome {
    assemblies.add(
      piece, from: PeerID(rawValue: sender), isBroadcast: isBroadcast, at: start + delay)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func anyOrderWithCopiesAndOtherStreamsBetweenGivesTheSameBytes(seed: UInt64) throws {
    var random = SeededRandom(number: seed)
    var assemblies = FragmentAssemblies()
    var pieces: [(sender: UInt64, piece: Fragment)] = []
    var frames: [UInt64: [UInt8]] = [:]
    for stream in 1...5 as ClosedRange<UInt64> {
      let frame = random.bytes(Int(random.next() % 4_000) + 1)
      frames[stream] = frame
      let packet = Packet(
        type: .publicMessage, timestamp: Timestamp(milliseconds: 1), sender: PeerID(rawValue: stream),
        payload: [])
      let train = try FragmentTrain(
        cutting: frame, of: packet, stream: FragmentStreamID(rawValue: stream),
        chunkBytes: Int(random.next() % 400))
      for index in 0..<train.count {
        let copies = random.next() % 4 == 0 ? 2 : 1
        for _ in 0..<copies {
          let fragment = try Fragment.decode(try #require(train.fragment(index)).payload)
          pieces.append((stream, fragment))
        }
      }
    }
    pieces.shuffle(using: &random)
    var complete: [UInt64: [UInt8]] = [:]
    for (sender, piece) in pieces {
      let outcome = add(piece, to: &assemblies, from: sender)
      // A copy that comes after the last piece starts an assembly of its own, which never ends.
      if case .complete(let frame) = outcome, complete[sender] == nil { complete[sender] = frame }
    }
    #expect(complete == frames)
  }

  @Test func frameWithOnePieceLostIsNeverDelivered() throws {
    var assemblies = FragmentAssemblies()
    for index in 0..<50 where index != 31 {
      let outcome = add(try piece(1, index, of: 50), to: &assemblies)
      #expect(outcome == .kept)
    }
    #expect(assemblies.count == 1)
    assemblies.expire(at: start + FragmentLimits.assemblySilence + .milliseconds(1))
    #expect(assemblies.count == 0 && assemblies.heldBytes == 0)
  }

  @Test func forgedPiecesKillNobodysTransfer() throws {
    var assemblies = FragmentAssemblies()
    add(try piece(1, 0, of: 3), to: &assemblies)
    let forged = [
      add(try piece(1, 1, of: 4), to: &assemblies),
      add(try piece(1, 1, of: 3, type: .fileTransfer), to: &assemblies),
      add(try piece(1, 1, of: 3, type: .fragment), to: &assemblies),
      add(try piece(1, 1, of: 3, bytes: (1 << 20) - 5), to: &assemblies),
    ]
    #expect(forged.allSatisfy { $0 == .refused })
    add(try piece(1, 1, of: 3), to: &assemblies)
    let last = add(try piece(1, 2, of: 3), to: &assemblies)
    #expect(last == .complete([UInt8](repeating: 7, count: 30)))
  }

  @Test func everyArrivalCountsAgainstTheSizeOfAFrame() throws {
    var assemblies = FragmentAssemblies()
    let outcomes = try (0..<12).map { _ in
      add(try piece(1, 0, of: 2, bytes: 100_000), to: &assemblies)
    }
    #expect(outcomes.filter { $0 == .kept }.count == (1 << 20) / 100_000)
    #expect(assemblies.heldBytes < 200_000, "copies take each other's place")
  }

  @Test func assemblyTooManyTakesTheOneThatStartedFirst() throws {
    var assemblies = FragmentAssemblies()
    for stream in 0...128 as ClosedRange<UInt64> {
      add(try piece(stream, 0, of: 2), to: &assemblies, from: stream, after: .milliseconds(Int(stream)))
    }
    #expect(assemblies.count == FragmentLimits.assembliesMax)
    let oldest = add(try piece(0, 1, of: 2), to: &assemblies, from: 0, after: .seconds(1))
    let second = add(try piece(2, 1, of: 2), to: &assemblies, from: 2, after: .seconds(1))
    #expect(oldest == .kept, "its first piece is gone")
    #expect(second != .kept)
  }

  @Test func bytesOfASenderAndOfAllAreBoundedOldestFirst() throws {
    var assemblies = FragmentAssemblies()
    // One sender: its first assembly goes, nobody else's.
    add(try piece(99, 0, of: 2), to: &assemblies, from: 99)
    for stream in 1...6 as ClosedRange<UInt64> {
      add(try piece(stream, 0, of: 2, bytes: 500_000), to: &assemblies, from: 1)
    }
    #expect(assemblies.heldBytes(of: ann) <= FragmentLimits.assembledBytesPerSenderMax)
    #expect(assemblies.count == 5, "four of the flooder's and the other one's")
    // Many senders: together they stay within 6 MiB.
    for sender in 10..<40 as Range<UInt64> {
      add(try piece(1, 0, of: 2, bytes: 900_000), to: &assemblies, from: sender)
      #expect(assemblies.heldBytes <= FragmentLimits.assembledBytesMax)
    }
    let newest = add(try piece(1, 1, of: 2, bytes: 1), to: &assemblies, from: 39)
    guard case .complete = newest else {
      Issue.record("the newest must still be here")
      return
    }
  }

  @Test func emptyPiecesAreNotFree() throws {
    var assemblies = FragmentAssemblies()
    var kept = 0
    for stream in 1...6 as ClosedRange<UInt64> {
      for index in 0..<9_999
      where add(try piece(stream, index, of: 10_000, bytes: 0), to: &assemblies) == .kept {
        kept += 1
      }
    }
    #expect(kept > 20_000)
    #expect(assemblies.heldBytes <= FragmentLimits.assembledBytesPerSenderMax)
    #expect(assemblies.count <= 3)
  }

  @Test func progressKeepsAnAssemblyAliveCopiesDoNotAndNothingLivesForTenMinutes() throws {
    var assemblies = FragmentAssemblies()
    add(try piece(1, 0, of: 100), to: &assemblies)
    add(try piece(2, 0, of: 100), to: &assemblies)
    for step in 1...25 {
      let now = Duration.seconds(25 * step)
      if step < 24 { add(try piece(1, step, of: 100), to: &assemblies, after: now) }
      if step == 1 { add(try piece(2, 0, of: 100), to: &assemblies, after: now) }
      assemblies.expire(at: start + now)
      if step == 2 { #expect(assemblies.count == 1, "a copy is no progress") }
      if step == 23 { #expect(assemblies.count == 1) }
    }
    #expect(assemblies.count == 0)
  }

  @Test func stalledBroadcastsAreNamedLongestFirstAndNotAgainAtOnce() throws {
    var assemblies = FragmentAssemblies()
    add(try piece(1, 0, of: 2), to: &assemblies, after: .seconds(2))
    add(try piece(2, 0, of: 2), to: &assemblies, after: .seconds(1))
    add(try piece(3, 0, of: 2), to: &assemblies, isBroadcast: false)
    let early = assemblies.takeStalled(max: 60, at: start + .seconds(4))
    let due = assemblies.takeStalled(max: 60, at: start + .seconds(7))
    let again = assemblies.takeStalled(max: 60, at: start + .seconds(10))
    let later = assemblies.takeStalled(max: 1, at: start + .seconds(17))
    #expect(early.isEmpty && again.isEmpty)
    #expect(due.map(\.rawValue) == [2, 1] && later.map(\.rawValue) == [2])
  }

  @Test func framesOfOtherClientsComeTogetherAsTheVectorsSay() throws {
    let suite = try FragmentSuite()
    var failures: [String] = []
    for vector in suite.reassemblies {
      var assemblies = FragmentAssemblies()
      var whole: [UInt8]?
      for frame in vector.frames {
        let packet = try Packet.decode(frame)
        let outcome = assemblies.add(
          try Fragment.decode(packet.payload), from: packet.sender, isBroadcast: packet.isBroadcast, at: start
        )
        if case .complete(let bytes) = outcome { whole = whole ?? bytes }
      }
      if whole != vector.whole { failures.append(vector.name) }
    }
    print("VECTORS suite=fragments-reassemble cases=\(suite.reassemblies.count)")
    #expect(failures.isEmpty && suite.reassemblies.count == 12, "\(failures)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: FragmentSuite.sharedFile.path)))
  func fixtureIsTheSharedFileByteForByte() throws {
    #expect(try Data(contentsOf: FragmentSuite.sharedFile) == FragmentSuite.bytes())
  }
}

private struct FragmentSuite {
  struct Reassembly {
    let name: String
    let frames: [[UInt8]]
    let whole: [UInt8]
  }

  let reassemblies: [Reassembly]

  init() throws {
    let root = try JSONSerialization.jsonObject(with: try Self.bytes()) as? [String: Any]
    let vectors = root?["vectors"] as? [[String: Any]] ?? []
    reassemblies = vectors.filter { $0["op"] as? String == "reassemble" }.map { vector in
      let inputs = vector["inputs"] as? [String: Any]
      let expected = vector["expected"] as? [String: Any]
      return Reassembly(
        name: vector["name"] as? String ?? "",
        frames: (inputs?["fragment_frames_in_arrival_order"] as? [String] ?? []).map(
          Self.bytes(hexadecimal:)),
        whole: Self.bytes(hexadecimal: expected?["inner_frame"] as? String ?? ""))
    }
  }

  static func bytes() throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/fragments.json"))
  }

  static var sharedFile: URL {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["TERN_SHARED"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared")
    return shared.appending(path: "vectors/mesh/fragments.json")
  }

  private static func bytes(hexadecimal text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }
}
