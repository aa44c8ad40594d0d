import Glibc

/// What SQLite said when a call failed. Never holds bound values, only the statement's text.
public struct SQLFailure: Sendable, Equatable {
  /// SQLite's primary result code (1…101).
  public var code: Int32
  /// The extended result code; its low byte is `code`.
  public var extendedCode: Int32
  /// SQLite's message, in English.
  public var message: String
  /// The statement's text with its placeholders; `nil` when no statement was involved.
  public var statement: String?

  /// The extended code of damage within a virtual table, such as a full-text index (SQLITE_CORRUPT_VTAB).
  public static let damagedVirtualTable: Int32 = 267

  /// Joins the parts of a failure.
  public init(code: Int32, extendedCode: Int32, message: String, statement: String? = nil) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.statement = statement
  }
}

/// Everything that can go wrong in a store. Each case is one that a caller can act on.
public enum StorageError: Error, Sendable, Equatable {
  /// The file, or the folder it stands in, cannot be created or opened; `systemError` is an `errno`, 0 if
  /// unknown.
  case cannotOpen(path: String, systemError: Int32)
  /// Something that is no plain file has the name of the file or of its log: a folder, a link, a pipe.
  case notAPlainFile(path: String)
  /// The file has no bytes, and did not come about by a creation that was interrupted: what it held is gone.
  case empty(path: String)
  /// The file does not begin as a database does.
  case notADatabase(path: String)
  /// The file is a database of another program: it is left as it is.
  case notOurs(path: String, applicationID: Int32)
  /// The file was written by a newer version of the program: it is left as it is.
  case schemaTooNew(found: Int, known: Int)
  /// The file's contents contradict themselves.
  case corrupt(SQLFailure)
  /// Another process held the file for longer than the busy time-out. Nothing was written.
  case busy(SQLFailure)
  /// The disk is full. The transaction was rolled back.
  case full(SQLFailure)
  /// The file or the connection can only be read.
  case readOnly(SQLFailure)
  /// The system failed to read or write. The transaction was rolled back.
  case inputOutput(SQLFailure)
  /// A row broke a rule of its table.
  case constraint(SQLFailure)
  /// SQLite was out of memory.
  case outOfMemory(SQLFailure)
  /// A foreign file asked for more steps than its size explains, see `ForeignOptions.stepsBase`. The
  /// statement was ended.
  case tooMuchWork(SQLFailure)
  /// Any other failure of a statement.
  case sql(SQLFailure)
  /// A column does not hold what was asked of it. `column` counts from 0.
  case column(Int, expected: ColumnType, found: ColumnType)
  /// A statement has more or fewer placeholders than values were given.
  case parameterCount(statement: String, expected: Int, given: Int)
  /// SQLite gave the transaction up by itself, and the closure hid the error that told so. Nothing was
  /// written.
  case transactionLost
  /// The database was closed.
  case closed
  /// Sealed bytes do not open: another key, another row, or changed bytes.
  case sealBroken(context: String)
  /// A damaged file could not be moved aside; `systemError` is an `errno`. It still stands where it stood.
  case cannotSetAside(path: String, systemError: Int32)
}

/// The storage classes of SQLite.
public enum ColumnType: String, Sendable, Equatable {
  /// No value.
  case null
  /// A signed 64-bit integer.
  case integer
  /// A binary64 number.
  case real
  /// UTF-8 text.
  case text
  /// Bytes.
  case blob
}

extension StorageError: CustomStringConvertible {
  /// One or two sentences for a person: what happened, what was kept, what to do. Without private contents.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let systemError):
      "The data file \(path) cannot be opened (\(Self.words(systemError))). It has not been changed; "
        + "check that it and its folder exist and are yours."
    case .notAPlainFile(let path):
      "\(path) is not a plain file (a folder, a link or a pipe has that name). "
        + "It has not been touched; move it away and start again."
    case .empty(let path): "The data file \(path) is empty: what it held is gone. It has not been changed."
    case .notADatabase(let path):
      "The file \(path) is not a database. It has not been changed."
    case .notOurs(let path, let applicationID):
      "The file \(path) is a database of another program (application id \(applicationID)). "
        + "It has not been changed."
    case .schemaTooNew(let found, let known):
      "The data were written by a newer version (format \(found), this version knows \(known)). "
        + "They have not been changed; start the newer version."
    case .corrupt: "The data file is damaged."
    case .busy: "Another program holds the data file. Nothing was written; try again."
    case .full: "The disk is full. The last change was not written; make room and try again."
    case .readOnly: "The data file can only be read. Nothing was written."
    case .inputOutput: "The disk failed to read or write. The last change was not written."
    case .constraint(let failure): "The data refused a row: \(failure.message)."
    case .outOfMemory: "There was not enough memory. The last change was not written."
    case .tooMuchWork:
      "The data file asks for more work than its size explains. The work was ended; nothing was written."
    case .sql(let failure):
      "The data file refused a statement (\(failure.extendedCode): \(failure.message))."
    case .column(let column, let expected, let found):
      "Column \(column) holds \(found.rawValue) where \(expected.rawValue) was expected."
    case .parameterCount(_, let expected, let given):
      "A statement takes \(expected) values and was given \(given)."
    case .transactionLost: "The change was given up half-way and not written."
    case .closed: "The data file is closed."
    case .sealBroken(let context):
      "Sealed data (\(context)) do not open with this key, or were changed."
    case .cannotSetAside(let path, let systemError):
      "The damaged file \(path) could not be moved aside (system error \(systemError)). "
        + "It has not been changed."
    }
  }

  private static func words(_ systemError: Int32) -> String {
    systemError == 0 ? "the system gives no reason" : String(cString: strerror(systemError))
  }
}
