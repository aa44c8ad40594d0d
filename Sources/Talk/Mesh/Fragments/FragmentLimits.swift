import MeshWire

/// The numbers of fragments, both ways (mesh-wire 9, mesh-engine 1.2, 9.6).
///
/// A cap marked *(ours)* has no counterpart in the specification.
enum FragmentLimits {
  // MARK: Receiving

  /// Assemblies at a time; the one that started first gives way.
  static let assembliesMax = 128
  /// What all assemblies may hold; the one that started first gives way.
  static let assembledBytesMax = 6 << 20
  /// What the assemblies of one sender may hold; its first one gives way.
  static let assembledBytesPerSenderMax = 2 << 20
  /// What a piece costs besides its chunk *(ours)*: empty pieces are not free.
  static let pieceOverheadBytes = 96
  /// An assembly without a new piece for so long is given up.
  static let assemblySilence: Duration = .seconds(30)
  /// No assembly lives longer.
  static let assemblyAge: Duration = .seconds(600)
  /// Without a new piece for so long an assembly is stalled: what is missing is worth asking for.
  static let stalledAfter: Duration = .seconds(5)
  /// A stalled assembly is not asked for again so soon.
  static let stalledAgainAfter: Duration = .seconds(10)

  /// Bytes an assembly may hold, by the type its pieces say they will be.
  static func assemblyBytesMax(of type: MessageType) -> Int {
    type == .fileTransfer || type == .noiseEncrypted ? WireLimits.payloadBytesMax : 1 << 20
  }

  // MARK: Sending

  /// Between two pieces to one peer.
  static let directedSpacing: Duration = .milliseconds(25)
  /// Between two pieces to everybody.
  static let broadcastSpacing: Duration = .milliseconds(30)
  /// Transfers with an id under way; others wait in order.
  static let activeTransfersMax = 2
  /// Transfers with an id that wait; one more is refused *(ours)*.
  static let waitingTransfersMax = 16
  /// Frame bytes of all transfers with an id; one more is refused *(ours)*.
  static let transferBytesMax = 6 << 20
  /// Other frames of ours under way in pieces; one more is refused *(ours)*.
  static let ownTrainsMax = 64
  static let ownTrainBytesMax = 2 << 20
  /// Frames of others under way in pieces; one more is not passed on *(ours)*.
  static let relayTrainsMax = 32
  static let relayTrainBytesMax = 1 << 20
  /// A train without a link looks for one so often …
  static let linkRetry: Duration = .seconds(1)
  /// … and for so long.
  static let linkPatience: Duration = .seconds(60)
}
