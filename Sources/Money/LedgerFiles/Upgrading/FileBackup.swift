import Glibc
import Ledger
import Storage

/// A verified copy of a file beside it: never written over another file, never made twice.
struct FileBackup: Sendable {
  /// The copy's path without `.bak`; a number is added where another file has the name.
  let stem: String
  /// The one path that is wanted, instead of the stem's.
  var target: String?

  /// Makes the copy and returns its path. Inside a transaction that keeps the file as it is and has written
  /// nothing. A file that is there and equals this one is the backup already.
  func make(_ connection: Connection) throws -> String {
    // The first statement takes the lock.
    _ = try connection.integer("PRAGMA schema_version")
    for path in target.map({ [$0] }) ?? names {
      do {
        try connection.copyFile(to: path)
        return path
      } catch .cannotOpen(_, let systemError) where systemError == EEXIST {
        if target == nil, connection.equalsFile(at: path) { return path }
      } catch {
        throw LedgerError.backupFailed(reason: Self.words(error, path))
      }
    }
    guard target == nil else { throw LedgerError.alreadyExists }
    throw LedgerError.backupFailed(reason: "there are \(Self.attemptsMax) backups of this day already")
  }

  private static func words(_ error: StorageError, _ path: String) -> String {
    switch error {
    case .cannotOpen(_, let systemError): "\(path) cannot be made (\(String(cString: strerror(systemError))))"
    case .full: "the disk is full"
    case .inputOutput(let failure), .corrupt(let failure): failure.message
    case .notAPlainFile, .empty, .notADatabase, .notOurs, .schemaTooNew, .busy, .readOnly, .constraint,
      .outOfMemory, .sql, .tooMuchWork, .column, .parameterCount, .transactionLost, .closed, .sealBroken,
      .cannotSetAside:
      error.description
    }
  }

  private var names: [String] {
    [stem + ".bak"] + (2...Self.attemptsMax).map { "\(stem)_\($0).bak" }
  }

  private static let attemptsMax = 100
}
