import Bytes
import ConversationModel
import Cryptography
import Testing
import Timebase
import TransportPorts

@Suite struct VerificationExchangeTests {
  private let nonce = [UInt8](repeating: 9, count: 16)

  @Test func aGoodAnswerVerifiesThePersonOnce() throws {
    var exchange = VerificationExchange()
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32))
    let code = try code(of: key)
    let begun = exchange.begin(code, with: try peer(1), nonce: nonce, now: at(0))
    let challenge = try #require(begun)
    let again = exchange.begin(code, with: try peer(1), nonce: nonce, now: at(299))
    #expect(again == nil)
    #expect(exchange.challenge(for: try peer(1), now: at(299)) == challenge)
    let answer = VerificationAnswer(to: challenge, signedBy: key)
    let foreign = exchange.answered(answer, by: try peer(2), now: at(299))
    #expect(foreign == .ignored)
    let outcome = exchange.answered(answer, by: try peer(1), now: at(299))
    let fingerprint = SHA256.hash(code.noiseKey).hexadecimal
    #expect(outcome == .verified(fingerprint: fingerprint, signingKey: key.publicKey.bytes))
    let repeated = exchange.answered(answer, by: try peer(1), now: at(299))
    #expect(repeated == .ignored)
  }

  @Test func anAnswerOfAnotherSignerEndsTheChallenge() throws {
    var exchange = VerificationExchange()
    let code = try code(of: try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32)))
    let other = try Ed25519.PrivateKey(seed: [UInt8](repeating: 2, count: 32))
    let challenge = try #require(exchange.begin(code, with: try peer(1), nonce: nonce, now: at(0)))
    var wrongNonce = VerificationAnswer(to: challenge, signedBy: other)
    wrongNonce.nonce[0] ^= 1
    let ignored = exchange.answered(wrongNonce, by: try peer(1), now: at(1))
    #expect(ignored == .ignored)
    let forged = exchange.answered(
      VerificationAnswer(to: challenge, signedBy: other), by: try peer(1), now: at(1))
    #expect(forged == .forged)
    #expect(exchange.challenge(for: try peer(1), now: at(1)) == nil)
  }

  @Test func aChallengeWithoutAnAnswerIsOverAfterFiveMinutes() throws {
    var exchange = VerificationExchange()
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32))
    let code = try code(of: key)
    let challenge = try #require(exchange.begin(code, with: try peer(1), nonce: nonce, now: at(0)))
    let late = exchange.answered(
      VerificationAnswer(to: challenge, signedBy: key), by: try peer(1), now: at(300))
    #expect(late == .ignored)
    let anew = exchange.begin(code, with: try peer(1), nonce: nonce, now: at(300))
    #expect(anew != nil)
  }

  @Test func onlyNewChallengesAboutOurKeyAreAnswered() throws {
    var exchange = VerificationExchange()
    let own = [UInt8](repeating: 5, count: 32)
    let challenge = VerificationChallenge(noiseKeyText: own.hexadecimal.uppercased(), nonce: nonce)
    let first = exchange.challenged(challenge, by: try peer(1), ownNoiseKey: own, now: at(0))
    let replayed = exchange.challenged(challenge, by: try peer(1), ownNoiseKey: own, now: at(1))
    let elsewhere = exchange.challenged(challenge, by: try peer(2), ownNoiseKey: own, now: at(1))
    let foreign = exchange.challenged(
      challenge, by: try peer(3), ownNoiseKey: [UInt8](repeating: 6, count: 32), now: at(1))
    #expect([first, replayed, elsewhere, foreign] == [true, false, true, false])
  }

  @Test func aMutualVerificationIsToldOnceAMinute() throws {
    var exchange = VerificationExchange()
    let own = [UInt8](repeating: 5, count: 32)
    let challenge = VerificationChallenge(noiseKeyText: own.hexadecimal, nonce: nonce)
    let unasked = exchange.isMutual(with: try peer(1), wasVerified: true, now: at(0))
    _ = exchange.challenged(challenge, by: try peer(1), ownNoiseKey: own, now: at(0))
    let told = try [600, 659, 660, 601].map { second in
      exchange.isMutual(with: try peer(1), wasVerified: second == 660, now: at(second))
    }
    #expect(!unasked && told == [true, false, true, false])
  }

  @Test func manyPeersFillNoMoreThanTheirPlaces() throws {
    var exchange = VerificationExchange()
    let own = [UInt8](repeating: 5, count: 32)
    let code = try code(of: try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32)))
    let challenge = VerificationChallenge(noiseKeyText: own.hexadecimal, nonce: nonce)
    for index in 0...VerificationExchange.challengersMax {
      _ = exchange.challenged(challenge, by: try peer(index), ownNoiseKey: own, now: at(0))
      _ = exchange.begin(code, with: try peer(index), nonce: nonce, now: at(0))
    }
    // The first made room, so its challenge counts as new and its code is no longer waited for.
    let isNew = exchange.challenged(challenge, by: try peer(0), ownNoiseKey: own, now: at(1))
    #expect(isNew)
    let last = VerificationExchange.challengersMax
    #expect(exchange.challenge(for: try peer(last - VerificationExchange.pendingMax), now: at(1)) == nil)
    #expect(exchange.challenge(for: try peer(last - VerificationExchange.pendingMax + 1), now: at(1)) != nil)
  }

  @Test func ourOwnCodeIsShownAgainForAMinute() throws {
    let code = try code(of: try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32)))
    func at(_ second: UInt64) -> Timestamp { Timestamp(milliseconds: 1_770_000_000_000 + second * 1_000) }
    #expect(code.isReusable(nickname: "ana", npub: nil, now: at(59)))
    #expect(!code.isReusable(nickname: "ana", npub: nil, now: at(60)))
    #expect(!code.isReusable(nickname: "ana", npub: nil, now: Timestamp(milliseconds: 0)))
    #expect(!code.isReusable(nickname: "eve", npub: nil, now: at(0)))
    #expect(!code.isReusable(nickname: "ana", npub: "npub1a", now: at(0)))
  }

  @Test func damagedCodesAreRefusedWithTheReason() throws {
    let key = try Ed25519.PrivateKey(seed: [UInt8](repeating: 1, count: 32))
    let good = try code(of: key).text
    func problem(_ text: String) -> VerificationCodeError? {
      do {
        _ = try VerificationCode(text, now: Timestamp(milliseconds: 1_770_000_000_000))
        return nil
      } catch { return error }
    }
    #expect(problem(" \(good)\n") == nil)
    #expect(problem("hello") == .notACode)
    #expect(problem(String(repeating: "a", count: 5_000)) == .notACode)
    #expect(problem(good.replacing("&nick=", with: "&name=")) == .incomplete(missing: "nick"))
    #expect(problem(good.replacing("&sig=", with: "&sig=00")) == .unreadable(item: "sig"))
    #expect(problem(good.replacing("ts=17", with: "ts=19")) == .fromTheFuture)
    #expect(problem(good.replacing("ts=17", with: "ts=-17")) == .expired)
    #expect(problem(good.replacing("ts=17", with: "ts=-9223372036854775808&x=")) == .expired)
    #expect(problem(good.replacing("nick=ana", with: "nick=ada")) == .badSignature)
    #expect(problem(good.replacing("nick=ana", with: "nick=%FF")) == .incomplete(missing: "nick"))
  }

  private func code(of key: Ed25519.PrivateKey) throws -> VerificationCode {
    VerificationCode(
      noiseKey: [UInt8](repeating: 4, count: 32), signingKey: key.publicKey.bytes, nickname: "ana",
      npub: nil, madeAt: Timestamp(milliseconds: 1_770_000_000_000), nonce: nonce
    ).signed(by: key)
  }

  private func peer(_ number: Int) throws -> PeerAddress {
    let digits = String(number, radix: 16)
    return try #require(PeerAddress(String(repeating: "0", count: 16 - digits.count) + digits))
  }

  private func at(_ seconds: UInt64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
}
