import Bytes
import Cryptography
import Timebase

/// Who may see pages: launch codes, and the sessions they were exchanged for.
///
/// A launch code opens one session and is spent. A session is known by a cookie and has a token of its own
/// for everything that changes state. Secrets are 32 random bytes and are compared in constant time.
struct Sessions: Sendable {
  /// One browser.
  struct Session: Sendable, Equatable {
    /// What the cookie carries.
    var cookie: String
    /// What forms and the WebSocket's first frame carry.
    var requestToken: String
    /// When it ends.
    var end: Instant
  }

  /// How long a session lasts.
  static let lifetime: Duration = .seconds(12 * 3_600)
  /// How long a launch code waits.
  static let codeLifetime: Duration = .seconds(12 * 3_600)
  /// At most so many sessions; a new one ends the oldest.
  static let sessionsMax = 16
  /// At most so many launch codes wait; a new one spends the oldest.
  static let codesMax = 16

  private var sessions: [Session] = []
  private var codes: [(code: String, end: Instant)] = []

  /// A new launch code, 64 hexadecimal digits.
  mutating func makeCode(now: Instant, using generator: inout some RandomNumberGenerator) -> String {
    let code = Self.secret(using: &generator)
    codes = Array(codes.suffix(Self.codesMax - 1)) + [(code, now + Self.codeLifetime)]
    return code
  }

  /// Spends a launch code; nil where it is not one that waits.
  mutating func exchange(
    code: String, now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Session? {
    codes.removeAll { $0.end <= now }
    // Every code is compared, so that the time does not tell which one was near.
    let matches = codes.indices.filter { isSame(codes[$0].code, code) }
    guard let match = matches.first else { return nil }
    codes.remove(at: match)
    let session = Session(
      cookie: Self.secret(using: &generator), requestToken: Self.secret(using: &generator),
      end: now + Self.lifetime)
    sessions = Array(sessions.suffix(Self.sessionsMax - 1)) + [session]
    return session
  }

  /// The session of a cookie, while it lasts.
  func session(cookie: String?, now: Instant) -> Session? {
    guard let cookie else { return nil }
    return sessions.filter { isSame($0.cookie, cookie) && now < $0.end }.first
  }

  private static func secret(using generator: inout some RandomNumberGenerator) -> String {
    (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimal
  }
}

/// Whether two secrets are the same, in a time that depends on their lengths only.
func isSame(_ left: String, _ right: String) -> Bool {
  constantTimeEquals(Array(left.utf8), Array(right.utf8))
}
