import Bytes
import Testing

@testable import Cryptography

@Suite struct NoiseSessionTests {
  @Test func noncesCountUpAndAreNeverReused() throws {
    var (initiator, responder) = try sessions(seed: 21)
    for number in 0..<300 {
      let plaintext = [UInt8(number % 256)]
      let message = try initiator.encrypt(plaintext)
      let nonce: [UInt8] = [0, 0, UInt8(number / 256), UInt8(number % 256)]
      #expect(Array(message.prefix(4)) == nonce)
      #expect(try responder.decrypt(message) == plaintext)
    }
    #expect(initiator.sentCount == 300)
    #expect(responder.sentCount == 0)
  }

  @Test func theLastNonceIsUsedAndNoneAfterIt() throws {
    var (initiator, responder) = try sessions(seed: 22)
    initiator.sentCount = 4_294_967_294
    let last = try initiator.encrypt([9])
    #expect(last.prefix(4).hexadecimal == "fffffffe")
    #expect(try responder.decrypt(last) == [9])
    for _ in 0..<3 {
      #expect(throws: CryptographyError.nonceExhausted) { try initiator.encrypt([9]) }
    }
    #expect(initiator.sentCount == 4_294_967_295)
  }

  @Test func everyFlippedBitOfAMessageIsNoticedAndMovesNothing() throws {
    var (initiator, responder) = try sessions(seed: 23)
    let message = try initiator.encrypt(Array("boarding".utf8))
    var accepted: [Int] = []
    for bit in 0..<message.count * 8 where (try? responder.decrypt(flipping(bit, of: message))) != nil {
      accepted.append(bit)
    }
    #expect(accepted.isEmpty)
    #expect(try responder.decrypt(message) == Array("boarding".utf8))
    #expect(throws: CryptographyError.replayed(nonce: 0)) { try responder.decrypt(message) }
  }

  @Test func shortMessagesAreRefused() throws {
    var (initiator, responder) = try sessions(seed: 24)
    for count in 0..<20 {
      #expect(throws: CryptographyError.tooShort(.transportMessage, minimum: 20, found: count)) {
        try responder.decrypt([UInt8](repeating: 0, count: count))
      }
    }
    #expect(try responder.decrypt(initiator.encrypt([])) == [])
  }

  @Test func directionsHaveTheirOwnKeys() throws {
    var (initiator, responder) = try sessions(seed: 25)
    let forward = try initiator.encrypt([1])
    #expect(throws: CryptographyError.authenticationFailed) { try initiator.decrypt(forward) }
    let backward = try responder.encrypt([1])
    #expect(forward != backward)
    #expect(try initiator.decrypt(backward) == [1])
  }

  @Test func slicesAreReadFromTheirOwnStart() throws {
    var (initiator, responder) = try sessions(seed: 26)
    let message = [7, 7] + (try initiator.encrypt([1, 2, 3, 4].dropFirst()))
    #expect(try responder.decrypt(message.dropFirst(2)) == [2, 3, 4])
  }

  private func sessions(seed: UInt64) throws -> (initiator: NoiseSession, responder: NoiseSession) {
    var random = SeededRandom(number: seed)
    var pair = HandshakePair(using: &random)
    try pair.run()
    return try pair.split()
  }
}

@Suite struct ReplayWindowTests {
  @Test(arguments: UInt64(1)...12)
  func theWindowDecidesAsItsSlowTwin(seed: UInt64) {
    var random = SeededRandom(number: seed)
    var window = ReplayWindow()
    var twin = SlowReplayWindow()
    var around: UInt32 = seed.isMultiple(of: 4) ? .max - 5000 : 0
    var differing: [UInt32] = []
    for _ in 0..<4000 {
      let nonce = Self.nonce(around: &around, using: &random)
      if window.admits(nonce) != twin.admits(nonce) { differing.append(nonce) }
      // Some admitted messages turn out to be forged and move nothing.
      if twin.admits(nonce), random.next() % 8 != 0 {
        window.record(nonce)
        twin.record(nonce)
      }
    }
    #expect(differing.isEmpty, "seed \(seed)")
  }

  @Test func theEdgesOfTheWindowAreExact() {
    var window = ReplayWindow()
    window.record(1024)
    #expect(!window.admits(0))
    #expect(window.admits(1))
    window.record(1)
    #expect(!window.admits(1))
    window.record(.max)
    #expect(window.admits(.max - 1023))
    #expect(!window.admits(.max - 1024))
    #expect(!window.admits(.max))
    window.record(5)
    #expect(window.admits(.max - 1023), "a nonce behind the window moved it")
  }

  /// Mostly near the highest, at times far ahead, behind the window or at a word's edge.
  private static func nonce(around: inout UInt32, using random: inout SeededRandom) -> UInt32 {
    let step = UInt32(truncatingIfNeeded: random.next() >> 32)
    switch random.next() % 10 {
    case 0...4: return around &- step % 1100
    case 5...7: around = max(around, around &+ step % 3)
    case 8: around = max(around, around &+ step % 200)
    default: around = max(around, around &+ step % 2500)
    }
    return around
  }
}

/// The rule of mesh-wire 10.6 as it is written, over a list of everything seen.
private struct SlowReplayWindow {
  private var seen: [UInt32] = []
  private var highest: UInt64 = 0

  func admits(_ nonce: UInt32) -> Bool {
    let number = UInt64(nonce)
    if highest >= 1024, number <= highest - 1024 { return false }
    if number > highest { return true }
    return !seen.contains(nonce)
  }

  mutating func record(_ nonce: UInt32) {
    seen.append(nonce)
    highest = max(highest, UInt64(nonce))
    seen.removeAll { UInt64($0) + 1024 <= highest }
  }
}
