import Bytes
import Foundation
import MeshWire
import Timebase

/// A vector file of this target's `Fixtures`, read as plain values.
struct VectorSuite {
  let name: String
  let vectors: [Vector]

  init(_ name: String) throws {
    self.name = name
    let root = try JSONSerialization.jsonObject(with: try Self.bytes(name)) as? [String: Any] ?? [:]
    let all = root["vectors"] as? [[String: Any]] ?? []
    guard let count = root["count"] as? Int, count == all.count else { throw VectorFault("count", name) }
    vectors = try all.map { try Vector($0) }
  }

  static let names = [
    "packet-codec", "packet-malformed", "padding", "compression", "signing", "identity", "announce",
    "noise-payloads", "fragments", "gcs-filter", "request-sync", "stream-assembly",
  ]

  /// The file as it is carried here.
  static func bytes(_ name: String) throws -> Data {
    guard let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json") else {
      throw VectorFault("file", name)
    }
    return try Data(contentsOf: url)
  }

  /// Runs one check over all vectors, prints the count, and gives back what failed.
  ///
  /// The check says what is wrong, or `nil`; a vector with an operation it does not know is a failure.
  func failures(_ check: (Vector) throws -> String?) -> [String] {
    var failures: [String] = []
    for vector in vectors {
      do {
        if let fault = try check(vector) { failures.append("\(vector.name): \(fault)") }
      } catch {
        failures.append("\(vector.name): threw \(error)")
      }
    }
    print("VECTORS suite=\(name) cases=\(vectors.count)")
    return failures
  }
}

/// One case of a vector file.
struct Vector {
  let name: String
  let operation: String
  let mustFail: Bool
  let inputs: Fields
  let expected: Fields

  fileprivate init(_ raw: [String: Any]) throws {
    name = raw["name"] as? String ?? "?"
    guard let operation = raw["op"] as? String, let mustFail = raw["expect_failure"] as? Bool else {
      throw VectorFault("op", name)
    }
    self.operation = operation
    self.mustFail = mustFail
    inputs = Fields(raw["inputs"])
    expected = Fields(raw["expected"])
  }

  /// `nil` when `body` throws exactly if it must; otherwise what is wrong.
  func outcome(_ body: () throws -> String?) throws -> String? {
    guard mustFail else { return try body() }
    do {
      _ = try body()
      return "was accepted"
    } catch is MeshWireError {
      return nil
    }
  }
}

/// The named values of a case; a missing value of the asked kind throws, so no check passes by accident.
struct Fields {
  private let raw: [String: Any]

  fileprivate init(_ value: Any?) {
    raw = value as? [String: Any] ?? [:]
  }

  func fields(_ name: String) -> Fields { Fields(raw[name]) }

  func text(_ name: String) throws -> String { try value(name) }

  func optionalText(_ name: String) -> String? { raw[name] as? String }

  func bool(_ name: String) throws -> Bool { try value(name) }

  func int(_ name: String) throws -> Int { try value(name) }

  func byte(_ name: String) throws -> UInt8 { UInt8(try int(name)) }

  /// Numbers that may pass 2^53 are decimal strings.
  func big(_ name: String) throws -> UInt64 {
    guard let number = UInt64(try text(name)) else { throw VectorFault("number", name) }
    return number
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: try text(name)) else { throw VectorFault("hex", name) }
    return bytes
  }

  func optionalBytes(_ name: String) throws -> [UInt8]? { raw[name] is String ? try bytes(name) : nil }

  func double(_ name: String) throws -> Double { try value(name) }

  func all(_ name: String) throws -> [Fields] { (try value(name) as [Any]).map { Fields($0) } }

  func texts(_ name: String) throws -> [String] { try value(name) }

  func numbers(_ name: String) throws -> [Int] { try value(name) }

  func optionalBig(_ name: String) throws -> UInt64? { raw[name] is String ? try big(name) : nil }

  func isNull(_ name: String) -> Bool { raw[name] is NSNull }

  func optionalInt(_ name: String) -> Int? { raw[name] as? Int }

  /// Lists of objects within a list, as the batches of writes are.
  func batches(_ name: String) throws -> [[Fields]] {
    (try value(name) as [[Any]]).map { $0.map { Fields($0) } }
  }

  func list(_ name: String) throws -> [[UInt8]]? {
    guard let list = raw[name] as? [String] else { return nil }
    return try list.map {
      guard let bytes = [UInt8](hexadecimal: $0) else { throw VectorFault("hex", name) }
      return bytes
    }
  }

  /// The packet described by these fields; throws what the codec would refuse.
  func packet() throws -> Packet {
    guard let version = PacketVersion(rawValue: try byte("version")) else {
      throw MeshWireError.unsupportedVersion(try byte("version"))
    }
    return Packet(
      version: version, type: MessageType(rawValue: try byte("type")), ttl: try byte("ttl"),
      timestamp: Timestamp(milliseconds: try big("timestamp_ms")),
      sender: PeerID(normalising: try bytes("sender_id")),
      recipient: try optionalBytes("recipient_id").map { PeerID(normalising: $0) },
      route: try Packet.route(normalising: try list("route") ?? []), payload: try bytes("payload"),
      signature: try optionalBytes("signature"), isRSR: try bool("is_rsr"))
  }

  private func value<Value>(_ name: String) throws -> Value {
    guard let value = raw[name] as? Value else { throw VectorFault("value", name) }
    return value
  }
}

/// A vector file that is not as these tests read it.
struct VectorFault: Error {
  let what: String
  let place: String

  init(_ what: String, _ place: String) {
    self.what = what
    self.place = place
  }
}

/// `nil` when both are the same; otherwise both.
func difference<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String = "") -> String? {
  found == wanted ? nil : "\(what) is \(found), not \(wanted)"
}
