import Storage

/// Why the store of conversations cannot do what was asked. Nothing was written then.
public enum ConversationStoreError: Error, Sendable, Equatable {
  /// The file was written under another store key. It has not been changed.
  case wrongKey(path: String)
  /// A row opened with the right key and does not hold what this version writes; `table` names where. Only
  /// where it could not be taken out.
  case damagedRow(table: String)
  /// A message id of no bytes or more than 255, or a text longer than a row can hold.
  case doesNotFit
  /// Rows are damaged, and the file could not be kept as it is, so they were left where they are.
  case cannotKeep(StorageError)
  /// The database below failed.
  case storage(StorageError)
}

/// What `openOrSetAside` moved out of the way, and where it is now.
public enum KeptFile: Sendable, Equatable {
  /// A damaged file, or one that is no database; a new one was begun.
  case damaged(path: String)
  /// A file that had lost all its bytes; a new one was begun.
  case empty(path: String)
  /// A write-ahead log that does not belong to the file; the file is in use, without it.
  case log(path: String)
  /// A copy of a write-ahead log that is damaged in the middle: what stands in it behind that is missing.
  case endOfLog(path: String)
}

extension ConversationStoreError {
  /// Whether one row is to blame, and the rest can be used without it.
  var isDamagedRow: Bool {
    switch self {
    case .damagedRow, .storage(.sealBroken), .storage(.column): true
    case .wrongKey, .doesNotFit, .cannotKeep, .storage: false
    }
  }

  /// Whether only the search index is damaged, which can be made anew from the messages.
  var isDamagedIndex: Bool {
    guard case .storage(.corrupt(let failure)) = self else { return false }
    return failure.extendedCode == SQLFailure.damagedVirtualTable
  }

  /// Whether the file can never be used as it is, and may go aside for a new one.
  var mayBeSetAside: Bool {
    switch self {
    case .storage(.corrupt), .storage(.notADatabase), .storage(.empty): true
    case .wrongKey, .damagedRow, .doesNotFit, .cannotKeep, .storage: false
    }
  }
}

extension ConversationStoreError: CustomStringConvertible {
  /// One or two sentences for a person: what happened, what was kept, what to do. Without private contents.
  public var description: String {
    switch self {
    case .wrongKey(let path):
      "The conversations in \(path) belong to another key file. They have not been changed; "
        + "put the key file back that was used with them, or move them away."
    case .damagedRow(let table): "A stored entry (\(table)) is damaged and cannot be shown."
    case .doesNotFit: "The message is too long to be stored."
    case .cannotKeep(let error):
      "Some of the message history is damaged. It is passed over as soon as a copy of the file could be "
        + "made, which failed. \(error)"
    case .storage(let error): error.description
    }
  }
}

/// Runs `body` and turns the errors of the database into ours.
func translated<Value>(_ body: () async throws -> Value) async throws(ConversationStoreError) -> Value {
  do {
    return try await body()
  } catch let error as ConversationStoreError {
    throw error
  } catch let error as StorageError {
    throw .storage(error)
  } catch {
    // Bodies throw nothing else; a new kind of error is reported as a lost transaction until it is named.
    throw .storage(.transactionLost)
  }
}
