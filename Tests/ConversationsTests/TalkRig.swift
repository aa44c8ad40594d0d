import Bytes
import ConversationModel
import Conversations
import Cryptography
import Timebase
import TransportPorts

/// All coordinators over stand-ins, with the intake run to the end of the given events.
struct TalkRig {
  let transport = RecordingTransport()
  let store = MemoryStore()
  let clock = StandingClock()
  let alarm = HeldAlarm()
  let presenter = RecordingPresenter()
  let identity = StandInIdentity(seed: 1)
  let people: PeerCoordinator
  let router: Router
  let messages: MessageCoordinator
  let channels: ChannelCoordinator
  let verification: VerificationCoordinator

  init() async throws {
    people = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "juno",
      clock: clock, alarm: alarm)
    router = Router(transport: transport, messages: store, clock: clock, alarm: alarm)
    messages = MessageCoordinator(
      transport: transport, messages: store, upkeep: store, router: router, people: people, clock: clock,
      alarm: alarm)
    channels = ChannelCoordinator(
      messages: messages, store: store, search: store, settings: store, people: people)
    verification = VerificationCoordinator(
      transport: transport, identity: identity, trust: store, people: people, clock: clock)
    try await people.start(presenter: presenter, fingerprint: identity.fingerprint)
    await messages.start(presenter: presenter)
    try await verification.start(presenter: presenter)
    await transport.forget()
  }

  func receive(_ events: TransportEvent...) async {
    for event in events { await transport.emit(event) }
    await TransportIntake(
      transport: transport, messages: messages, people: people, verification: verification
    ).run()
  }

  /// The lines of a conversation, system lines in brackets.
  func lines(_ key: ConversationKey) async -> [String] {
    await store.newest(in: key, limit: 999).messages.map { $0.kind == .system ? "[\($0.text)]" : $0.text }
  }
}

/// Keys made from a number.
struct StandInIdentity: OwnIdentity {
  let noiseKey: [UInt8]
  private let signing: Ed25519.PrivateKey

  init(seed: UInt8) {
    noiseKey = [UInt8](repeating: seed, count: 32)
    guard let key = try? Ed25519.PrivateKey(seed: [UInt8](repeating: seed, count: 32)) else {
      preconditionFailure("32 bytes are a seed.")
    }
    signing = key
  }

  var signingKey: [UInt8] { signing.publicKey.bytes }
  var fingerprint: String { SHA256.hash(noiseKey).hexadecimal }
  var address: PeerAddress {
    guard let address = PeerAddress(fingerprint.prefix(16)) else { preconditionFailure("16 digits.") }
    return address
  }
  var sessionPeer: SessionPeer { SessionPeer(address: address, fingerprint: fingerprint) }

  func signature(for statement: [UInt8]) -> [UInt8] { signing.signature(for: statement) }

  /// Somebody with these keys, in reach with an encrypted session.
  func peer(_ nickname: String) -> TransportPeer {
    TransportPeer(
      address: address, nickname: nickname, noiseKey: PeerAddress(noiseKey.hexadecimal),
      fingerprint: fingerprint, isConnected: true, isReachable: true, hops: 1, session: .established,
      lastSeen: Timestamp(milliseconds: 1), signingKey: signingKey)
  }

  func code(_ nickname: String, at moment: Timestamp, nonce: UInt8 = 5) -> VerificationCode {
    var code = VerificationCode(
      noiseKey: noiseKey, signingKey: signingKey, nickname: nickname, npub: nil, madeAt: moment,
      nonce: [UInt8](repeating: nonce, count: 16))
    code.signature = signature(for: code.signedBytes)
    return code
  }

  func answer(_ challenge: VerificationChallenge) -> VerificationAnswer {
    VerificationAnswer(
      noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce,
      signature: signature(for: VerificationAnswer.signedBytes(challenge)))
  }
}
