import Bytes
import Cryptography
import Text
import Timebase

/// What a person shows, as a picture or as text, so that another can be sure of their keys (chat-app 12,
/// mesh-features 10.1).
///
/// Text: `bitchat://verify?v=1&noise=…&sign=…&nick=…&ts=…&nonce=…&sig=…[&npub=…]`. It is signed by the key
/// within it and holds for 300 s before and after it was made.
public struct VerificationCode: Sendable, Hashable {
  /// How far the clocks may differ, and how old a code may be.
  public static let ageSecondsMax: Int64 = 300
  /// How long one's own code is shown again before it is made anew.
  public static let reuseSeconds: Int64 = 60
  /// Longest text that is looked at.
  public static let textBytesMax = 4_096
  /// Length of the nonce in bytes.
  public static let nonceBytes = 16

  /// Of the format; 1 in codes made here.
  public var version: Int
  /// Noise static public key, 32 bytes.
  public var noiseKey: [UInt8]
  /// Ed25519 public key, 32 bytes.
  public var signingKey: [UInt8]
  /// The name of the person, not made safe for display.
  public var nickname: String
  /// The Nostr address as given, not checked.
  public var npub: String?
  /// When it was made, in seconds since 1970, by the maker's clock.
  public var madeAtSeconds: Int64
  /// As in the text: base64 of 16 random bytes.
  public var nonce: String
  /// The signature of `signedBytes`, 64 bytes; empty before it is signed.
  public var signature: [UInt8]

  /// A code to be signed. `nonce` are 16 random bytes.
  public init(
    noiseKey: [UInt8], signingKey: [UInt8], nickname: String, npub: String?, madeAt: Timestamp,
    nonce: [UInt8]
  ) {
    version = 1
    self.noiseKey = noiseKey
    self.signingKey = signingKey
    self.nickname = nickname
    self.npub = npub
    madeAtSeconds = Int64(madeAt.milliseconds / 1_000)
    self.nonce = nonce.base64URL
    signature = []
  }

  /// The code with the signature of the key whose public half it shows.
  public func signed(by key: Ed25519.PrivateKey) -> VerificationCode {
    var code = self
    code.signature = key.signature(for: signedBytes)
    return code
  }

  /// Whether it can be shown again as our own, under these names: it is not 60 s old.
  public func isReusable(nickname: String, npub: String?, now: Timestamp) -> Bool {
    let age = Int64(clamping: now.milliseconds / 1_000).subtractingReportingOverflow(madeAtSeconds)
    return nickname == self.nickname && npub == self.npub && !age.overflow
      && (0..<Self.reuseSeconds).contains(age.partialValue)
  }

  /// What is signed: every field with its length before it, cut at 255 bytes.
  public var signedBytes: [UInt8] {
    let fields = [
      "bitchat-verify-v1", "\(version)", noiseKey.hexadecimal, signingKey.hexadecimal, npub ?? "", nickname,
      "\(madeAtSeconds)", nonce,
    ]
    return fields.flatMap { field in
      let bytes = field.utf8.prefix(255)
      return [UInt8(bytes.count)] + bytes
    }
  }

  /// The code as text.
  public var text: String {
    let items = [
      ("v", "\(version)"), ("noise", noiseKey.hexadecimal), ("sign", signingKey.hexadecimal),
      ("nick", nickname), ("ts", "\(madeAtSeconds)"), ("nonce", nonce), ("sig", signature.hexadecimal),
    ]
    let query = (items + (npub.map { [("npub", $0)] } ?? [])).map { $0 + "=" + PercentCoding.encoded($1) }
    return Self.head + query.joined(separator: "&")
  }

  /// Until when it is accepted where the clock is right.
  public var expiresAt: Timestamp {
    let seconds = UInt64(clamping: madeAtSeconds) + UInt64(Self.ageSecondsMax)
    let milliseconds = seconds.multipliedReportingOverflow(by: 1_000)
    return Timestamp(milliseconds: milliseconds.overflow ? .max : milliseconds.partialValue)
  }

  /// Whether a text begins as a code does, whatever follows.
  public static func isBegun(_ written: String) -> Bool { Text.trimmed(written).hasPrefix(head) }

  /// Reads a code that was scanned or pasted, and checks its time and its signature.
  public init(_ written: String, now: Timestamp) throws(VerificationCodeError) {
    try self.init(parsing: written)
    let age = Int64(clamping: now.milliseconds / 1_000).subtractingReportingOverflow(madeAtSeconds)
    guard !age.overflow, abs(age.partialValue) <= Self.ageSecondsMax else {
      throw madeAtSeconds > Int64(clamping: now.milliseconds / 1_000) ? .fromTheFuture : .expired
    }
    let key = try? Ed25519.PublicKey(rawBytes: signingKey)
    guard key?.isValid(signature: signature, for: signedBytes) == true else { throw .badSignature }
  }

  private init(parsing written: String) throws(VerificationCodeError) {
    guard written.utf8.count <= Self.textBytesMax else { throw .notACode }
    let trimmed = Text.trimmed(written)
    guard trimmed.hasPrefix(Self.head) else { throw .notACode }
    var items: [String: String] = [:]
    let query = trimmed.dropFirst(Self.head.count).prefix { $0 != "#" }
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = PercentCoding.decoded(parts[1]) else { continue }
      let name = String(parts[0])
      if items[name] == nil { items[name] = value }
    }
    func item(_ name: String) throws(VerificationCodeError) -> String {
      guard let value = items[name] else { throw .incomplete(missing: name) }
      return value
    }
    guard let version = Int(try item("v")) else { throw .unreadable(item: "v") }
    self.version = version
    noiseKey = try Self.bytes(try item("noise"), count: 32, of: "noise")
    signingKey = try Self.bytes(try item("sign"), count: Ed25519.keyBytes, of: "sign")
    nickname = try item("nick")
    guard let seconds = Int64(try item("ts")) else { throw .unreadable(item: "ts") }
    madeAtSeconds = seconds
    nonce = try item("nonce")
    signature = try Self.bytes(try item("sig"), count: Ed25519.signatureBytes, of: "sig")
    npub = items["npub"]
  }

  private static func bytes(
    _ text: String, count: Int, of item: String
  ) throws(VerificationCodeError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text), bytes.count == count else {
      throw .unreadable(item: item)
    }
    return bytes
  }

  private static let head = "bitchat://verify?"
}

/// Why a code is not accepted, in words for the person who scanned or pasted it.
public enum VerificationCodeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It is something else.
  case notACode
  /// A part is missing.
  case incomplete(missing: String)
  /// A part cannot be read.
  case unreadable(item: String)
  /// It was made too long ago.
  case expired
  /// It was made later than now.
  case fromTheFuture
  /// Somebody changed it.
  case badSignature

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .notACode: "This is no verification code. It begins with bitchat://verify. Nothing was changed."
    case .incomplete(let item): "The code is not complete: “\(item)” is missing. Copy all of it."
    case .unreadable(let item): "The code cannot be read: “\(item)” is damaged. Copy it again."
    case .expired: "The code is more than five minutes old. Let the other person show a new one."
    case .fromTheFuture:
      "The code comes from the future: one of the two clocks is wrong by more than five minutes."
    case .badSignature: "The code was changed on its way: its signature does not fit. Nothing was verified."
    }
  }
}
