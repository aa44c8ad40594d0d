/// The hash behind content keys (chat-app 7.3) and the colours of people (10.4); no proof of anything.
public enum DJB2 {
  /// 64 bits over the UTF-8 bytes: start 5381, then h · 33 + byte, wrapping.
  public static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(5_381) { $0 &* 33 &+ UInt64($1) }
  }
}
