import ConversationModel
import Timebase
import TransportPorts

/// What coordinators push their results through; the Talk domain of AppState is one.
@MainActor public protocol TalkPresenter: AnyObject, Sendable {
  /// Who is in sight and how everybody is called.
  func show(_ directory: PeopleDirectory)
  /// Who we are.
  func show(_ profile: OwnProfile)
  /// How the transport is.
  func show(_ status: TransportStatus)
  /// Who is blocked and who is a favourite.
  func show(_ relations: PeopleRelations)
  /// Whose keys were compared, or are vouched for; everybody else is not named.
  func show(_ trust: [PeerAddress: TrustLevel])
  /// Our side of comparing keys with somebody went on.
  func show(_ step: KeyComparison.Step, of peer: PeerAddress, at moment: Timestamp)
  /// Somebody's device asked for the proof of our key: our code was read there.
  func showReading(of ourCode: PeerAddress, at moment: Timestamp)
  /// Consecutive changes of the store, in order.
  func show(_ changes: [ConversationChange]) async
  /// Changes were missed, or something failed for good: everything shown has to be read again.
  func showAnew() async
  /// Something the person is told outside of the window.
  func show(_ notice: Notice)
  /// Something the person must know, in words; `nil` when it is over.
  func show(problem: String?)
  /// Something that failed and the person must know once, in words.
  func show(failure: String)
  /// The conversation is kept under another address of the same person from now on.
  func show(_ old: ConversationKey, movedTo new: ConversationKey) async
}

/// Who we are, as others see us.
public struct OwnProfile: Sendable, Hashable {
  /// Our name.
  public var nickname: String
  /// Under which address others reach us on the mesh.
  public var address: PeerAddress
  /// SHA-256 of our Noise key, 64 hexadecimal digits.
  public var fingerprint: String

  /// Joins the parts.
  public init(nickname: String, address: PeerAddress, fingerprint: String) {
    self.nickname = nickname
    self.address = address
    self.fingerprint = fingerprint
  }
}

/// Reads both clocks; the only time coordinators know.
public protocol TalkClock: Sendable {
  /// This moment.
  func now() -> Now
}
