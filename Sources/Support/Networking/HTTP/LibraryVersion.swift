import CWebSockets

/// The C library that speaks HTTP for this module.
public enum NetworkingLibrary {
  /// What others call it.
  public static let name = "libwebsockets"
  /// The version that runs, such as `4.1.6`; what the distribution added to it is left out.
  public static var version: String {
    let text = lws_get_library_version().map { String(cString: $0) } ?? ""
    return String(text.prefix { $0 != "-" })
  }
  /// The version this program was built with.
  public static let versionBuiltWith =
    "\(LWS_LIBRARY_VERSION_MAJOR).\(LWS_LIBRARY_VERSION_MINOR).\(LWS_LIBRARY_VERSION_PATCH)"
}
