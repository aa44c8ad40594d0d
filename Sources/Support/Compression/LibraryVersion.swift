import CZlib

/// The C library that this module calls.
public enum CompressionLibrary {
  /// What others call it.
  public static let name = "zlib"
  /// The version that runs, such as `1.2.13`.
  public static var version: String { zlibVersion().map { String(cString: $0) } ?? "" }
  /// The version this program was built with.
  public static let versionBuiltWith = ZLIB_VERSION
}
