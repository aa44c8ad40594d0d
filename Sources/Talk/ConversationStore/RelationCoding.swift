import Bytes
import ConversationModel
import Timebase

/// The plaintexts of what the person decided about people, in the layout rules of `RowCoding`.
///
/// Trust: version · fingerprint · signing key? · verified at? · trusted (0, 1) · batch sent at? · count of
/// vouchers (u8) and of each fingerprint · stated at. Block: version · fingerprint · name. Favourite:
/// version · fingerprint · Noise key · npub? · nickname · ours (0, 1) · theirs (0, 1) · updated at. Times are
/// u64.
enum RelationCoding {
  private static let version: UInt8 = 1

  static func encode(_ record: TrustRecord) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(version)
    writer.append(text: record.fingerprint)
    writer.append(flag: record.signingKey != nil)
    if let key = record.signingKey { writer.append(counted: key) }
    writer.append(time: record.verifiedAt)
    writer.append(flag: record.isTrusted)
    writer.append(time: record.batchSentAt)
    let vouchers = record.vouchers.prefix(TrustBook.vouchersMax)
    writer.append(UInt8(clamping: vouchers.count))
    for voucher in vouchers {
      writer.append(text: voucher.fingerprint)
      writer.append(voucher.statedAt.milliseconds)
    }
    return writer.bytes
  }

  /// The record that `encode` wrote, or `nil` for anything else; so for the others below.
  static func trust(_ bytes: [UInt8]) -> TrustRecord? {
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == version, let fingerprint = reader.readText(), let hasKey = reader.readFlag()
    else { return nil }
    var record = TrustRecord(fingerprint: fingerprint)
    if hasKey {
      guard let key = reader.readCounted() else { return nil }
      record.signingKey = Array(key)
    }
    guard let verifiedAt = reader.readTime(), let isTrusted = reader.readFlag(),
      let batchSentAt = reader.readTime(), let count = reader.readUInt8()
    else { return nil }
    (record.verifiedAt, record.isTrusted, record.batchSentAt) = (verifiedAt, isTrusted, batchSentAt)
    for _ in 0..<count {
      guard let voucher = reader.readText(), let statedAt = reader.readUInt64() else { return nil }
      record.vouchers.append(
        TrustRecord.Voucher(fingerprint: voucher, statedAt: Timestamp(milliseconds: statedAt)))
    }
    return reader.isAtEnd ? record : nil
  }

  static func encode(_ record: BlockRecord) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(version)
    writer.append(text: record.fingerprint)
    writer.append(text: record.name)
    return writer.bytes
  }

  static func block(_ bytes: [UInt8]) -> BlockRecord? {
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == version, let fingerprint = reader.readText(), let name = reader.readText(),
      reader.isAtEnd
    else { return nil }
    return BlockRecord(fingerprint: fingerprint, name: name)
  }

  static func encode(_ record: FavouriteRecord) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(version)
    writer.append(text: record.fingerprint)
    writer.append(counted: record.noiseKey)
    writer.append(optional: record.npub)
    writer.append(text: record.nickname)
    writer.append(flag: record.isFavourite)
    writer.append(flag: record.isFavouriteOfTheirs)
    writer.append(record.updatedAt.milliseconds)
    return writer.bytes
  }

  static func favourite(_ bytes: [UInt8]) -> FavouriteRecord? {
    var reader = ByteReader(bytes)
    guard reader.readUInt8() == version, let fingerprint = reader.readText(),
      let noiseKey = reader.readCounted(), let npub = reader.readOptional(), let nickname = reader.readText(),
      let ours = reader.readFlag(), let theirs = reader.readFlag(), let updatedAt = reader.readUInt64(),
      reader.isAtEnd
    else { return nil }
    return FavouriteRecord(
      fingerprint: fingerprint, noiseKey: Array(noiseKey), npub: npub, nickname: nickname, isFavourite: ours,
      isFavouriteOfTheirs: theirs, updatedAt: Timestamp(milliseconds: updatedAt))
  }
}

extension ByteWriter {
  fileprivate mutating func append(flag: Bool) { append(UInt8(flag ? 1 : 0)) }

  fileprivate mutating func append(time: Timestamp?) {
    append(flag: time != nil)
    if let time { append(time.milliseconds) }
  }
}

extension ByteReader {
  fileprivate mutating func readFlag() -> Bool? {
    switch readUInt8() {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Outer `nil`: not readable; inner `nil`: no time.
  fileprivate mutating func readTime() -> Timestamp?? {
    guard let isThere = readFlag() else { return nil }
    guard isThere else { return .some(nil) }
    return readUInt64().map { Timestamp(milliseconds: $0) }
  }
}
