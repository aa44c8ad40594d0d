import MeshWire

/// The numbers of gossip sync (mesh-engine 10). A cap marked *(ours)* is not in the specification.
enum GossipLimits {
  /// How often due groups are asked for.
  static let tick: Duration = .seconds(30)
  /// How often what belongs to silent peers goes.
  static let sweep: Duration = .seconds(60)
  /// A peer whose last announce came longer ago than this is silent: a sweep takes its state along.
  static let announceSilence: Duration = .seconds(60)
  /// Bytes of each store, oldest out.
  static let storeBytesMax = 2 << 20
  /// Bytes of all stores together *(ours)*: with everything else that others fill, less than an engine may
  /// hold.
  static let allStoresBytesMax = 3 << 20
  /// What one stored packet counts besides its payload *(ours)*.
  static let packetOverheadBytes = 256
  /// Announces in the store *(ours)*: as many as the registry has peers.
  static let announcesMax = 1_024
  /// Packets of the other stores.
  static let messagesMax = 1_000
  /// Messages of one sender *(ours)*, once there are more in all than a filter covers beside announces: one
  /// that writes without end must not keep sync from what others wrote.
  static let messageShare = GossipStore.Share(fairFrom: 256, perSenderMax: 100)
  static let fragmentsMax = 600
  static let filesMax = 200
  static let groupMessagesMax = 200
  static let prekeyBundlesMax = 200
  static let boardPostsMax = 200
  /// Packets a filter is built over at most.
  static let filterPacketsMax = 355
  /// A request is open for answers for this long.
  static let requestAge: Duration = .seconds(30)
  /// Requests answered to one peer in `answerWindow`.
  static let answersPerPeerMax = 8
  static let answerWindow: Duration = .seconds(30)
  /// Peers with an answer budget, oldest out *(ours)*.
  static let budgetedPeersMax = 512
  /// From a new connection to the first request.
  static let initialDelay: Duration = .seconds(1)
  /// Packets of an archive that are taken in *(ours)*.
  static let archivedPacketsMax = messagesMax
}
