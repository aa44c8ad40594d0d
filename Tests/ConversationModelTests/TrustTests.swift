import Bytes
import ConversationModel
import Cryptography
import Testing
import Timebase
import TransportPorts

@Suite struct TrustTests {
  private let day: UInt64 = 86_400_000

  @Test func theLevelIsTheHighestThatHolds() throws {
    var book = TrustBook()
    let voucher = try person(1)
    book.verify(voucher.fingerprint, signingKey: voucher.key.publicKey.bytes, now: at(0))
    let other = try person(2)
    #expect(book.level(of: other.fingerprint, hasMet: false, now: at(0)) == .unknown)
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .casual)
    let vouch = try vouch(by: voucher, for: other, at: 0)
    #expect(book.accept(vouch, from: voucher.fingerprint, own: "", now: at(0)) == nil)
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .vouched)
    book.setTrusted(other.fingerprint, true)
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .trusted)
    book.verify(other.fingerprint, signingKey: nil, now: at(0))
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .verified)
    #expect(TrustLevel.allCases == TrustLevel.allCases.sorted())
  }

  @Test func aVouchEndsWithItsVoucherAndAfterThirtyDays() throws {
    var book = TrustBook()
    let voucher = try person(1)
    let other = try person(2)
    book.verify(voucher.fingerprint, signingKey: voucher.key.publicKey.bytes, now: at(0))
    _ = book.accept(try vouch(by: voucher, for: other, at: 0), from: voucher.fingerprint, own: "", now: at(0))
    #expect(book.vouchers(of: other.fingerprint, now: at(30 * day)) == [voucher.fingerprint])
    #expect(book.vouchers(of: other.fingerprint, now: at(30 * day + 1)).isEmpty)
    book.unverify(voucher.fingerprint)
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .casual)
    book.verify(voucher.fingerprint, signingKey: nil, now: at(0))
    #expect(book.level(of: other.fingerprint, hasMet: true, now: at(0)) == .vouched)
  }

  @Test func vouchesThatProveNothingAreRefused() throws {
    var book = TrustBook()
    let voucher = try person(1)
    let other = try person(2)
    let good = try vouch(by: voucher, for: other, at: 0)
    func answer(_ vouch: Vouch, now: UInt64 = 0, own: String = "") -> TrustBook.Refusal? {
      var copy = book
      return copy.accept(vouch, from: voucher.fingerprint, own: own, now: at(now))
    }
    #expect(answer(good) == .unverifiedVoucher)
    book.verify(voucher.fingerprint, signingKey: nil, now: at(0))
    #expect(answer(good) == .unverifiedVoucher)
    book.verify(voucher.fingerprint, signingKey: voucher.key.publicKey.bytes, now: at(0))
    #expect(answer(good) == nil)
    #expect(answer(good, now: 30 * day + 1) == .outOfTime)
    #expect(answer(try vouch(by: voucher, for: other, at: 3_600_001)) == .outOfTime)
    #expect(answer(try vouch(by: voucher, for: other, at: 3_600_000)) == nil)
    #expect(answer(try vouch(by: other, for: other, at: 0)) == .badSignature)
    #expect(answer(try vouch(by: voucher, for: voucher, at: 0)) == .selfMade)
    #expect(answer(good, own: other.fingerprint) == .selfMade)
    book.verify(other.fingerprint, signingKey: nil, now: at(0))
    #expect(answer(good) == .alreadyVerified)
  }

  @Test func theNinthVoucherTakesThePlaceOfTheOldest() throws {
    var book = TrustBook()
    let other = try person(99)
    let vouchers = try (0..<9).map { try person(UInt8($0)) }
    for (index, voucher) in vouchers.enumerated() {
      book.verify(voucher.fingerprint, signingKey: voucher.key.publicKey.bytes, now: at(0))
      let vouch = try vouch(by: voucher, for: other, at: UInt64(100 + index))
      #expect(book.accept(vouch, from: voucher.fingerprint, own: "", now: at(0)) == nil)
    }
    #expect(
      book.vouchers(of: other.fingerprint, now: at(0)) == vouchers.dropFirst().reversed().map(\.fingerprint))
    let late = try vouch(by: vouchers[0], for: other, at: 50)
    #expect(book.accept(late, from: vouchers[0].fingerprint, own: "", now: at(0)) == .outdated)
    let again = try vouch(by: vouchers[1], for: other, at: 500)
    #expect(book.accept(again, from: vouchers[1].fingerprint, own: "", now: at(0)) == nil)
    #expect(book.vouchers(of: other.fingerprint, now: at(0)).count == TrustBook.vouchersMax)
    #expect(book.vouchers(of: other.fingerprint, now: at(0)).first == vouchers[1].fingerprint)
  }

  @Test func vouchesForStrangersFillNoMoreThanTheirPlaces() throws {
    var book = TrustBook()
    let voucher = try person(1)
    book.verify(voucher.fingerprint, signingKey: voucher.key.publicKey.bytes, now: at(0))
    for index in 0...TrustBook.strangersMax {
      let vouch = Vouch(
        fingerprint: SHA256.hash(Array("\(index)".utf8)), signingKey: [UInt8](repeating: 0, count: 32),
        statedAt: at(UInt64(index)), signedBy: voucher.key)
      #expect(book.accept(vouch, from: voucher.fingerprint, own: "", now: at(0)) == nil)
    }
    #expect(book.allRecords.count == TrustBook.strangersMax + 1)
    #expect(book.record(SHA256.hash(Array("0".utf8)).hexadecimal) == nil)
    #expect(book.record(voucher.fingerprint) != nil)
    #expect(book.takeChanges().contains(.removed(fingerprint: SHA256.hash(Array("0".utf8)).hexadecimal)))
    #expect(book.takeChanges().isEmpty)
  }

  @Test func aBatchNamesTheSixteenVerifiedLastAndGoesOnceADay() throws {
    var book = TrustBook()
    let all = try (0..<20).map { try person(UInt8($0)) }
    for (index, person) in all.enumerated() {
      book.verify(person.fingerprint, signingKey: person.key.publicKey.bytes, now: at(UInt64(index)))
    }
    let receiver = all[19].fingerprint
    let batch = book.batch(for: receiver, understandsVouches: true, now: at(50))
    #expect(batch.map(\.fingerprint) == all[3..<19].reversed().map(\.fingerprint))
    #expect(book.batch(for: receiver, understandsVouches: false, now: at(50)).isEmpty)
    book.batchSent(to: receiver, now: at(50))
    #expect(book.batch(for: receiver, understandsVouches: true, now: at(49 + day)).isEmpty)
    #expect(book.batch(for: receiver, understandsVouches: true, now: at(50 + day)).count == 16)
    book.unverify(receiver)
    #expect(book.batch(for: receiver, understandsVouches: true, now: at(50 + day)).isEmpty)
    #expect(TrustBook(book.allRecords).allRecords == book.allRecords)
  }

  @Test func theEncryptionOfAPersonFollowsSessionAndVerification() throws {
    var book = TrustBook()
    #expect(book.encryption(of: "a", session: TransportPeer.Session.none) == .none)
    #expect(book.encryption(of: "a", session: .handshaking) == .handshaking)
    #expect(book.encryption(of: "a", session: .established) == .secured)
    #expect(book.encryption(of: "a", session: nil) == .none)
    book.verify("a", signingKey: nil, now: at(0))
    #expect(book.encryption(of: "a", session: .established) == .verified)
    #expect(book.encryption(of: "a", session: TransportPeer.Session.none) == .none)
    #expect(book.encryption(of: "a", session: nil) == .verified)
  }

  private struct Someone {
    var key: Ed25519.PrivateKey
    var noiseKey: [UInt8]
    var fingerprint: String { SHA256.hash(noiseKey).hexadecimal }
  }

  private func person(_ number: UInt8) throws -> Someone {
    Someone(
      key: try Ed25519.PrivateKey(seed: [UInt8](repeating: number, count: 32)),
      noiseKey: [UInt8](repeating: number, count: 32))
  }

  private func vouch(by voucher: Someone, for other: Someone, at milliseconds: UInt64) throws -> Vouch {
    Vouch(
      fingerprint: SHA256.hash(other.noiseKey), signingKey: other.key.publicKey.bytes,
      statedAt: at(milliseconds), signedBy: voucher.key)
  }

  private func at(_ milliseconds: UInt64) -> Timestamp {
    Timestamp(milliseconds: 1_770_000_000_000 + milliseconds)
  }
}
