/// Stands in until the module Compression is here: nothing is compressed, nothing inflates.
enum RawDeflate {
  static func compress(_ payload: [UInt8], outputBytesMax: Int) -> [UInt8]? { nil }
  static func inflate(_ body: [UInt8], expectedBytes: Int) throws(MeshWireError) -> [UInt8] {
    throw .badCompression(.streamInvalid, at: 0)
  }
}
