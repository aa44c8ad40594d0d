import Glibc
import Storage
import StrictJSON

/// Results of any length, gathered and written in large pieces, to standard output or to a new file.
final class ResultWriter {
  /// The new file, until it has its name; nil for standard output.
  private var file: NewFile?
  /// Its name; nil for standard output.
  private let path: String?
  private var bytes: [UInt8] = []
  private static let pieceBytes = 65_536

  /// Writes to standard output.
  init() {
    file = nil
    path = nil
  }

  /// Writes to a new file, which has its name when all of it is written; never overwrites one.
  init(newFile path: String) throws(CommandRefusal) {
    self.path = path
    do {
      file = try NewFile(for: path)
    } catch {
      throw Self.refusal(path, error)
    }
  }

  /// Adds a line.
  func line(_ text: some StringProtocol) throws(CommandRefusal) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Adds text as it is.
  func text(_ text: some StringProtocol) throws(CommandRefusal) {
    bytes += text.utf8
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Adds a value as JSON, after `before`.
  func json(_ value: JSONValue, after before: StaticString = "") throws(CommandRefusal) {
    bytes += UnsafeBufferPointer(start: before.utf8Start, count: before.utf8CodeUnitCount)
    value.appendSerialized(to: &bytes)
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Writes what is left. A file is whole and on the disk after this.
  func finish() throws(CommandRefusal) {
    try flush()
    guard let path, let whole = file.take() else { return }
    do {
      try whole.publish()
    } catch {
      throw Self.refusal(path, error)
    }
  }

  /// Drops what was not written yet, and a file that is not whole.
  func discard() {
    bytes = []
    file = nil
  }

  private func flush() throws(CommandRefusal) {
    defer { bytes.removeAll(keepingCapacity: true) }
    if let path {
      do {
        try file?.write(bytes)
      } catch {
        throw Self.refusal(path, error)
      }
      return
    }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        throw CommandRefusal("Writing to standard output failed: \(reason). The result is not complete.")
      }
      done += count
    }
  }

  private static func refusal(_ path: String, _ error: StorageError) -> CommandRefusal {
    var reason = error.description
    if case .cannotOpen(_, let code) = error {
      reason = code == EEXIST ? "there is a file of that name already" : String(cString: strerror(code))
    } else if case .full(let failure) = error {
      reason = failure.message
    } else if case .inputOutput(let failure) = error {
      reason = failure.message
    }
    return CommandRefusal("\(path) cannot be written: \(reason). Nothing was written.")
  }
}
