/// What can fail when a network resource is opened or used.
public enum NetworkingError: Error, Sendable, Equatable {
  /// The text is not an IPv4 or IPv6 address, or names no usable address family.
  case addressNotUsable(String)
  /// A socket call failed; `call` is its name, `code` the system's error number.
  case system(call: String, code: Int32)
  /// The system bound another address than was asked for; the socket was closed at once.
  case boundElsewhere(wanted: String, got: String)
  /// The protocol library could not be set up; `stage` says at which step.
  case libraryRefused(stage: String)
  /// A message is longer than the connection carries.
  case tooLong(bytesMax: Int)
  /// The connection is closed.
  case closed
  /// The object was stopped before, or is being stopped.
  case stopped
}
