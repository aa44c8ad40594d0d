import Timebase
import TransportPorts

/// How far two people are with comparing their keys by code: what is under way, not what was verified once.
public struct KeyComparison: Sendable, Hashable {
  /// What became of the code that we read.
  public enum Step: Sendable, Hashable {
    /// Their device was asked for the proof.
    case asked
    /// The proof came, and is that of the code.
    case proven
    /// It was not accepted, in words.
    case refused(String)
  }

  /// What came last on our side; nil where we have read no code of theirs.
  public var step: Step?
  /// When.
  public var steppedAt: Timestamp?
  /// When their device asked for our proof, as it does when our code is read there.
  public var readOursAt: Timestamp?

  /// Nothing has happened.
  public init() {}
}

/// The comparisons of this run, for those who show them: of at most 64 people, the one that changed first
/// makes room.
public struct KeyComparisons: Sendable, Hashable {
  /// People held at a time.
  public static let peopleMax = 64

  private var held: [PeerAddress: KeyComparison] = [:]
  private var order: [PeerAddress] = []

  /// Nobody.
  public init() {}

  /// How far it is with somebody.
  public subscript(peer: PeerAddress) -> KeyComparison { held[peer] ?? KeyComparison() }

  /// Something happened on our side.
  public mutating func step(_ step: KeyComparison.Step, of peer: PeerAddress, at moment: Timestamp) {
    change(peer) {
      $0.step = step
      $0.steppedAt = moment
    }
  }

  /// Their device has read our code.
  public mutating func readOurs(_ peer: PeerAddress, at moment: Timestamp) {
    change(peer) { $0.readOursAt = moment }
  }

  /// What happened is forgotten.
  public mutating func forget(_ peer: PeerAddress) {
    held[peer] = nil
    order.removeAll { $0 == peer }
  }

  private mutating func change(_ peer: PeerAddress, _ change: (inout KeyComparison) -> Void) {
    order.removeAll { $0 == peer }
    if order.count >= Self.peopleMax { held[order.removeFirst()] = nil }
    order.append(peer)
    change(&held[peer, default: KeyComparison()])
  }
}
