import Bytes
import MeshWire
import Testing
import Timebase

@Suite struct SyncVectorTests {
  @Test func filtersAreBuiltAndReadAsOtherClientsDo() throws {
    let failures = try VectorSuite("gcs-filter").failures { vector in
      switch vector.operation {
      case "gcs_build": return try filterBuild(vector)
      case "gcs_derive_p":
        let rate = try vector.inputs.double("target_fpr")
        return difference(GCSFilter.parameter(falsePositiveRate: rate), try vector.expected.int("p"))
      case "gcs_max_elements":
        let count = GCSFilter.elementsMax(
          bytes: try vector.inputs.int("size_bytes"), parameter: try vector.inputs.int("p"))
        return difference(count, try vector.expected.int("max"))
      case "gcs_decode":
        let filter = GCSFilter(
          parameter: try vector.inputs.int("p"), range: UInt32(try vector.inputs.int("m")),
          data: try vector.inputs.bytes("data"))
        return difference(filter.values.map(String.init), try vector.expected.texts("sorted_values"))
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func syncRequestsAreWrittenAndReadAsOtherClientsDo() throws {
    let failures = try VectorSuite("request-sync").failures { vector in
      switch vector.operation {
      case "request_sync_encode":
        return difference(
          try request(vector.inputs).encoded().hexadecimal, try vector.expected.text("payload"))
      case "request_sync_decode":
        return try vector.outcome {
          let found = try SyncRequest.decode(try vector.inputs.bytes("payload"))
          return try difference(found, try request(vector.expected))
            ?? difference(try SyncRequest.decode(try found.encoded()), found, "read again")
        }
      case "fragment_filter_parse":
        let streams = SyncRequest.streams(parsing: try vector.inputs.text("filter"))
        let wanted = vector.expected.isNull("ids") ? nil : try vector.expected.texts("ids")
        return difference(streams?.map(\.description), wanted)
      case "sync_flags":
        let types = try vector.inputs.numbers("types").map { SyncTypes(MessageType(rawValue: UInt8($0))) }
        let bits = types.reduce(into: SyncTypes()) { $0.formUnion($1) }
        return try difference(bits.rawValue, try vector.expected.big("bits"))
          ?? difference(bits.encoded, try vector.expected.optionalBytes("bytes"))
      default: return "unknown operation \(vector.operation)"
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}

private func filterBuild(_ vector: Vector) throws -> String? {
  let ids = try (vector.inputs.list("ids") ?? []).map { bytes in
    guard let id = GossipID(bytes: bytes) else { throw VectorFault("id", vector.name) }
    return id
  }
  let (filter, included) = GCSFilter.build(
    ids, bytesMax: try vector.inputs.int("max_bytes"),
    falsePositiveRate: try vector.inputs.double("target_fpr"))
  let members = filter.members
  for candidate in try vector.expected.all("membership") {
    guard let id = GossipID(bytes: try candidate.bytes("id")) else { return "id" }
    let found = members.mightContain(id)
    if let fault = difference(found, try candidate.bool("might_contain"), "\(id)") { return fault }
  }
  return try difference(filter.data.hexadecimal, try vector.expected.text("data"), "data")
    ?? difference(filter.data.count, try vector.expected.int("data_length"), "length")
    ?? difference(included, try vector.expected.int("included_count"), "included")
    ?? difference(filter.parameter, try vector.expected.int("p"), "p")
    ?? difference(Int(filter.range), try vector.expected.int("m"), "m")
    ?? difference(filter.values.map(String.init), try vector.expected.texts("sorted_values"), "values")
}

private func request(_ fields: Fields) throws -> SyncRequest {
  SyncRequest(
    filter: GCSFilter(
      parameter: try fields.int("p"), range: UInt32(try fields.int("m")), data: try fields.bytes("data")),
    types: try fields.optionalBig("types_bits").map { SyncTypes(rawValue: $0) },
    since: try fields.optionalBig("since_timestamp_ms").map { Timestamp(milliseconds: $0) },
    streams: fields.optionalText("fragment_id_filter").flatMap { SyncRequest.streams(parsing: $0) })
}
