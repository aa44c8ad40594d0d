import CSQLite

extension Connection {
  /// Throws `corrupt` for a file that is shorter than its header says. One that may have a log can rightly
  /// be: the log has the rest. `isOurs` is a file of ours without a log.
  func checkSize(isOurs: Bool = false) throws(StorageError) {
    let size = fileSizeBytes
    // Not known is not short: a good file must not be set aside for it.
    guard size >= 0 else {
      throw .inputOutput(
        SQLFailure(code: SQLITE_IOERR, extendedCode: SQLITE_IOERR, message: "the size cannot be told"))
    }
    let header = try bytes(at: 0, count: 100)
    guard header.count == 100 else { throw .notADatabase(path: path) }
    func number(_ at: Int) -> Int64 { header[at..<at + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) } }
    let stored = Int64(header[16]) << 8 | Int64(header[17])
    let pageSize = stored == 1 ? 65_536 : stored
    // The page count holds only where the two change counters agree, but for old programs they always do.
    let needed = isOurs || number(24) == number(92) ? number(28) * pageSize : pageSize
    guard pageSize >= 512, size >= pageSize, size >= needed || (header[18] == 2 && !isOurs) else {
      throw .corrupt(
        SQLFailure(
          code: SQLITE_CORRUPT, extendedCode: SQLITE_CORRUPT,
          message: "cut off: \(size) bytes are left of \(needed)"))
    }
  }
}
