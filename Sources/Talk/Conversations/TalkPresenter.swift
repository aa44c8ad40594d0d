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
  /// Consecutive changes of the store, in order.
  func show(_ changes: [ConversationChange]) async
  /// Changes were missed, or something failed for good: everything shown has to be read again.
  func showAnew() async
  /// Something the person must know, in words; `nil` when it is over.
  func show(problem: String?)
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

/// Why something a person asked for was not done, in words for that person.
public enum SendProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Nothing but white space.
  case empty
  /// More than 16,000 characters in the open channel.
  case tooLong(characters: Int, charactersMax: Int)
  /// The name given cannot be used.
  case unusableNickname
  /// The message to send again is not there any more.
  case messageGone
  /// The store refused; nothing was sent.
  case notStored(String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .empty: "There is nothing to send."
    case .tooLong(let characters, let charactersMax):
      "The message has \(characters) characters; at most \(charactersMax) can be sent. Shorten or split it."
    case .unusableNickname: "A name needs at least one visible character. Nothing was changed."
    case .messageGone: "The message is not kept any more. Write it again."
    case .notStored(let reason): "The message could not be stored, so it was not sent. \(reason)"
    }
  }
}
