import Glibc

/// One line typed on the process's terminal that is not shown.
enum TerminalLine {
  /// The bytes typed after `question`, without the line's end. Backspace, Ctrl+U, Ctrl+C and Ctrl+D work as
  /// usual; the terminal is put back as it was, also when the process is asked to end meanwhile.
  static func ask(
    _ question: String, _ termination: TerminationSignal
  ) throws(PassphraseProblem) -> [UInt8] {
    // Not standard input, which may be something else while there is a terminal.
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { throw .noTerminal }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { throw .noTerminal }
    var silent = before
    // Byte by byte, and signals as bytes: a Ctrl+C must not leave the terminal silent.
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    silent.c_iflag |= tcflag_t(ICRNL)
    guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw .noTerminal }
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    show(question, on: terminal)
    defer { show("\n", on: terminal) }
    return try line(from: terminal, termination)
  }

  private static func line(
    from terminal: Int32, _ termination: TerminationSignal
  ) throws(PassphraseProblem) -> [UInt8] {
    var line: [UInt8] = []
    // Room at once: an array that grows leaves copies behind.
    line.reserveCapacity(PassphraseSource.bytesMax)
    while true {
      var waiting = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: termination.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waiting, 2, -1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, waiting[1].revents == 0 else { throw .givenUp }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1 else { throw .givenUp }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
      case control("C"): throw .givenUp
      case control("D") where line.isEmpty: throw .givenUp
      case control("D"): return line
      case control("U"): line.removeAll(keepingCapacity: true)
      case control("H"), 0x7F: removeLastCharacter(&line)
      default:
        guard line.count < PassphraseSource.bytesMax else { throw .tooLong }
        line.append(byte)
      }
    }
  }

  private static func removeLastCharacter(_ line: inout [UInt8]) {
    // The bytes that follow the first one of a UTF-8 character are 10xxxxxx.
    while let last = line.popLast(), last & 0xC0 == 0x80 {}
  }

  private static func control(_ letter: Unicode.Scalar) -> UInt8 {
    UInt8(truncatingIfNeeded: letter.value & 0x1F)
  }

  private static func show(_ text: String, on terminal: Int32) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}
