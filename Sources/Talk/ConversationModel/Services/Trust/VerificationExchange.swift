import Bytes
import Cryptography
import Timebase
import TransportPorts

/// Challenges under way, in both directions (chat-app 12, mesh-features 10.3): a pure machine.
///
/// One challenge a peer; without an answer it is over after five minutes. Of at most 64 challenges of ours,
/// 256 codes that were used and 256 peers that challenged us something is held; the oldest makes room.
/// Neither the keys nor the trust are kept here: what the owner has to do is answered.
public struct VerificationExchange: Sendable {
  /// How long an answer is waited for.
  public static let answerWait = Duration.seconds(300)
  /// Challenges of ours at a time.
  public static let pendingMax = 64
  /// Peers whose last challenge is remembered.
  public static let challengersMax = 256
  /// Codes that verified somebody and are remembered, so that none counts twice.
  public static let usedMax = 256
  /// How long they are: a code may be from five minutes ahead, and holds for five minutes after that.
  public static let usedWait = Duration.seconds(2 * VerificationCode.ageSecondsMax + 1)
  /// How far apart the two verifications of a mutual one may be.
  public static let mutualWindow = Duration.seconds(600)
  /// How often one person's mutual verification is told.
  public static let noticeInterval = Duration.seconds(60)

  private struct Pending: Sendable {
    var peer: PeerAddress
    var code: VerificationCode
    var challenge: VerificationChallenge
    var startedAt: Instant
  }

  private struct Challenger: Sendable {
    var peer: PeerAddress
    var nonce: [UInt8]
    var challengedAt: Instant
    var noticedAt: Instant?
  }

  private struct Used: Sendable {
    var signingKey: [UInt8]
    var nonce: String
    var at: Instant
  }

  private var pending: [Pending] = []
  private var used: [Used] = []
  private var challengers: [Challenger] = []

  /// Nothing is under way.
  public init() {}

  /// What an answer leads to.
  public enum Outcome: Sendable, Equatable {
    /// The person is verified: the fingerprint of the code's Noise key, and the signing key.
    case verified(fingerprint: String, signingKey: [UInt8])
    /// The answer was signed by somebody else; the challenge is over.
    case forged
    /// It answers nothing that was asked.
    case ignored
  }

  /// A code of this peer was accepted. Answers the challenge to send, or `nil` while one is under way.
  /// `nonce` are 16 random bytes.
  public mutating func begin(
    _ code: VerificationCode, with peer: PeerAddress, nonce: [UInt8], now: Instant
  ) -> VerificationChallenge? {
    expire(now: now)
    guard pending.allSatisfy({ $0.peer != peer }) else { return nil }
    if pending.count >= Self.pendingMax { pending.removeFirst() }
    let challenge = VerificationChallenge(noiseKeyText: code.noiseKey.hexadecimal, nonce: nonce)
    pending.append(Pending(peer: peer, code: code, challenge: challenge, startedAt: now))
    return challenge
  }

  /// Whether a code has verified its person before.
  public func isUsed(_ code: VerificationCode, now: Instant) -> Bool {
    used.contains {
      $0.nonce == code.nonce && $0.signingKey == code.signingKey && now.since($0.at) < Self.usedWait
    }
  }

  /// The challenge that waits for a session with the peer, to be sent when there is one.
  public func challenge(for peer: PeerAddress, now: Instant) -> VerificationChallenge? {
    pending.first { $0.peer == peer && now.since($0.startedAt) < Self.answerWait }?.challenge
  }

  /// Somebody challenged us. Answers whether to answer: it has to be about our key, and no repetition.
  public mutating func challenged(
    _ challenge: VerificationChallenge, by peer: PeerAddress, ownNoiseKey: [UInt8], now: Instant
  ) -> Bool {
    guard challenge.noiseKeyText.lowercased() == ownNoiseKey.hexadecimal,
      challenge.nonce.count == VerificationCode.nonceBytes
    else { return false }
    var noticedAt: Instant?
    if let known = challengers.firstIndex(where: { $0.peer == peer }) {
      guard challengers[known].nonce != challenge.nonce else { return false }
      noticedAt = challengers.remove(at: known).noticedAt
    } else if challengers.count >= Self.challengersMax {
      challengers.removeFirst()
    }
    challengers.append(
      Challenger(peer: peer, nonce: challenge.nonce, challengedAt: now, noticedAt: noticedAt))
    return true
  }

  /// An answer came in.
  public mutating func answered(
    _ answer: VerificationAnswer, by peer: PeerAddress, now: Instant
  ) -> Outcome {
    expire(now: now)
    guard let place = pending.firstIndex(where: { $0.peer == peer }),
      pending[place].challenge.noiseKeyText == answer.noiseKeyText.lowercased(),
      constantTimeEquals(pending[place].challenge.nonce, answer.nonce)
    else { return .ignored }
    let code = pending.remove(at: place).code
    guard answer.isValid(under: code.signingKey) else { return .forged }
    if used.count >= Self.usedMax { used.removeFirst() }
    used.append(Used(signingKey: code.signingKey, nonce: code.nonce, at: now))
    return .verified(
      fingerprint: SHA256.hash(code.noiseKey).hexadecimal, signingKey: code.signingKey)
  }

  /// Whether to tell the person that both verified each other: the other challenged us within 600 s, or is
  /// verified already; at most once in 60 s a person.
  public mutating func isMutual(with peer: PeerAddress, wasVerified: Bool, now: Instant) -> Bool {
    guard let place = challengers.firstIndex(where: { $0.peer == peer }) else { return false }
    let known = challengers[place]
    guard wasVerified || now.since(known.challengedAt) <= Self.mutualWindow else { return false }
    if let last = known.noticedAt, now.since(last) < Self.noticeInterval { return false }
    challengers[place].noticedAt = now
    return true
  }

  private mutating func expire(now: Instant) {
    pending.removeAll { now.since($0.startedAt) >= Self.answerWait }
    used.removeAll { now.since($0.at) >= Self.usedWait }
  }
}
