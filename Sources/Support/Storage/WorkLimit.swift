import CSQLite

/// Counts what a foreign file makes SQLite do, and ends a statement when it is more than the file's size
/// explains: a schema made to harm can ask for work without end. Also ends it when its task is cancelled.
///
/// Counts steps of SQLite's machine, not time: the same file gives the same answer on every machine. Used
/// only where its connection is.
final class WorkLimit {
  private let options: ForeignOptions
  private var left: Int64 = 0

  init(_ options: ForeignOptions) { self.options = options }

  /// Begins to count anew, for a file of so many bytes.
  func renew(fileBytes: Int64) {
    let (more, isBeyond) = max(0, fileBytes).multipliedReportingOverflow(by: options.stepsPerByte)
    let (all, isBeyondAll) = options.stepsBase.addingReportingOverflow(more)
    left = isBeyond || isBeyondAll ? .max : all
  }

  /// Has SQLite tell of every few steps.
  func watch(_ handle: OpaquePointer) {
    sqlite3_progress_handler(
      handle, Int32(Self.stepsAtOnce),
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkLimit>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The failure of a statement: an interruption is called by its cause.
  func explained(_ error: StorageError) -> StorageError {
    if case .sql(let failure) = error, failure.isInterrupted, left <= 0 { return .tooMuchWork(failure) }
    return error
  }

  /// Called on the thread of the task whose statement runs.
  private func mayGoOn() -> Bool {
    left -= Self.stepsAtOnce
    return left > 0 && !Task.isCancelled
  }

  private static let stepsAtOnce: Int64 = 2_000
}
