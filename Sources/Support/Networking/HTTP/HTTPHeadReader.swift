import CWebSockets

/// Copies the head of a request out of the library's table, which is dropped soon after.
struct HTTPHeadReader {
  /// A header the library keeps by number.
  private struct Known {
    let token: lws_token_indexes
    let name: String
  }

  private let known: [Known]
  private let extra: [String]
  private let buffer: UnsafeMutableBufferPointer<CChar>

  /// Headers that would be read twice if someone else took the blank before the colon for nothing.
  private static let blankBeforeColon = [
    "content-length", "transfer-encoding", "host", "connection", "upgrade", "expect",
  ].flatMap { ["\($0) :", "\($0)\t:"] }

  private static let methods: [(lws_token_indexes, String)] = [
    (WSI_TOKEN_GET_URI, "GET"), (WSI_TOKEN_HEAD_URI, "HEAD"), (WSI_TOKEN_POST_URI, "POST"),
    (WSI_TOKEN_PUT_URI, "PUT"), (WSI_TOKEN_PATCH_URI, "PATCH"), (WSI_TOKEN_DELETE_URI, "DELETE"),
    (WSI_TOKEN_OPTIONS_URI, "OPTIONS"), (WSI_TOKEN_CONNECT, "CONNECT"),
  ]

  /// A reader; `tableBytes` is the size of the library's table, which no value exceeds.
  init(extraHeaderNames: [String], tableBytes: Int) {
    var known: [Known] = []
    for index in 0..<WSI_TOKEN_COUNT.rawValue {
      let token = lws_token_indexes(rawValue: index)
      guard let text = lws_token_to_string(token) else { continue }
      let name = String(cString: UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
      guard name.count > 1, name.first != ":", name.last == ":" else { continue }
      known.append(Known(token: token, name: String(name.dropLast())))
    }
    self.known = known
    let names = Set(known.map(\.name))
    self.extra = extraHeaderNames.map { $0.lowercased() }.filter { !names.contains($0) }
    self.buffer = .allocate(capacity: tableBytes + 1)
  }

  /// Gives the buffer back; the reader must not be used afterwards.
  func free() {
    buffer.deallocate()
  }

  /// The head of the request the connection has just received.
  func read(_ wsi: OpaquePointer, path: UnsafeRawBufferPointer) -> HTTPHead {
    var head = HTTPHead()
    head.path = Array(path)
    let methods = Self.methods.filter { lws_hdr_total_length(wsi, $0.0) > 0 }
    head.method = methods.count == 1 ? methods[0].1 : nil
    head.version = values(wsi, WSI_TOKEN_HTTP, &head).first ?? []
    head.query = values(wsi, WSI_TOKEN_HTTP_URI_ARGS, &head)
    for header in known {
      for value in values(wsi, header.token, &head) { head.headers.append((header.name, value)) }
    }
    for name in extra {
      if let value = extraValue(wsi, name + ":", &head) { head.headers.append((name, value)) }
    }
    for name in Self.blankBeforeColon where lws_hdr_custom_length(wsi, name, Int32(name.utf8.count)) >= 0 {
      head.isMalformed = true
    }
    return head
  }

  private func values(_ wsi: OpaquePointer, _ token: lws_token_indexes, _ head: inout HTTPHead) -> [[UInt8]] {
    var values: [[UInt8]] = []
    while true {
      let length = lws_hdr_copy_fragment(
        wsi, buffer.baseAddress, Int32(buffer.count), token, Int32(values.count))
      guard length >= 0 else {
        if length != -1 { head.isMalformed = true }
        return values
      }
      values.append(Self.trimmed(buffer.prefix(Int(length))))
    }
  }

  private func extraValue(_ wsi: OpaquePointer, _ name: String, _ head: inout HTTPHead) -> [UInt8]? {
    let length = lws_hdr_custom_length(wsi, name, Int32(name.utf8.count))
    guard length >= 0 else { return nil }
    let copied = lws_hdr_custom_copy(
      wsi, buffer.baseAddress, Int32(buffer.count), name, Int32(name.utf8.count))
    guard copied >= 0 else {
      head.isMalformed = true
      return nil
    }
    return Self.trimmed(buffer.prefix(Int(copied)))
  }

  private static func trimmed(_ characters: Slice<UnsafeMutableBufferPointer<CChar>>) -> [UInt8] {
    let bytes = characters.map { UInt8(bitPattern: $0) }
    let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start
    return Array(bytes[start..<end])
  }
}
