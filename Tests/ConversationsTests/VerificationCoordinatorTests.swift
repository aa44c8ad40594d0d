import Bytes
import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

/// Goal: only whoever has both keys of a code becomes verified, and everything else is refused in words or
/// ignored. Method: the coordinator over stand-ins; the other end is keys and a hand that writes.
@Suite struct VerificationCoordinatorTests {
  private let bob = StandInIdentity(seed: 2)

  @Test func aCodeOfSomebodyInSightIsChallengedAndTheProofVerifies() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let code = bob.code("bob", at: rig.clock.now().unix)
    #expect(try await rig.verification.begin(withCode: code.text).name.text == "bob")
    #expect(await rig.presenter.comparisons[bob.address].step == .asked)
    let challenge = try #require(await rig.transport.challenges.first)
    #expect(await rig.presenter.trust.isEmpty)
    await rig.receive(.verificationAnswer(bob.answer(challenge), from: bob.sessionPeer))
    #expect(await rig.presenter.trust == [bob.address: .verified])
    #expect(await rig.presenter.trustNotices == [.verified(name: "bob")])
    #expect(await rig.presenter.comparisons[bob.address].step == .proven)
    let record = try #require(await rig.store.trustRecords().first)
    #expect(record.signingKey == bob.signingKey && record.verifiedAt == rig.clock.now().unix)
    let again = VerificationCoordinator(
      transport: rig.transport, identity: rig.identity, trust: rig.store, people: rig.people,
      clock: rig.clock)
    await MainActor.run { rig.presenter.trust = [:] }
    try await again.start(presenter: rig.presenter)
    #expect(await rig.presenter.trust == [bob.address: .verified], "over a restart")
  }

  @Test func anOldAForeignAndAChangedCodeAreRefusedInWords() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let code = bob.code("bob", at: rig.clock.now().unix)
    var changed = code
    changed.nickname = "rob"
    await #expect(throws: VerificationCodeError.badSignature) {
      try await rig.verification.begin(withCode: changed.text)
    }
    await #expect(throws: VerificationCodeError.notACode) {
      try await rig.verification.begin(withCode: "bitchat://vouch?v=1")
    }
    let ours = await rig.verification.ownCode().text
    await #expect(throws: TrustProblem.ownCode) { try await rig.verification.begin(withCode: ours) }
    let away = StandInIdentity(seed: 9).code("yuki", at: rig.clock.now().unix)
    await #expect(throws: TrustProblem.notNearby("yuki")) {
      try await rig.verification.begin(withCode: away.text)
    }
    rig.clock.pass(seconds: 301)
    await #expect(throws: VerificationCodeError.expired) {
      try await rig.verification.begin(withCode: code.text)
    }
    #expect(await rig.transport.challenges.isEmpty)
  }

  @Test func aForgedAReplayedAnAskedByNobodyAndAnotherSessionsProofVerifyNobody() async throws {
    let rig = try await TalkRig()
    let eve = StandInIdentity(seed: 3)
    await rig.receive(.peersChanged([bob.peer("bob"), eve.peer("eve")]))
    let unasked = VerificationChallenge(
      noiseKeyText: bob.noiseKey.hexadecimal, nonce: [UInt8](repeating: 1, count: 16))
    await rig.receive(.verificationAnswer(bob.answer(unasked), from: bob.sessionPeer))
    #expect(await rig.presenter.failures.isEmpty)
    let code = bob.code("bob", at: rig.clock.now().unix)
    _ = try await rig.verification.begin(withCode: code.text)
    let first = try #require(await rig.transport.challenges.first)
    await rig.receive(
      .verificationAnswer(bob.answer(first), from: eve.sessionPeer),
      .verificationAnswer(eve.answer(first), from: bob.sessionPeer))
    #expect(await rig.presenter.failures == ["\(TrustProblem.forged("bob"))"])
    let step = await rig.presenter.comparisons[bob.address].step
    #expect(step == .refused("\(TrustProblem.forged("bob"))"))
    await rig.receive(.verificationAnswer(bob.answer(first), from: bob.sessionPeer))
    #expect(await rig.presenter.trust.isEmpty, "the challenge is over")
    _ = try await rig.verification.begin(withCode: code.text)
    await rig.receive(.verificationAnswer(bob.answer(first), from: bob.sessionPeer))
    #expect(await rig.presenter.trust.isEmpty, "the answer to another challenge")
    let second = try #require(await rig.transport.challenges.last)
    let foreign = SessionPeer(address: bob.address, fingerprint: eve.fingerprint)
    await rig.receive(.verificationAnswer(bob.answer(second), from: foreign))
    #expect(await rig.presenter.trust.isEmpty, "the session is somebody else's")
    #expect(await rig.presenter.failures.count == 2)
  }

  @Test func aCodeOfSomebodyElseThanTheExpectedIsRefusedWithBothNames() async throws {
    let rig = try await TalkRig()
    let eve = StandInIdentity(seed: 3)
    await rig.receive(.peersChanged([bob.peer("bob"), eve.peer("eve")]))
    let ofEve = eve.code("eve", at: rig.clock.now().unix)
    await #expect(throws: TrustProblem.otherPerson(code: "eve", expected: "bob")) {
      try await rig.verification.begin(withCode: ofEve.text, of: bob.address)
    }
    let ofNobody = StandInIdentity(seed: 9).code("b\u{202E}ob", at: rig.clock.now().unix)
    await #expect(throws: TrustProblem.otherPerson(code: "bob", expected: "bob")) {
      try await rig.verification.begin(withCode: ofNobody.text, of: bob.address)
    }
    #expect(await rig.transport.challenges.isEmpty)
    let ofBob = bob.code("bob", at: rig.clock.now().unix)
    #expect(try await rig.verification.begin(withCode: ofBob.text, of: bob.address).address == bob.address)
    let away = StandInIdentity(seed: 7)
    await #expect(throws: TrustProblem.notNearby("yuki")) {
      try await rig.verification.begin(
        withCode: away.code("yuki", at: rig.clock.now().unix).text, of: away.address)
    }
  }

  @Test func aCodeCountsOnce() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let code = bob.code("bob", at: rig.clock.now().unix)
    try await rig.verification.begin(withCode: code.text)
    try await rig.verification.begin(withCode: code.text)
    #expect(await rig.transport.challenges.count == 1, "one that is under way is not begun anew")
    let challenge = try #require(await rig.transport.challenges.first)
    await rig.receive(.verificationAnswer(bob.answer(challenge), from: bob.sessionPeer))
    try await rig.verification.setVerified(false, bob.address)
    rig.clock.pass(seconds: 299)
    await #expect(throws: TrustProblem.usedCode("bob")) {
      try await rig.verification.begin(withCode: code.text)
    }
    #expect(await rig.presenter.trust.isEmpty)
    let another = bob.code("bob", at: rig.clock.now().unix, nonce: 6)
    try await rig.verification.begin(withCode: another.text)
    #expect(await rig.transport.challenges.count == 2)
  }

  @Test func ourOwnCodeIsNewWhenANewOneIsWantedAndAfterAMinute() async throws {
    let rig = try await TalkRig()
    let first = await rig.verification.ownCode()
    #expect(await rig.verification.ownCode() == first)
    let second = await rig.verification.ownCode(fresh: true)
    #expect(second.nonce != first.nonce)
    #expect(await rig.verification.ownCode() == second)
    rig.clock.pass(seconds: 60)
    #expect(await rig.verification.ownCode() != second)
  }

  @Test func ourKeyIsProvenOnceForEachChallengeAndNeverForAnothersKey() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let own = rig.identity.noiseKey.hexadecimal
    let challenge = VerificationChallenge(noiseKeyText: own, nonce: [UInt8](repeating: 1, count: 16))
    let foreign = VerificationChallenge(
      noiseKeyText: bob.noiseKey.hexadecimal, nonce: [UInt8](repeating: 2, count: 16))
    for one in [challenge, challenge, foreign] {
      await rig.receive(.verificationChallenge(one, from: bob.sessionPeer))
    }
    let answers = await rig.transport.answers
    #expect(answers.count == 1 && answers[0].isValid(under: rig.identity.signingKey))
    #expect(await rig.presenter.comparisons[bob.address].readOursAt == rig.clock.now().unix)
  }

  @Test func aChallengeWithoutAnAnswerGoesAgainWhenThePeerIsBackAndEndsAfterFiveMinutes() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    _ = try await rig.verification.begin(withCode: bob.code("bob", at: rig.clock.now().unix).text)
    await rig.receive(.peerReady(bob.address))
    #expect(await Set(rig.transport.challenges).count == 1)
    #expect(await rig.transport.challenges.count == 2)
    rig.clock.pass(seconds: 300)
    await rig.receive(.peerReady(bob.address))
    #expect(await rig.transport.challenges.count == 2)
  }

  @Test func whoVerifyEachOtherAreToldSo() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    let challenge = VerificationChallenge(
      noiseKeyText: rig.identity.noiseKey.hexadecimal, nonce: [UInt8](repeating: 1, count: 16))
    await rig.receive(.verificationChallenge(challenge, from: bob.sessionPeer))
    _ = try await rig.verification.begin(withCode: bob.code("bob", at: rig.clock.now().unix).text)
    let ours = try #require(await rig.transport.challenges.first)
    await rig.receive(.verificationAnswer(bob.answer(ours), from: bob.sessionPeer))
    #expect(await rig.presenter.trustNotices == [.verified(name: "bob"), .verifiedEachOther(name: "bob")])
  }

  @Test func whomWeVerifiedIsVouchedForOnceADayAndTheirWordCountsWhileTheyAreVerified() async throws {
    let rig = try await TalkRig()
    let cid = StandInIdentity(seed: 4)
    let dan = StandInIdentity(seed: 5)
    await rig.receive(.peersChanged([bob.peer("bob"), cid.peer("cid")]))
    try await rig.verification.setVerified(true, bob.address)
    #expect(await rig.transport.vouches.isEmpty, "nobody else is verified")
    try await rig.verification.setVerified(true, cid.address)
    #expect(await rig.transport.calls.filter { $0 == "vouch 1" }.count == 2)
    await rig.receive(.peerReady(bob.address))
    #expect(await rig.transport.vouches.count == 2)
    rig.clock.pass(seconds: 86_400)
    await rig.receive(.peerReady(bob.address))
    #expect(await rig.transport.vouches.count == 3)
    let vouches = await rig.transport.vouches
    #expect(vouches.allSatisfy { $0.isValid(under: rig.identity.signingKey) })

    var word = Vouch(
      fingerprint: try #require([UInt8](hexadecimal: dan.fingerprint)), signingKey: dan.signingKey,
      statedAt: rig.clock.now().unix, signature: [])
    word.signature = dan.signature(for: word.signedBytes)
    await rig.receive(.vouches([word], from: bob.sessionPeer), .vouches([word], from: dan.sessionPeer))
    #expect(await rig.presenter.trust[dan.address] == nil)
    word.signature = bob.signature(for: word.signedBytes)
    await rig.receive(.vouches([word], from: bob.sessionPeer))
    #expect(await rig.presenter.trust[dan.address] == .vouched)
    try await rig.verification.setVerified(false, bob.address)
    #expect(await rig.presenter.trust[dan.address] == nil)
  }

  @Test func trustThatCannotBeWrittenDownIsSaid() async throws {
    let rig = try await TalkRig()
    await rig.receive(.peersChanged([bob.peer("bob")]))
    _ = try await rig.verification.begin(withCode: bob.code("bob", at: rig.clock.now().unix).text)
    await rig.store.refuse(true)
    let challenge = try #require(await rig.transport.challenges.first)
    await rig.receive(.verificationAnswer(bob.answer(challenge), from: bob.sessionPeer))
    #expect(await rig.presenter.problem != nil)
    #expect(await rig.presenter.trustNotices.isEmpty)
  }
}

extension RecordingPresenter {
  /// Without those about who is near.
  fileprivate var trustNotices: [Notice] { notices.filter { $0.target == nil } }
}
