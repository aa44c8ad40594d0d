import Glibc
import Ledger
import Storage

extension LedgerError {
  /// What a failure of the database means for a money file.
  init(_ error: any Error) {
    switch error {
    case let error as LedgerError: self = error
    case let error as StorageError: self.init(storage: error)
    case is CancellationError: self = .cancelled
    default: self = .queryFailed(reason: "\(error)")
    }
  }

  private init(storage error: StorageError) {
    switch error {
    case .cannotOpen(_, let systemError): self = .opening(systemError)
    case .notAPlainFile: self = .notAFile
    case .empty: self = .empty
    case .notADatabase: self = .notADatabase
    case .notOurs: self = .notALedger
    case .schemaTooNew(let found, let known):
      self = .newerVersion(found: Int64(found), known: Int64(known))
    case .corrupt(let failure): self = .damaged(reason: failure.message)
    case .busy: self = .locked
    case .full: self = .diskFull
    case .readOnly: self = .readOnly
    case .inputOutput: self = .notReadable
    case .closed: self = .closed
    case .tooMuchWork: self = .tooMuchWork
    case .sql(let failure) where failure.isInterrupted: self = .cancelled
    case .sql(let failure) where failure.isUnopened: self = .readOnly
    case .sql(let failure), .constraint(let failure), .outOfMemory(let failure):
      self = .queryFailed(reason: failure.message)
    case .column, .parameterCount, .transactionLost, .sealBroken, .cannotSetAside:
      self = .queryFailed(reason: error.description)
    }
  }

  private static func opening(_ systemError: Int32) -> LedgerError {
    switch systemError {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .noPermission
    case EISDIR: .notAFile
    case EEXIST: .alreadyExists
    case EROFS: .readOnly
    default: .notReadable
    }
  }
}

extension SQLFailure {
  /// Whether a file beside the database (its journal) could not be made.
  var isUnopened: Bool { code == 14 }
}

/// Runs what may fail in the database's words, and fails in ours.
func translated<Value>(_ body: () throws -> Value) throws(LedgerError) -> Value {
  do { return try body() } catch { throw LedgerError(error) }
}

/// Runs what may fail in the database's words, and fails in ours.
func translated<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
) async throws(LedgerError) -> Value {
  do { return try await body() } catch { throw LedgerError(error) }
}
