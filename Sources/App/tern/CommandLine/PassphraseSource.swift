import Cryptography
import Glibc
import Text

/// Where passphrases come from: typed on the terminal without echo, or lines of standard input on the
/// person's explicit wish. Never arguments or the environment, which others can see.
struct PassphraseSource: Sendable {
  /// Longest passphrase, in bytes of UTF-8.
  static let bytesMax = 1_024
  /// A new passphrase has at least this many characters.
  static let charactersMin = 8
  /// How often a wrong one may be corrected on a terminal.
  static let attempts = 3

  /// Whether lines of standard input are read instead of asking.
  let readsStandardInput: Bool
  /// The end of the process, when it is asked for while somebody types.
  let termination: TerminationSignal

  /// Calls `open` with the passphrase that was given; on a terminal up to three times while it throws a wrong
  /// passphrase.
  func current<Value>(
    _ question: String, isWrong: (any Error) -> Bool, _ open: (SecretBytes) throws -> Value
  ) throws -> Value {
    for _ in 1..<(readsStandardInput ? 1 : Self.attempts) {
      do {
        return try open(try ask(question))
      } catch {
        guard isWrong(error) else { throw error }
        Console.say("That is not the passphrase.")
      }
    }
    return try open(try ask(question))
  }

  /// A new passphrase, on a terminal typed twice.
  func new() throws(PassphraseProblem) -> SecretBytes {
    let first = try ask("New passphrase: ")
    let characters = first.withBytes { String(decoding: $0, as: UTF8.self).count }
    guard characters >= Self.charactersMin else { throw .tooShort }
    guard !readsStandardInput else { return first }
    guard try ask("The same again: ") == first else { throw .different }
    return first
  }

  private func ask(_ question: String) throws(PassphraseProblem) -> SecretBytes {
    var line = readsStandardInput ? try standardInputLine() : try TerminalLine.ask(question, termination)
    defer { explicit_bzero(&line, line.count) }
    guard !line.isEmpty else { throw .empty }
    // Plain ASCII stays out of strings, which nobody can wipe; other letters have to be one form whatever
    // keyboard typed them.
    if line.allSatisfy({ $0 < 0x80 }) { return SecretBytes(line) }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notText }
    return SecretBytes(Array(Text.nfc(text).utf8))
  }

  private func standardInputLine() throws(PassphraseProblem) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 0 else { throw .standardInputIsATerminal }
    var line: [UInt8] = []
    line.reserveCapacity(Self.bytesMax)
    while true {
      var byte: UInt8 = 0
      // One at a time: what follows the line is not ours to take.
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      if byte == UInt8(ascii: "\n") { return line }
      guard line.count < Self.bytesMax else { throw .tooLong }
      line.append(byte)
    }
    guard !line.isEmpty else { throw .noLine }
    return line
  }
}

/// Why there is no passphrase, in words.
enum PassphraseProblem: Error, Equatable, CustomStringConvertible {
  case empty
  case tooShort
  case tooLong
  case notText
  case different
  case noTerminal
  case noLine
  case standardInputIsATerminal
  case givenUp

  var description: String {
    switch self {
    case .empty: "No passphrase was given. Nothing was changed."
    case .tooShort:
      "A passphrase needs \(PassphraseSource.charactersMin) characters or more; several words are best. "
        + "Nothing was changed."
    case .tooLong: "The passphrase is longer than \(PassphraseSource.bytesMax) bytes. Nothing was changed."
    case .notText: "The passphrase is not UTF-8 text. Nothing was changed."
    case .different: "The two were not the same. Nothing was changed."
    case .noTerminal:
      "The key file is sealed by a passphrase, and there is no terminal to ask for it. "
        + "With --passphrase-stdin it is read from standard input."
    case .noLine: "Standard input ended before the passphrase."
    case .standardInputIsATerminal:
      "--passphrase-stdin reads from a pipe or a file. Leave it out to be asked on the terminal."
    case .givenUp: "Nothing was changed."
    }
  }
}
