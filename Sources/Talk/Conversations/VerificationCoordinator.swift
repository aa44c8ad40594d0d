import Bytes
import ConversationModel
import Cryptography
import Text
import Timebase
import TransportPorts

/// Comparing keys by code, by challenge and by hand, and vouching (chat-app 8.6, 12): the use case of trust.
///
/// Every change of trust is committed before it is shown. What comes in malformed, unasked or repeated is
/// ignored without an answer.
public actor VerificationCoordinator {
  let transport: any CoreTransport
  let identity: any OwnIdentity
  private let repository: any TrustRepository
  let people: PeerCoordinator
  let clock: any TalkClock
  weak var presenter: (any TalkPresenter)?
  var book = TrustBook()
  private var exchange = VerificationExchange()
  private var shownCode: VerificationCode?
  private var generator = SystemRandomNumberGenerator()
  let ownFingerprint: String

  /// Works over one transport and one store. `identity` are our keys.
  public init(
    transport: any CoreTransport, identity: any OwnIdentity, trust: any TrustRepository,
    people: PeerCoordinator, clock: any TalkClock
  ) {
    self.transport = transport
    self.identity = identity
    repository = trust
    self.people = people
    self.clock = clock
    ownFingerprint = SHA256.hash(identity.noiseKey).hexadecimal
  }

  /// Reads whom the person trusts and shows it.
  public func start(presenter: any TalkPresenter) async throws {
    self.presenter = presenter
    book = TrustBook(try await repository.trustRecords())
    await showTrust()
  }

  /// Our own code, for others to scan or paste; made anew after a minute, or at once for a `fresh` one.
  public func ownCode(fresh: Bool = false) async -> VerificationCode {
    let now = clock.now().unix
    let nickname = await people.directory().ownNickname
    if !fresh, let shownCode, shownCode.isReusable(nickname: nickname, npub: nil, now: now) {
      return shownCode
    }
    var code = VerificationCode(
      noiseKey: identity.noiseKey, signingKey: identity.signingKey, nickname: nickname, npub: nil,
      madeAt: now, nonce: randomBytes(VerificationCode.nonceBytes))
    code.signature = identity.signature(for: code.signedBytes)
    shownCode = code
    return code
  }

  /// Reads somebody's code and asks their device to prove the key. Answers whose it is; that they are
  /// verified is told later, when the proof came. With `expected` nobody else's code is accepted. Throws
  /// `VerificationCodeError` or `TrustProblem`, in words.
  @discardableResult
  public func begin(withCode written: String, of expected: PeerAddress? = nil) async throws -> Person {
    let now = clock.now()
    let code = try VerificationCode(written, now: now.unix)
    guard code.noiseKey != identity.noiseKey else { throw TrustProblem.ownCode }
    guard let transport = transport as? any VerificationTransport else { throw TrustProblem.notOffered }
    let noiseKey = PeerAddress(code.noiseKey.hexadecimal)
    let directory = await people.directory()
    let sighted = directory.people.first { $0.peer.noiseKey == noiseKey }
    if let expected, expected != sighted?.address, !isAddress(expected, of: code) {
      let other = sighted?.name.text ?? shown(code.nickname)
      throw TrustProblem.otherPerson(code: other, expected: directory.name(of: expected).text)
    }
    guard let person = sighted else { throw TrustProblem.notNearby(shown(code.nickname)) }
    guard !exchange.isUsed(code, now: now.monotonic) else { throw TrustProblem.usedCode(person.name.text) }
    let nonce = randomBytes(VerificationCode.nonceBytes)
    // One that is under way already counts as begun.
    if let challenge = exchange.begin(code, with: person.address, nonce: nonce, now: now.monotonic) {
      await presenter?.show(.asked, of: person.address, at: now.unix)
      await transport.challenge(person.address, with: challenge)
    }
    return person
  }

  /// Whether the key of a code is that behind an address, seen or not.
  private func isAddress(_ address: PeerAddress, of code: VerificationCode) -> Bool {
    address.text == code.noiseKey.hexadecimal
      || meshAddress(SHA256.hash(code.noiseKey).hexadecimal) == address
  }

  private func shown(_ nickname: String) -> String {
    let name = Text.displayName(nickname)
    return name.isEmpty ? "somebody" : name
  }

  /// The person compared the fingerprints themselves, or takes that back.
  public func setVerified(_ isVerified: Bool, _ peer: PeerAddress) async throws {
    let person = try await known(peer)
    if isVerified {
      let key = person.peer.signingKey.isEmpty ? nil : person.peer.signingKey
      book.verify(person.peer.fingerprint, signingKey: key, now: clock.now().unix)
      try await keep()
      await vouchToEverybody()
    } else {
      book.unverify(person.peer.fingerprint)
      try await keep()
    }
  }

  /// The person trusts somebody by choice, or not any more.
  public func setTrusted(_ isTrusted: Bool, _ peer: PeerAddress) async throws {
    book.setTrusted(try await known(peer).peer.fingerprint, isTrusted)
    try await keep()
  }

  /// How sure we are of somebody in sight, and whose word counts, by name.
  public func standing(of peer: PeerAddress) async -> (level: TrustLevel, vouchers: [String]) {
    let directory = await people.directory()
    guard let person = directory.person(peer), !person.peer.fingerprint.isEmpty else { return (.unknown, []) }
    let now = clock.now().unix
    let names = book.vouchers(of: person.peer.fingerprint, now: now).compactMap(meshAddress)
      .map { directory.name(of: $0).text }
    return (book.level(of: person.peer.fingerprint, hasMet: true, now: now), names)
  }

  /// Somebody asks for a proof of our key.
  func receive(_ challenge: VerificationChallenge, from peer: SessionPeer) async {
    guard await !people.isBlocked(peer.address),
      let transport = transport as? any VerificationTransport,
      exchange.challenged(
        challenge, by: peer.address, ownNoiseKey: identity.noiseKey, now: clock.now().monotonic)
    else { return }
    let signature = identity.signature(for: VerificationAnswer.signedBytes(challenge))
    await transport.answer(
      peer.address,
      with: VerificationAnswer(
        noiseKeyText: challenge.noiseKeyText, nonce: challenge.nonce, signature: signature))
    await presenter?.showReading(of: peer.address, at: clock.now().unix)
    let isVerified = book.record(peer.fingerprint)?.verifiedAt != nil
    if isVerified { await tellMutual(peer, wasVerified: true) }
  }

  /// Somebody proves their key: it counts only as the answer to what we asked, signed by the key of the code,
  /// in a session under the key of the code.
  func receive(_ answer: VerificationAnswer, from peer: SessionPeer) async {
    let now = clock.now()
    let name = await people.directory().name(of: peer.address).text
    switch exchange.answered(answer, by: peer.address, now: now.monotonic) {
    case .ignored: break
    case .forged: await tellForged(peer, name, now.unix)
    case .verified(let fingerprint, let signingKey):
      guard fingerprint == peer.fingerprint else { return await tellForged(peer, name, now.unix) }
      book.verify(fingerprint, signingKey: signingKey, now: now.unix)
      do {
        try await keep()
      } catch {
        await presenter?.show(problem: storeProblem(error))
        return
      }
      await presenter?.show(.proven, of: peer.address, at: now.unix)
      await presenter?.show(.verified(name: name))
      await tellMutual(peer, wasVerified: false)
      await vouchToEverybody()
    }
  }

  /// A peer has a session, or is in reach again: a challenge that may be lost goes again, and a batch of
  /// vouches if one is due.
  func peerReady(_ peer: PeerAddress) async {
    if let challenge = exchange.challenge(for: peer, now: clock.now().monotonic) {
      await (transport as? any VerificationTransport)?.challenge(peer, with: challenge)
    }
    guard let person = await people.directory().person(peer) else { return }
    await vouch(to: person)
  }

  /// Writes down what changed and shows it. What the store refuses does not hold: the book is read anew.
  func keep() async throws {
    do {
      try await repository.keep(book.takeChanges())
    } catch {
      if let records = try? await repository.trustRecords() { book = TrustBook(records) }
      throw error
    }
    await showTrust()
  }

  private func tellForged(_ peer: SessionPeer, _ name: String, _ moment: Timestamp) async {
    let words = "\(TrustProblem.forged(name))"
    await presenter?.show(.refused(words), of: peer.address, at: moment)
    await presenter?.show(failure: words)
  }

  private func tellMutual(_ peer: SessionPeer, wasVerified: Bool) async {
    let now = clock.now().monotonic
    guard exchange.isMutual(with: peer.address, wasVerified: wasVerified, now: now) else { return }
    let name = await people.directory().name(of: peer.address).text
    await presenter?.show(.verifiedEachOther(name: name))
  }

  private func showTrust() async {
    let now = clock.now().unix
    var levels: [PeerAddress: TrustLevel] = [:]
    for record in book.allRecords {
      let level = book.level(of: record.fingerprint, hasMet: true, now: now)
      if level > .casual, let address = meshAddress(record.fingerprint) { levels[address] = level }
    }
    await presenter?.show(levels)
  }

  private func known(_ peer: PeerAddress) async throws -> Person {
    let directory = await people.directory()
    guard let person = directory.person(peer), !person.peer.fingerprint.isEmpty else {
      throw TrustProblem.identityUnknown(directory.name(of: peer).text)
    }
    return person
  }

  private func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
