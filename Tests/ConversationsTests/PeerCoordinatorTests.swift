import ConversationModel
import Conversations
import Testing
import Timebase
import TransportPorts

@Suite struct PeerCoordinatorTests {
  @Test func theFirstNameIsKeptOverRestarts() async throws {
    let transport = RecordingTransport()
    let store = MemoryStore()
    let presenter = RecordingPresenter()
    let first = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    try await first.start(presenter: presenter, fingerprint: "ff")
    let second = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "anon9999",
      clock: StandingClock(),
      alarm: HeldAlarm())
    try await second.start(presenter: presenter, fingerprint: "ff")
    #expect(await presenter.profile?.nickname == "anon1234")
  }

  @Test func aNewNameIsStoredAnnouncedAndShown() async throws {
    let transport = RecordingTransport()
    let store = MemoryStore()
    let presenter = RecordingPresenter()
    let people = PeerCoordinator(
      transport: transport, peers: store, relations: store, settings: store, defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    try await people.start(presenter: presenter, fingerprint: "ff")
    #expect(try await people.setNickname("  juno ") == "juno")
    #expect(await store.setting(.nickname) == "juno")
    #expect(await transport.calls.last == "nickname juno")
    #expect(await presenter.profile?.nickname == "juno")
  }

  @Test func aNameWithoutAVisibleCharacterIsRefused() async throws {
    let people = PeerCoordinator(
      transport: RecordingTransport(), peers: MemoryStore(), relations: MemoryStore(),
      settings: MemoryStore(),
      defaultNickname: "anon1234", clock: StandingClock(),
      alarm: HeldAlarm())
    for bad in ["", "   ", "\n", "\u{200B}"] {
      await #expect(throws: SendProblem.unusableNickname) { try await people.setNickname(bad) }
    }
  }

  @Test func aNameThatWouldBeCutIsRefusedInWords() async throws {
    let store = MemoryStore()
    let people = PeerCoordinator(
      transport: RecordingTransport(), peers: store, relations: store, settings: store,
      defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    let most = String(repeating: "a", count: 50)
    #expect(try await people.setNickname(" \(most) ") == most)
    let problem = SendProblem.nicknameTooLong(charactersMax: 50, bytesMax: 200)
    for long in [most + "b", String(repeating: "👩‍👩‍👧", count: 20), String(repeating: "x", count: 5_000)] {
      await #expect(throws: problem) { try await people.setNickname(long) }
    }
    #expect(await store.setting(.nickname) == most)
  }

  @Test func somebodyAwayKeepsTheNameLastLearned() async throws {
    let store = MemoryStore()
    let people = PeerCoordinator(
      transport: RecordingTransport(), peers: store, relations: store, settings: store,
      defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    let fingerprint = "00000000000000b0" + String(repeating: "0", count: 48)
    try await people.learned(
      KnownPeer(
        fingerprint: fingerprint, noiseKey: Array(repeating: 7, count: 32), signingKey: [],
        isSigningKeyAuthenticated: false, nickname: "bob"))
    #expect(await people.directory().name(of: address(0xB0)).name == "bob")
    #expect(await store.knownPeers().count == 1)
  }

  @Test func namesOfStrangersDoNotGrowWithoutEnd() async throws {
    let store = MemoryStore(peersMax: 10)
    let people = PeerCoordinator(
      transport: RecordingTransport(), peers: store, relations: store, settings: store,
      defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    let count = PeerCoordinator.namesMax / 2 + 1
    for number in 1...count { try await people.learned(stranger(number)) }
    let directory = await people.directory()
    #expect(directory.name(of: address(1)).name == "anon0000")
    #expect(directory.name(of: address(count)).name == "stranger")
  }

  @Test func onlySoManyStrangersAreWrittenDownAtOnceButEveryoneWithASession() async throws {
    let store = MemoryStore()
    let people = PeerCoordinator(
      transport: RecordingTransport(), peers: store, relations: store, settings: store,
      defaultNickname: "anon1234",
      clock: StandingClock(),
      alarm: HeldAlarm())
    for number in 1...100 { try await people.learned(stranger(number)) }
    #expect(await store.knownPeers().count == 32)
    #expect(await people.directory().name(of: address(100)).name == "stranger")
    var friend = stranger(200)
    friend.isSigningKeyAuthenticated = true
    try await people.learned(friend)
    #expect(await store.knownPeers().count == 33)
  }

  private func stranger(_ number: Int) -> KnownPeer {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return KnownPeer(
      fingerprint: address(number).text + String(repeating: "0", count: 48),
      noiseKey: Array(repeating: 0, count: 24) + digits, signingKey: [], isSigningKeyAuthenticated: false,
      nickname: "stranger")
  }
}
