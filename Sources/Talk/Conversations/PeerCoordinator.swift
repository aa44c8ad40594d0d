import Bytes
import ConversationModel
import Text
import Timebase
import TransportPorts

/// Who is in sight, how everybody is called, and what we are called (chat-app 8.1, 8.2).
public actor PeerCoordinator {
  /// Names kept in memory, two addresses a person; above that they are read anew from the repository, whose
  /// rule says who is forgotten.
  public static let namesMax = 24_000
  /// Strangers written down at once, and then a second: each is a commit to disk, and anybody can make up as
  /// many as they like. Whoever has an encrypted session with us is always written down.
  static let strangersAtOnce = 32.0
  static let strangersPerSecond = 2.0

  let transport: any CoreTransport
  private let peers: any PeerRepository
  let repository: any RelationRepository
  private let settings: any SettingsRepository
  private let defaultNickname: String
  let clock: any TalkClock
  private let alarm: any TalkAlarm
  private var strangers: TokenBucket
  weak var presenter: (any TalkPresenter)?
  private var sighted: [TransportPeer] = []
  private var remembered: [PeerAddress: String] = [:]
  private var profile: OwnProfile?
  /// As of the last change of names or people; a text is looked at for everybody's name.
  private var current: PeopleDirectory?
  var relations = PeerRelations()
  private var nearby = NearbyWatch()
  private var addresses = KnownAddresses()
  private var generator = SystemRandomNumberGenerator()

  /// `defaultNickname` is used until the person chooses one.
  public init(
    transport: any CoreTransport, peers: any PeerRepository, relations: any RelationRepository,
    settings: any SettingsRepository, defaultNickname: String, clock: any TalkClock, alarm: any TalkAlarm
  ) {
    self.transport = transport
    self.peers = peers
    repository = relations
    self.settings = settings
    self.defaultNickname = defaultNickname
    self.clock = clock
    self.alarm = alarm
    strangers = TokenBucket(
      capacity: Self.strangersAtOnce, refillPerSecond: Self.strangersPerSecond, at: clock.now().monotonic)
  }

  /// Reads names and people of earlier runs and shows them. `fingerprint` is ours.
  public func start(presenter: any TalkPresenter, fingerprint: String) async throws {
    self.presenter = presenter
    let nickname = try await storedNickname()
    let own = OwnProfile(
      nickname: nickname, address: await transport.ownAddress(), fingerprint: fingerprint)
    profile = own
    try await readNames()
    current = nil
    await transport.setNickname(nickname)
    await presenter.show(own)
    await presenter.show(directory())
    try await readRelations()
  }

  /// Takes a new name, trimmed; answers how it was taken. A name that would be cut is refused.
  public func setNickname(_ typed: String) async throws -> String {
    guard let nickname = Text.nickname(fromUser: typed), !Text.displayName(nickname).isEmpty else {
      throw SendProblem.unusableNickname
    }
    guard !Text.isCut(nickname: typed) else {
      throw SendProblem.nicknameTooLong(
        charactersMax: Text.nameCharactersMax, bytesMax: Text.nicknameBytesMax)
    }
    try await settings.set(nickname, for: .nickname)
    await transport.setNickname(nickname)
    profile?.nickname = nickname
    current = nil
    if let profile { await presenter?.show(profile) }
    await presenter?.show(directory())
    return nickname
  }

  /// Everybody in sight has changed. Answers who is reached under another address than before.
  @discardableResult
  public func peersChanged(_ peers: [TransportPeer]) async -> [AddressChange] {
    sighted = peers
    current = nil
    await presenter?.show(directory())
    let near = peers.filter { ($0.isConnected || $0.isReachable) && !isBlocked($0.address) }
    await perform(nearby.peersChanged(near.map(\.address), now: clock.now().monotonic))
    return addresses.changes(peers)
  }

  private func perform(_ effects: [NearbyWatch.Effect]) async {
    for effect in effects {
      switch effect {
      case .tell(let count): await presenter?.show(.peopleNearby(count: count))
      case .wake(let moment):
        alarm.set(.nearby, at: moment) { [weak self] in await self?.nearbyTimeReached() }
      }
    }
  }

  private func nearbyTimeReached() {
    nearby.timeReached(now: clock.now().monotonic)
  }

  /// Something was learned about a peer that must outlive a restart. A stranger over the budget is known for
  /// this run only, and written down when met again.
  public func learned(_ peer: KnownPeer) async throws {
    if peer.isSigningKeyAuthenticated || strangers.take(at: clock.now().monotonic) {
      try await peers.remember(peer)
    }
    if remembered.count >= Self.namesMax { try await readNames() }
    remember(peer)
    current = nil
  }

  /// Names and people as of now.
  public func directory() -> PeopleDirectory {
    if let current { return current }
    let made = PeopleDirectory(
      peers: sighted, remembered: remembered, ownNickname: profile?.nickname ?? defaultNickname)
    current = made
    return made
  }

  /// A new id for a private message of ours.
  func newMessageID(at moment: Timestamp) -> MessageID {
    MessageID.version7(at: moment, using: &generator)
  }

  /// Our address on the transport, once started.
  var ownAddress: PeerAddress? { profile?.address }

  private func storedNickname() async throws -> String {
    if let stored = try await settings.setting(.nickname) { return stored }
    // Kept at once: a name that changed at every start would be nobody's name.
    try await settings.set(defaultNickname, for: .nickname)
    return defaultNickname
  }

  private func readNames() async throws {
    let known = try await peers.knownPeers()
    remembered = [:]
    for peer in known { remember(peer) }
  }

  private func remember(_ known: KnownPeer) {
    for text in [String(known.fingerprint.prefix(16)), known.noiseKey.hexadecimal] {
      if let address = PeerAddress(text) { remembered[address] = known.nickname }
    }
  }
}
