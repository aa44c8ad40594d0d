import Glibc

/// Reads a text from standard input where a command was given `-`: arguments can be seen by every user of the
/// machine while the command runs.
enum StandardInput {
  /// Longest input, in bytes; no message is longer.
  static let bytesMax = 65_536

  /// The text itself, or what stands on standard input for `-`, without a last line feed.
  static func text(_ given: String) throws(UsageProblem) -> String {
    guard given == "-" else { return given }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= bytesMax {
      let count = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    guard bytes.count <= bytesMax else {
      throw UsageProblem(description: "The text on standard input is too long to be a message.")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageProblem(description: "The text on standard input is not UTF-8.")
    }
    return text
  }
}
