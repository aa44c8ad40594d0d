/// Why a money file could not be opened, read or changed: one case for each thing a person can do about it.
///
/// `description` is a sentence for people. Nothing was changed in the file unless a case says so.
public enum LedgerError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing
  /// The file, or its folder, may not be read by this user.
  case noPermission
  /// A folder, or something else that is no file.
  case notAFile
  /// The file has no bytes.
  case empty
  /// The system failed to read it.
  case notReadable
  /// The file is no database.
  case notADatabase
  /// The file is encrypted, or no database.
  case encrypted
  /// The password is wrong, or the file is no database.
  case wrongPassword
  /// A database of another program.
  case notALedger
  /// Written by a newer program: the version found, and the newest known.
  case newerVersion(found: Int64, known: Int64)
  /// A version that was never released (8…14).
  case unreleasedVersion(Int64)
  /// An older version, opened for writing: it has to be upgraded first.
  case needsUpgrade(from: Int64)
  /// A step of an upgrade failed and all of it was undone: the file is as it was, and so is its backup.
  case upgradeFailed(step: Int64, reason: String)
  /// The backup before an upgrade could not be made or does not equal the file; nothing was upgraded.
  case backupFailed(reason: String)
  /// There is no currency of this code to begin a file with.
  case unknownCurrency(String)
  /// There is a file of that name already.
  case alreadyExists
  /// The file or its folder may not be written.
  case readOnly
  /// Another program holds the file.
  case locked
  /// The disk is full.
  case diskFull
  /// The database says it is damaged: what it found.
  case damaged(reason: String)
  /// Another program changed the file since it was read; load again.
  case changedOutside
  /// The record is not there (any more).
  case recordMissing(table: String, id: Int64)
  /// The session was closed.
  case closed
  /// A load was cancelled: its page is gone or asks for something else.
  case cancelled
  /// The file asks for more work than its size explains.
  case tooMuchWork
  /// What has the name of one of the tables is none: a view, a table of a module, one whose columns are
  /// computed.
  case notAPlainTable(String)
  /// A query failed: what the database says.
  case queryFailed(reason: String)
}

extension LedgerError: CustomStringConvertible {
  /// A sentence: what, and what to do.
  public var description: String {
    switch self {
    case .missing: "There is no such file."
    case .noPermission: "You may not read this file; ask its owner, or copy it to a place of your own."
    case .notAFile: "This is a folder, or something else that is no file; choose a .mmb file."
    case .empty: "The file is empty: what it held is gone. Restore a backup."
    case .notReadable: "The system failed to read the file; check the disk, and try again."
    case .notADatabase: "This is not a Money Manager EX file: it is no database, or cut off at its start."
    case .encrypted: "This file is encrypted (or no database); encrypted files cannot be opened yet."
    case .wrongPassword: "The password is wrong, or this is not a database."
    case .notALedger: "This database is not a Money Manager EX file."
    case .newerVersion(let found, let known):
      "The file has version \(found), newer than the \(known) known here; it was left alone. Update Tern."
    case .unreleasedVersion(let found):
      "The file has version \(found), which was never released and cannot be upgraded; it was left alone."
    case .needsUpgrade(let found):
      "The file has the older version \(found): look at it read-only, or upgrade it after a backup."
    case .upgradeFailed(let step, let reason):
      "Upgrading to version \(step) failed and was undone: \(reason). The backup holds the file as it was."
    case .backupFailed(let reason): "No backup could be made, so nothing was changed: \(reason)."
    case .unknownCurrency(let code):
      "There is no currency “\(code)”; currencies are named by their code, such as EUR. Nothing was written."
    case .alreadyExists: "There is a file of that name already; nothing was written."
    case .readOnly: "The file or its folder may not be written; it can be read."
    case .locked: "Another program is using the file; close it there or try again."
    case .diskFull: "The disk is full; the change was not made."
    case .damaged(let reason): "The file is damaged: \(reason). Restore a backup, or export what can be read."
    case .changedOutside: "Another program changed the file; it has to be loaded again first."
    case .recordMissing: "This record is not in the file any more."
    case .closed: "The file was closed."
    case .cancelled: "Loading was stopped."
    case .tooMuchWork:
      "The file makes the database work far longer than its size explains, so this was stopped and nothing "
        + "was changed. Do not trust where it came from."
    case .notAPlainTable(let name):
      "\(name) is no plain table in this file but something that computes its rows, as Money Manager EX "
        + "never makes it; the file was left alone. Do not trust where it came from."
    case .queryFailed(let reason): "The file could not be read as expected: \(reason)."
    }
  }
}
