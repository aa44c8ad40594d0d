import Glibc

/// Results of any length, gathered and written in large pieces, to standard output or to a new file.
final class ResultWriter {
  private let descriptor: Int32
  /// The new file; nil for standard output.
  private let path: String?
  private var bytes: [UInt8] = []
  private static let pieceBytes = 65_536

  /// Writes to standard output.
  init() { (descriptor, path) = (STDOUT_FILENO, nil) }

  /// Writes to a new file; never overwrites one.
  init(newFile path: String) throws(MoneyProblem) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "there is a file of that name already" : String(cString: strerror(errno))
      throw MoneyProblem("\(path) cannot be written: \(reason). Nothing was written.")
    }
  }

  /// Adds a line.
  func line(_ text: some StringProtocol) throws(MoneyProblem) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Adds text as it is.
  func text(_ text: some StringProtocol) throws(MoneyProblem) {
    bytes += text.utf8
    if bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Writes what is left. A file is whole and on the disk after this.
  func finish() throws(MoneyProblem) {
    try flush()
    guard let path else { return }
    guard fsync(descriptor) == 0, close(descriptor) == 0 else { throw refusal(path) }
  }

  /// Drops what was not written yet, and a file that is not whole.
  func discard() {
    bytes = []
    guard let path else { return }
    close(descriptor)
    unlink(path)
  }

  private func flush() throws(MoneyProblem) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw refusal(path ?? "standard output") }
      done += count
    }
    bytes.removeAll(keepingCapacity: true)
  }

  private func refusal(_ name: String) -> MoneyProblem {
    MoneyProblem(
      "Writing to \(name) failed: \(String(cString: strerror(errno))). The result is not complete.")
  }
}
