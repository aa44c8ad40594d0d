import CSodium

/// The C library that this module calls.
public enum CryptographyLibrary {
  /// What others call it.
  public static let name = "libsodium"
  /// The version that runs, such as `1.0.18`.
  public static var version: String { String(cString: sodium_version_string()) }
  /// The version this program was built with.
  public static let versionBuiltWith = SODIUM_VERSION_STRING
}
