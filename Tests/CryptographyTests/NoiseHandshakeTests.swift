import Cryptography
import Testing

@Suite struct NoiseHandshakeTests {
  @Test func messagesHaveTheLengthsOfTheWire() throws {
    var random = SeededRandom(number: 11)
    var pair = HandshakePair(using: &random)
    try pair.run()
    #expect(pair.messages.map(\.count) == [32, 96, 64])
    #expect(pair.initiator.isComplete && pair.responder.isComplete)
    #expect(pair.initiator.handshakeHash == pair.responder.handshakeHash)
  }

  /// Message 1 carries no tag: altering it is noticed with message 2, the others at once. The top bit
  /// of an ephemeral key is no part of the agreement, so it is the hash that has to notice.
  @Test func everyFlippedBitOfAHandshakeMessageIsNoticed() throws {
    var random = SeededRandom(number: 12)
    let start = HandshakePair(using: &random)
    var unnoticed: [String] = []
    for index in 0..<3 {
      var before = start
      try before.run(messages: index)
      let message = try before.write(at: index)
      for bit in 0..<message.count * 8 {
        var pair = before
        do {
          _ = try pair.read(flipping(bit, of: message), at: index)
          guard index == 0 else { throw Unnoticed() }
          let answer = try pair.write(at: 1)
          _ = try pair.read(answer, at: 1)
          throw Unnoticed()
        } catch is CryptographyError {
          continue
        } catch {
          unnoticed.append("message \(index + 1), bit \(bit)")
        }
      }
    }
    #expect(unnoticed.isEmpty)
  }

  /// Its top bit keeps this key off the refused list; nobody agrees on anything with it.
  @Test func firstMessageOfSmallOrderIsNotAnswered() throws {
    var random = SeededRandom(number: 15)
    var pair = HandshakePair(using: &random)
    _ = try pair.read([UInt8](repeating: 0, count: 31) + [0x80], at: 0)
    #expect(throws: CryptographyError.sharedSecretIsZero) { try pair.write(at: 1) }
  }

  @Test func everyTruncationIsRefusedAndChangesNothing() throws {
    var random = SeededRandom(number: 13)
    var pair = HandshakePair(using: &random)
    var accepted: [String] = []
    for index in 0..<3 {
      let message = try pair.write(at: index)
      for count in 0..<message.count where (try? pair.read(Array(message.prefix(count)), at: index)) != nil {
        accepted.append("message \(index + 1), \(count) bytes")
      }
      _ = try pair.read(message, at: index)
    }
    #expect(accepted.isEmpty)
    var (initiator, responder) = try pair.split()
    #expect(try responder.decrypt(initiator.encrypt([1, 2])) == [1, 2])
  }

  @Test func otherPrologueOrNameIsRefused() throws {
    var random = SeededRandom(number: 14)
    var pair = HandshakePair(using: &random, prologue: [1], otherPrologue: [2])
    #expect(throws: CryptographyError.authenticationFailed) { try pair.run() }
    let renamed = NoisePattern(name: "XX1", messages: NoisePattern.xx.messages)
    var first = HandshakePair(using: &random)
    first.responder = NoiseHandshake(
      role: .responder, pattern: renamed, localStatic: first.responderStatic,
      ephemeral: .generate(using: &random))
    #expect(throws: CryptographyError.authenticationFailed) { try first.run() }
  }

  @Test func turnsAreKept() throws {
    var random = SeededRandom(number: 15)
    var pair = HandshakePair(using: &random)
    #expect(throws: CryptographyError.outOfTurn) { try pair.responder.writeMessage() }
    #expect(throws: CryptographyError.outOfTurn) {
      try pair.initiator.readMessage([UInt8](repeating: 1, count: 96))
    }
    #expect(throws: CryptographyError.handshakeIncomplete) { try pair.initiator.split() }
    try pair.run()
    #expect(throws: CryptographyError.outOfTurn) { try pair.initiator.writeMessage() }
    #expect(throws: CryptographyError.outOfTurn) {
      try pair.responder.readMessage([UInt8](repeating: 1, count: 64))
    }
    _ = try pair.split()
    #expect(throws: CryptographyError.outOfTurn) { try pair.initiator.split() }
  }

  @Test func oversizedMessagesAreRefusedOnBothSides() throws {
    var random = SeededRandom(number: 16)
    var pair = HandshakePair(using: &random)
    let tooLong = CryptographyError.tooLong(.handshakeMessage, maximum: 2048, found: 2049)
    #expect(throws: tooLong) { try pair.responder.readMessage([UInt8](repeating: 9, count: 2049)) }
    #expect(throws: tooLong) { try pair.initiator.writeMessage(payload: [UInt8](repeating: 9, count: 2017)) }
    let longest = try pair.initiator.writeMessage(payload: [UInt8](repeating: 9, count: 2016))
    #expect(try pair.responder.readMessage(longest).count == 2016)
  }

  /// One message to a known key, as a second pattern through the same machine.
  @Test func aPatternIsData() throws {
    var random = SeededRandom(number: 17)
    let oneWay = NoisePattern(name: "X", knowsResponder: true, messages: [[.e, .es, .s, .ss]])
    let sender = X25519.PrivateKey.generate(using: &random)
    let receiver = X25519.PrivateKey.generate(using: &random)
    let stranger = X25519.PrivateKey.generate(using: &random)
    var writing = NoiseHandshake(
      role: .initiator, pattern: oneWay, prologue: [5], localStatic: sender,
      ephemeral: .generate(using: &random), remoteStatic: receiver.publicKey)
    let message = try writing.writeMessage(payload: [1, 2, 3])
    #expect(message.count == 32 + 48 + 3 + 16)
    var reading = NoiseHandshake(
      role: .responder, pattern: oneWay, prologue: [5], localStatic: receiver,
      ephemeral: .generate(using: &random))
    #expect(try reading.readMessage(message) == [1, 2, 3])
    #expect(reading.remoteStatic == sender.publicKey)
    var overhearing = NoiseHandshake(
      role: .responder, pattern: oneWay, prologue: [5], localStatic: stranger,
      ephemeral: .generate(using: &random))
    #expect(throws: CryptographyError.authenticationFailed) { try overhearing.readMessage(message) }
  }
}

private struct Unnoticed: Error {}
