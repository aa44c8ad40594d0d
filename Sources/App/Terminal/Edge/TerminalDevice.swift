import Dispatch
import Glibc

/// The terminal of this process: raw mode, the alternate screen, and everything back as it was.
///
/// Made once a process, by `TerminalChat`. `leave` may be called any number of times; when the process
/// crashes a signal handler does the same.
struct TerminalDevice: Sendable {
  /// What makes the terminal ours: the other screen, no automatic line break at the edge, pastes marked,
  /// focus reported, cursor hidden.
  static let enterSequence = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?25l"
  /// What gives it back.
  static let leaveSequence = "\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  // archreview:ignore AR-17 a terminal that is stuck blocks its writer; that must be no thread of the pool
  private let writing = DispatchQueue(label: "terminal writing")

  /// Whether both ends are a terminal that can move its cursor, in words if not.
  static func problem(_ environment: [String: String]) -> String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return "tern chat needs a terminal. In scripts use: tern send, tern msg, tern history."
    }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb" else {
      return "The terminal (TERM=\(name)) cannot move its cursor. Use: tern send, tern msg, tern history."
    }
    return nil
  }

  /// Whether colours are wanted and there are 256 of them.
  static func hasColours(_ environment: [String: String]) -> Bool {
    guard (environment["NO_COLOR"] ?? "").isEmpty else { return false }
    let name = environment["TERM"] ?? ""
    if name.contains("256color") || !(environment["COLORTERM"] ?? "").isEmpty { return true }
    return ["kitty", "alacritty", "foot", "wezterm", "ghostty"].contains { name.contains($0) }
  }

  /// The size now; 80×24 where the terminal does not say.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Takes the terminal.
  func enter() async {
    TerminalRescue.begin()
    await write(Array(Self.enterSequence.utf8))
  }

  /// Gives it back, once everything that was drawn is out.
  func leave() async {
    await write([])
    TerminalRescue.end()
  }

  /// Writes everything, without blocking anybody but the caller. Bytes a stuck terminal does not take within
  /// a second are given up once the process is asked to end.
  func write(_ bytes: [UInt8]) async {
    await withCheckedContinuation { continuation in
      writing.async {
        Self.writeAll(bytes)
        continuation.resume()
      }
    }
  }

  private static func writeAll(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      var wish = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&wish, 1, 1_000)
      if ready == 0 || (ready < 0 && errno == EINTR) {
        if TerminalSignals.isEnding { return }
        continue
      }
      let end = min(done + 512, bytes.count)
      let count = bytes[done..<end].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      done += count
    }
  }
}
