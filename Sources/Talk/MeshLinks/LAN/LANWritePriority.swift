/// The order in which frames leave when a peer reads slowly, and the order in which they are given up.
///
/// The lowest value goes first and is dropped last (mesh-engine 9.5).
public struct LANWritePriority: Hashable, Sendable, Comparable {
  /// The rank; 0 goes first.
  public let rank: UInt32

  /// Everything but fragments, files and unknown types.
  public static let normal = LANWritePriority(rank: 0)
  /// Files and types we do not know.
  public static let bulk = LANWritePriority(rank: 0x2_0000)

  /// A fragment of a train of `total`; short trains go before long ones.
  public static func fragment(ofTotal total: UInt16) -> LANWritePriority {
    LANWritePriority(rank: 0x1_0000 + UInt32(total))
  }

  /// Lower ranks go first.
  public static func < (left: LANWritePriority, right: LANWritePriority) -> Bool { left.rank < right.rank }
}
