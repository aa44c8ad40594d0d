import CCurl
import Glibc
import Locks

/// Fetches one file over HTTPS into memory: checked certificates, at most three pointers elsewhere and only
/// to HTTPS, a cap, and an end when hardly anything comes. A proxy is taken from the environment as usual
/// (`https_proxy`, `no_proxy`).
///
/// The library blocks, so each file has a thread of its own while it lasts; cancelling the task ends it in a
/// second.
public struct HTTPSDownload: Sendable {
  /// What was fetched.
  public struct File: Sendable, Equatable {
    /// All of it, unpacked where it came packed.
    public var bytes: [UInt8]
    /// When it last changed, as the server says, in seconds since 1970, UTC.
    public var changed: Int64?
  }

  /// How much is there; `expected` is nil where the server does not say.
  public struct Progress: Sendable, Equatable {
    /// Bytes that came, as they came.
    public var bytes: Int
    /// Bytes that are to come in all.
    public var expected: Int?
  }

  private let address: String
  private let bytesMax: Int
  private let authorities: String?

  /// Names the file. `bytesMax` counts unpacked bytes; `authorities` is a file (PEM) of those who may vouch
  /// for the other side, in place of the system's.
  public init(_ address: String, bytesMax: Int, authorities: String? = nil) {
    (self.address, self.bytesMax, self.authorities) = (address, bytesMax, authorities)
  }

  /// Fetches it. `progress` is called on the fetching thread, at most a few times a second.
  public func file(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DownloadError) -> File {
    guard address.lowercased().hasPrefix("https://"), !address.utf8.contains(0) else { throw .notHTTPS }
    let transfer = Transfer(address, bytesMax: bytesMax, authorities: authorities, progress: progress)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work = Unmanaged.passRetained(Work(transfer: transfer, continuation: continuation))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, Self.body, work.toOpaque()) == 0 else {
          work.release()
          return continuation.resume(returning: .failure(.libraryRefused))
        }
        pthread_detach(thread)
      }
    } onCancel: {
      transfer.cancel()
    }
    return try result.get()
  }

  /// What the new thread takes over; it owns it from its first line on.
  private final class Work: Sendable {
    let transfer: Transfer
    let continuation: CheckedContinuation<Result<File, DownloadError>, Never>

    init(transfer: Transfer, continuation: CheckedContinuation<Result<File, DownloadError>, Never>) {
      (self.transfer, self.continuation) = (transfer, continuation)
    }
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    argument in
    guard let argument else { return nil }
    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    work.continuation.resume(returning: work.transfer.run())
    return nil
  }
}
