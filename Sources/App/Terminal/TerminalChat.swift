import Timebase

/// Runs the full-screen client on this process's terminal until the person leaves.
public enum TerminalChat {
  /// Why it cannot run, in words.
  public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// One or two sentences.
    public let description: String
  }

  /// Says why this process has no terminal to run on; `nil` when it has.
  public static func problem(_ environment: [String: String]) -> Problem? {
    TerminalDevice.problem(environment).map { Problem(description: $0) }
  }

  /// Gives the terminal back at once where it was taken, since the process is about to become another.
  public static func giveBack() {
    TerminalRescue.end()
  }

  /// Takes the terminal, runs, gives it back. SIGTERM, SIGHUP and a closed terminal end it like `/quit`.
  ///
  /// Call it once at a time. What was sent before the end has been committed when it returns.
  public static func run(
    _ port: ChatPort, environment: [String: String], now: @escaping @Sendable () -> Timestamp
  ) async throws(Problem) {
    if let problem = problem(environment) { throw problem }
    guard let signals = TerminalSignals() else {
      throw Problem(description: "The system lets this process open no more files (ulimit -n).")
    }
    let device = TerminalDevice()
    let inbox = TerminalInbox()
    inbox.start(signals)
    await device.enter()
    var session = ChatSession(
      device: device, signals: signals, inbox: inbox, port: port, now: now,
      colours: TerminalDevice.hasColours(environment))
    await session.run()
    inbox.stop(signals)
    await device.leave()
    signals.end()
  }
}
