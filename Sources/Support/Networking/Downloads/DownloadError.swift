/// Why a file was not fetched; nothing of it is kept.
public enum DownloadError: Error, Sendable, Equatable {
  /// The address is not one of HTTPS.
  case notHTTPS
  /// The file of authorities cannot be used.
  case authoritiesNotUsable
  /// The machine's name is not known, or nobody answers there; `reason` is the library's words.
  case noConnection(reason: String)
  /// The other side cannot prove who it is; `reason` is the library's words.
  case notTrusted(reason: String)
  /// An answer other than the file: its status.
  case refused(status: Int)
  /// It points elsewhere: too often, or to where the way is not sealed.
  case pointsElsewhere
  /// More than the caller takes.
  case tooLong(bytesMax: Int)
  /// Fewer than a hundred bytes a second for half a minute.
  case tooSlow
  /// The connection ended before the file did; `reason` is the library's words.
  case cutOff(reason: String)
  /// The task was cancelled.
  case cancelled
  /// The library could not be set up.
  case libraryRefused
}
