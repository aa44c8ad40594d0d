/// How a database file of ours is opened.
public struct DatabaseOptions: Sendable {
  /// How much of the file is checked before it is used.
  public enum Check: Sendable {
    /// Only that the file begins as a database of ours.
    case header
    /// Every page and row, without comparing indexes with tables; about a second for 300 MB.
    case quick
    /// Everything, for files that came from elsewhere or are suspected of damage.
    case full
  }

  /// How much is checked at opening. Default: `quick`.
  public var check: Check
  /// Connections that read side by side, 1…8. Default: 2, as many as the smallest machine has cores.
  public var readConnections: Int
  /// How long a statement waits for another process, in milliseconds. Default: 5,000.
  public var busyTimeoutMilliseconds: Int32
  /// The writer's page cache in KiB; each reader has a quarter. Default: 16 MiB, filled only as needed.
  public var cacheKibibytes: Int
  /// The number that marks the file as ours (SQLite's application_id). Default: `TERN` in ASCII.
  public var applicationID: Int32

  /// The defaults, or some of them replaced.
  public init(
    check: Check = .quick, readConnections: Int = 2, busyTimeoutMilliseconds: Int32 = 5_000,
    cacheKibibytes: Int = 16_384, applicationID: Int32 = 0x5445_524E
  ) {
    self.check = check
    self.readConnections = min(max(readConnections, 1), 8)
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.cacheKibibytes = min(max(cacheKibibytes, 64), 1_048_576)
    self.applicationID = applicationID
  }
}
