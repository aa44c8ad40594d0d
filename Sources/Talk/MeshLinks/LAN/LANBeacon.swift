import Bytes

/// What a node says about itself by UDP multicast (architecture, "LAN links").
///
/// | offset | bytes | field |
/// | --- | --- | --- |
/// | 0 | 4 | `TERN` |
/// | 4 | 1 | version, 1 |
/// | 5 | 16 | instance |
/// | 21 | 2 | TCP port, big-endian; 0 = do not dial |
/// | 23 | 4 | reserved, 0 when sent, ignored when received |
struct LANBeacon: Sendable, Equatable {
  static let byteCount = 27
  static let magic: [UInt8] = Array("TERN".utf8)
  static let version: UInt8 = 1

  let instance: LANInstance
  let tcpPort: UInt16

  init(instance: LANInstance, tcpPort: UInt16) {
    self.instance = instance
    self.tcpPort = tcpPort
  }

  /// Reads a datagram; `nil` unless it is exactly a beacon of version 1.
  init?(_ datagram: [UInt8]) {
    guard datagram.count == Self.byteCount else { return nil }
    var reader = ByteReader(datagram)
    guard reader.read(4).map(Array.init) == Self.magic, reader.readUInt8() == Self.version,
      let instance = reader.read(LANInstance.byteCount).flatMap(LANInstance.init),
      let tcpPort = reader.readUInt16()
    else { return nil }
    self.init(instance: instance, tcpPort: tcpPort)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.append(contentsOf: Self.magic)
    writer.append(Self.version)
    writer.append(contentsOf: instance.bytes)
    writer.append(tcpPort)
    writer.append(UInt32(0))
    return writer.bytes
  }
}
