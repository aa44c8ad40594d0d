import Networking

/// Headers of every answer, errors included.
public enum SecurityHeaders {
  /// The content security policy.
  public static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
    "media-src 'self' blob:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'",
    "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// What pages may use of the machine: nothing.
  static let permissions = HTTPHeader(
    "permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")

  /// The same for the one page that has a use for a camera: our own page may ask for it, nothing within it.
  static let permissionsWithCamera = HTTPHeader(
    "permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")

  /// All of them. Also for the answers that the server gives by itself.
  public static let all: [HTTPHeader] = [
    HTTPHeader("content-security-policy", contentSecurityPolicy),
    HTTPHeader("x-content-type-options", "nosniff"),
    HTTPHeader("referrer-policy", "no-referrer"),
    HTTPHeader("cross-origin-opener-policy", "same-origin"),
    HTTPHeader("cross-origin-resource-policy", "same-origin"),
    permissions,
    HTTPHeader("x-frame-options", "DENY"),
  ]
}
