import Bytes
import Testing

@testable import Cryptography

@Suite struct NoiseVectorTests {
  @Test func sessionsFailuresAndReplaysMatchTheVectors() throws {
    let file = try Fixtures.decoded("noise-xx", as: NoiseVectorFile.self)
    let failures = file.failures()
    #expect(failures.isEmpty, "\(failures)")
    #expect(file.vectors.count == file.count)
    print("VECTORS suite=noise-xx cases=\(file.vectors.count)")
  }

  @Test func publicSessionsWithProloguesAndPayloadsMatch() throws {
    let file = try Fixtures.decoded("noise-xx-generic", as: NoiseVectorFile.self)
    let failures = file.failures()
    #expect(failures.isEmpty, "\(failures)")
    #expect(file.vectors.count == file.count)
    print("VECTORS suite=noise-xx-generic cases=\(file.vectors.count)")
  }
}

struct NoiseVectorFile: Decodable {
  let count: Int
  let vectors: [NoiseVector]

  /// The names of the vectors that do not hold, with the reason.
  func failures() -> [String] {
    vectors.compactMap { vector in
      do {
        return try vector.mismatch().map { "\(vector.name): \($0)" }
      } catch {
        return "\(vector.name): \(error)"
      }
    }
  }
}

struct NoiseVector: Decodable {
  let name: String
  let op: String
  let inputs: Inputs
  let expected: Expected?

  struct Inputs: Decodable {
    let keys: Keys?
    let handshakePayloads: [String]?
    let prologue: String?
    let initEphemeralPrivate: String?
    let initStaticPrivate: String?
    let respEphemeralPrivate: String?
    let respStaticPrivate: String?
    let message: String?
    let step: Int?
    let direction: String?
    let afterAccepting: [String]?
    let nextNonce: UInt64?
    let plaintext: String?

    /// The keys, which some operations nest.
    var handshake: Keys {
      get throws {
        if let keys { return keys }
        return try Keys(
          handshakePayloads: #require(handshakePayloads), prologue: #require(prologue),
          initEphemeralPrivate: #require(initEphemeralPrivate),
          initStaticPrivate: #require(initStaticPrivate),
          respEphemeralPrivate: #require(respEphemeralPrivate),
          respStaticPrivate: #require(respStaticPrivate))
      }
    }
  }

  struct Keys: Decodable {
    let handshakePayloads: [String]
    let prologue: String
    let initEphemeralPrivate: String
    let initStaticPrivate: String
    let respEphemeralPrivate: String
    let respStaticPrivate: String
  }

  struct Expected: Decodable {
    let handshakeHash: String?
    let message1: String?
    let message2: String?
    let message3: String?
    let transport: [Transport]?
    let sequence: [Step]?
  }

  struct Transport: Decodable {
    let direction: String
    let nonce: UInt64
    let plaintext: String
    let transportMessage: String
  }

  struct Step: Decodable {
    let accept: Bool
    let nonce: UInt32
    let transportMessage: String
  }

  /// What does not hold, or nothing.
  func mismatch() throws -> String? {
    switch op {
    case "noise_xx", "noise_xx_generic": try sessionMismatch()
    case "noise_xx_read": try handshakeReadMismatch()
    case "noise_transport_read": try transportReadMismatch()
    case "noise_transport_write": try transportWriteMismatch()
    case "noise_replay_sequence": try replayMismatch()
    default: "unknown operation \(op)"
    }
  }

  private func sessionMismatch() throws -> String? {
    let expected = try #require(expected)
    var pair = try HandshakePair(inputs.handshake)
    try pair.run()
    let messages = try [expected.message1, expected.message2, expected.message3].map { try #require($0) }
    guard pair.messages.map(\.hexadecimal) == messages else { return "messages differ" }
    guard pair.payloadsRead == pair.payloads else { return "payloads differ" }
    guard pair.initiator.remoteStatic == pair.responderStatic.publicKey,
      pair.responder.remoteStatic == pair.initiatorStatic.publicKey
    else { return "static keys differ" }
    var (initiator, responder) = try pair.split()
    guard initiator.handshakeHash.hexadecimal == expected.handshakeHash,
      responder.handshakeHash == initiator.handshakeHash
    else { return "handshake hash differs" }
    for item in try #require(expected.transport) {
      let isForward = item.direction == "initiator_to_responder"
      var (sender, receiver) = isForward ? (initiator, responder) : (responder, initiator)
      // The vectors skip ahead, never back.
      guard sender.sentCount <= item.nonce else { return "nonce \(item.nonce) is past" }
      sender.sentCount = item.nonce
      let message = try sender.encrypt(bytes(item.plaintext))
      guard message.hexadecimal == item.transportMessage else { return "message \(item.nonce) differs" }
      guard try receiver.decrypt(message).hexadecimal == item.plaintext else { return "plaintext differs" }
      (initiator, responder) = isForward ? (sender, receiver) : (receiver, sender)
    }
    return nil
  }

  private func handshakeReadMismatch() throws -> String? {
    var pair = try HandshakePair(inputs.handshake)
    let message = bytes(try #require(inputs.message))
    let step = try #require(inputs.step)
    try pair.run(messages: step - 1)
    return accepts { _ = try pair.read(message, at: step - 1) } ? "was accepted" : nil
  }

  private func transportReadMismatch() throws -> String? {
    var pair = try HandshakePair(inputs.handshake)
    try pair.run()
    let sessions = try pair.split()
    var receiver = inputs.direction == "initiator_to_responder" ? sessions.responder : sessions.initiator
    for message in inputs.afterAccepting ?? [] {
      _ = try receiver.decrypt(bytes(message))
    }
    let message = bytes(try #require(inputs.message))
    return accepts { _ = try receiver.decrypt(message) } ? "was accepted" : nil
  }

  private func transportWriteMismatch() throws -> String? {
    var pair = try HandshakePair(inputs.handshake)
    try pair.run()
    let sessions = try pair.split()
    var sender = inputs.direction == "initiator_to_responder" ? sessions.initiator : sessions.responder
    sender.sentCount = try #require(inputs.nextNonce)
    let plaintext = bytes(try #require(inputs.plaintext))
    return accepts { _ = try sender.encrypt(plaintext) } ? "was encrypted" : nil
  }

  private func replayMismatch() throws -> String? {
    var pair = try HandshakePair(inputs.handshake)
    try pair.run()
    var receiver = try pair.split().responder
    for (index, step) in try #require(expected?.sequence).enumerated() {
      let wasAccepted = accepts { _ = try receiver.decrypt(bytes(step.transportMessage)) }
      guard wasAccepted == step.accept else { return "step \(index), nonce \(step.nonce)" }
    }
    return nil
  }

  private func accepts(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      return false
    }
  }
}

/// Both ends of one handshake, with what they exchanged.
struct HandshakePair {
  let initiatorStatic: X25519.PrivateKey
  let responderStatic: X25519.PrivateKey
  let payloads: [[UInt8]]
  var initiator: NoiseHandshake
  var responder: NoiseHandshake
  var messages: [[UInt8]] = []
  var payloadsRead: [[UInt8]] = []

  init(_ keys: NoiseVector.Keys) throws {
    initiatorStatic = try X25519.PrivateKey(rawBytes: bytes(keys.initStaticPrivate))
    responderStatic = try X25519.PrivateKey(rawBytes: bytes(keys.respStaticPrivate))
    payloads = keys.handshakePayloads.map { bytes($0) }
    initiator = NoiseHandshake(
      role: .initiator, prologue: bytes(keys.prologue), localStatic: initiatorStatic,
      ephemeral: try X25519.PrivateKey(rawBytes: bytes(keys.initEphemeralPrivate)))
    responder = NoiseHandshake(
      role: .responder, prologue: bytes(keys.prologue), localStatic: responderStatic,
      ephemeral: try X25519.PrivateKey(rawBytes: bytes(keys.respEphemeralPrivate)))
  }

  init(using random: inout SeededRandom, prologue: [UInt8] = [], otherPrologue: [UInt8]? = nil) {
    initiatorStatic = .generate(using: &random)
    responderStatic = .generate(using: &random)
    payloads = [[], [], []]
    initiator = NoiseHandshake(
      role: .initiator, prologue: prologue, localStatic: initiatorStatic,
      ephemeral: .generate(using: &random))
    responder = NoiseHandshake(
      role: .responder, prologue: otherPrologue ?? prologue, localStatic: responderStatic,
      ephemeral: .generate(using: &random))
  }

  /// Exchanges the first `count` messages.
  mutating func run(messages count: Int = 3) throws {
    for index in 0..<count {
      let message = try write(at: index)
      messages.append(message)
      payloadsRead.append(try read(message, at: index))
    }
  }

  mutating func write(at index: Int) throws -> [UInt8] {
    try index == 1
      ? responder.writeMessage(payload: payloads[index]) : initiator.writeMessage(payload: payloads[index])
  }

  mutating func read(_ message: [UInt8], at index: Int) throws -> [UInt8] {
    try index == 1 ? initiator.readMessage(message) : responder.readMessage(message)
  }

  mutating func split() throws -> (initiator: NoiseSession, responder: NoiseSession) {
    (try initiator.split(), try responder.split())
  }
}
