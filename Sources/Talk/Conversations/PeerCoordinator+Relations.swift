import Bytes
import ConversationModel
import Timebase
import TransportPorts

/// Blocks and favourites (chat-app 8.3, 8.4).
extension PeerCoordinator {
  /// Whether nothing of the person is heard.
  public func isBlocked(_ peer: PeerAddress) -> Bool { relations.isBlocked(peer) }

  /// Everything a command is about that was typed in this conversation.
  public func commandContext(in place: ConversationKey) -> CommandContext {
    CommandContext(
      place: place, directory: directory(), blocked: relations.blocks,
      favourites: Set(relations.favourites.filter(\.isFavourite).map(\.fingerprint)))
  }

  /// Nothing of the person is heard any more; our favourite mark goes. What the transport would still hand
  /// to others of theirs goes too.
  public func block(_ person: Person) async throws {
    guard !person.peer.fingerprint.isEmpty else { throw CommandProblem.identityUnknown(person.name.text) }
    try await repository.block(
      BlockRecord(fingerprint: person.peer.fingerprint, name: person.name.name))
    await (transport as? any ArchiveTransport)?.dropStored(of: person.address)
    try await readRelations()
  }

  /// The person is heard again; nothing comes back.
  public func unblock(_ record: BlockRecord) async throws {
    try await repository.unblock(fingerprint: record.fingerprint)
    try await readRelations()
  }

  /// Makes a favourite of somebody or takes the mark back, and tells the person where that makes sense.
  public func setFavourite(_ isFavourite: Bool, _ person: Person) async throws {
    let moment = clock.now().unix
    guard var record = favouriteRecord(of: person.peer, at: moment) else {
      throw CommandProblem.identityUnknown(person.name.text)
    }
    let isTold = record.setFavourite(isFavourite, isInReach: person.peer.isReachable, now: moment)
    try await repository.keep(record)
    try await readRelations()
    guard isTold else { return }
    let notice = FavouriteNotice(isFavourite: isFavourite, npub: nil)
    await transport.sendPrivate(
      notice.text, to: person.address, id: newMessageID(at: moment), at: moment)
  }

  /// Blocks somebody in sight, or takes a block back, by address. Throws words where it cannot be done.
  public func setBlocked(_ isBlocked: Bool, _ peer: PeerAddress) async throws {
    if isBlocked { return try await block(try known(peer)) }
    let record = relations.blocks.first { meshAddress($0.fingerprint) == peer }
    guard let record else { throw CommandProblem.notBlocked(directory().name(of: peer).text) }
    try await unblock(record)
  }

  /// Makes a favourite of somebody in sight or takes the mark back, by address. Throws words where it cannot
  /// be done.
  public func setFavourite(_ isFavourite: Bool, _ peer: PeerAddress) async throws {
    try await setFavourite(isFavourite, try known(peer))
  }

  private func known(_ peer: PeerAddress) throws -> Person {
    let directory = directory()
    guard let person = directory.person(peer) else {
      throw CommandProblem.identityUnknown(directory.name(of: peer).text)
    }
    return person
  }

  /// Somebody says whether we are a favourite. Answers a line where that is news; `nil` where it is none, or
  /// where the sender's key is not known.
  func received(_ notice: FavouriteNotice, from peer: PeerAddress) async throws -> String? {
    let moment = clock.now().unix
    guard let person = directory().person(peer), var record = favouriteRecord(of: person.peer, at: moment)
    else {
      return nil
    }
    let isNews = record.received(notice, nickname: person.peer.nickname, now: moment)
    try await repository.keep(record)
    try await readRelations()
    guard isNews else { return nil }
    return notice.isFavourite
      ? "\(person.name.text) made you a favourite." : "\(person.name.text) took you off the favourites."
  }

  /// What is kept of the person, or a new record; `nil` while no key of theirs is known.
  private func favouriteRecord(of peer: TransportPeer, at moment: Timestamp) -> FavouriteRecord? {
    guard !peer.fingerprint.isEmpty, let noiseKey = peer.noiseKey.flatMap({ [UInt8](hexadecimal: $0.text) })
    else { return nil }
    return relations.favourite(peer.fingerprint)
      ?? FavouriteRecord(
        fingerprint: peer.fingerprint, noiseKey: noiseKey, nickname: peer.nickname, updatedAt: moment)
  }

  /// Reads blocks and favourites and shows them.
  func readRelations() async throws {
    let (blocks, favourites) = (try await repository.blocked(), try await repository.favourites())
    relations = PeerRelations(blocks: blocks, favourites: favourites)
    await presenter?.show(relations.shown)
  }
}
