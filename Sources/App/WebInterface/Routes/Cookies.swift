import Networking

/// The two cookies of a profile. They are named after it, since cookies know no ports and several profiles
/// may run on one machine.
struct Cookies: Sendable {
  /// The session's name.
  let sessionName: String
  /// The theme's name.
  let themeName: String

  init(profile: String) {
    let name = profile.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        String(Unicode.Scalar(byte))
      default: "_" + String(byte, radix: 16)
      }
    }.joined()
    sessionName = "tern-" + name
    themeName = "tern-look-" + name
  }

  /// The session's cookie; nil where it is absent or comes twice.
  func session(of request: HTTPRequest) -> String? {
    value(sessionName, in: request)
  }

  /// The theme that was chosen.
  func theme(of request: HTTPRequest) -> Theme {
    value(themeName, in: request).flatMap(Theme.init(rawValue:)) ?? .system
  }

  /// Sets the session's cookie for as long as the session lasts.
  func setSession(_ cookie: String) -> HTTPHeader {
    let seconds = Sessions.lifetime.components.seconds
    return HTTPHeader(
      "set-cookie", "\(sessionName)=\(cookie); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict")
  }

  /// Sets the theme's cookie for a year.
  func setTheme(_ theme: Theme) -> HTTPHeader {
    HTTPHeader(
      "set-cookie", "\(themeName)=\(theme.rawValue); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
  }

  private func value(_ name: String, in request: HTTPRequest) -> String? {
    let values = request.headerValues("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      let isNamed = parts.count == 2 && parts[0].drop { $0 == " " } == name
      return isNamed ? String(parts[1]) : nil
    }
    return values.count == 1 ? values.first : nil
  }
}
