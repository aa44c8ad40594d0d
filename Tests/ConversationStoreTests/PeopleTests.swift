import ConversationModel
import ConversationStore
import Cryptography
import Testing
import TransportPorts

@Suite struct PeopleTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func peopleAreRememberedByFingerprintOverReopening() async throws {
    var store = try await open()
    try await store.remember(known("bb", nickname: "bob"))
    try await store.remember(known("aa", nickname: "ann\u{202E}"))
    try await store.remember(known("bb", nickname: "bobby"))
    try await store.remember(known("bb", nickname: ""))
    await store.close()
    store = try await open()
    #expect(
      try await store.knownPeers() == [known("aa", nickname: "ann\u{202E}"), known("bb", nickname: "bobby")])
    await store.close()
  }

  @Test func anAnnounceNeverReplacesTheSigningKeyOfASession() async throws {
    let store = try await open()
    try await store.remember(known("aa", nickname: "ann", signing: 1))
    try await store.remember(known("aa", nickname: "ann", signing: 2, isAuthenticated: true))
    try await store.remember(known("aa", nickname: "mallory", signing: 3))
    let pinned = known("aa", nickname: "ann", signing: 2, isAuthenticated: true)
    #expect(try await store.knownPeers() == [pinned])
    try await store.remember(known("aa", nickname: "anna", signing: 2))
    #expect(
      try await store.knownPeers() == [known("aa", nickname: "anna", signing: 2, isAuthenticated: true)])
    try await store.remember(known("aa", nickname: "anna", signing: 4, isAuthenticated: true))
    #expect(
      try await store.knownPeers() == [known("aa", nickname: "anna", signing: 4, isAuthenticated: true)])
    await store.close()
  }

  @Test func settingsComeBackAndCanBeRemoved() async throws {
    var store = try await open()
    #expect(try await store.setting(.nickname) == nil)
    try await store.set("juno\u{0}'", for: .nickname)
    try await store.set("zoe", for: .nickname)
    await store.close()
    store = try await open()
    #expect(try await store.setting(.nickname) == "zoe")
    try await store.set(nil, for: .nickname)
    #expect(try await store.setting(.nickname) == nil)
    await store.close()
  }

  private func open() async throws -> ConversationStore {
    try await ConversationStore.open(
      at: scratch.path("c.db"), storeKey: SecretBytes([UInt8](repeating: 1, count: 32)))
  }
}
