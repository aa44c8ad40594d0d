import CWebSockets
import Glibc
import Locks

/// The texts and tables the library keeps pointers into, and the making of its context.
///
/// Lives as long as the loop, which outlives the context.
final class HTTPLibraryMemory {
  /// Bytes of the library's table for one head: twice our limit, so that most of what is over the limit can
  /// be told so before the table is full and the connection simply ends.
  let headTableBytes: Int

  private let configuration: HTTPServerConfiguration
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private var headers: [UnsafeMutablePointer<lws_protocol_vhost_options>] = []
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private static let making = Mutex(())

  init(configuration: HTTPServerConfiguration) {
    self.configuration = configuration
    self.headTableBytes = min(max(configuration.limits.headBytesMax, 1_024), 32_768) * 2 - 1
    self.protocols = .allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = text("http")
    protocols[0].callback = httpLibraryCallback
    protocols[0].rx_buffer_size = 4_096
    protocols[0].tx_packet_size = HTTPLoop.pieceBytes
  }

  deinit {
    protocols.deinitialize(count: 2)
    protocols.deallocate()
    for header in headers { header.deallocate() }
    for text in texts { free(text) }
  }

  /// A text that lives as long as this.
  private func text(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(text) else { return nil }
    texts.append(copy)
    return UnsafePointer(copy)
  }

  /// The headers of the few answers the library gives by itself (a bare 403), as the list it wants.
  private func errorHeaders() -> UnsafePointer<lws_protocol_vhost_options>? {
    var next: UnsafePointer<lws_protocol_vhost_options>?
    for header in configuration.errorHeaders.reversed() where HTTPReply.isSendable(header) {
      let entry = UnsafeMutablePointer<lws_protocol_vhost_options>.allocate(capacity: 1)
      entry.initialize(to: lws_protocol_vhost_options())
      entry.pointee.next = next
      entry.pointee.name = text(header.name + ":")
      entry.pointee.value = text(header.value)
      headers.append(entry)
      next = UnsafePointer(entry)
    }
    return next
  }

  /// Contexts are made and destroyed one at a time: the library has tables of the whole process.
  static func serially<T>(_ body: () -> T) -> T {
    making.withLock { _ in
      // What the library would log can hold parts of what peers sent.
      lws_set_log_level(0, nil)
      return body()
    }
  }

  /// The context, without a vhost.
  func makeContext(user: UnsafeMutableRawPointer) -> OpaquePointer? {
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN
    info.options = UInt64(
      LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES
        | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_VALIDATE_UTF8)
    info.pt_serv_buf_size = UInt32(HTTPLoop.pieceBytes)
    info.max_http_header_data = UInt16(headTableBytes)
    info.max_http_header_pool = UInt16(clamping: configuration.limits.connectionsMax)
    info.fd_limit_per_thread = UInt32(clamping: configuration.limits.connectionsMax * 2 + 64)
    info.timeout_secs = Self.seconds(configuration.deadlines.send)
    // The library insists on a name; it stands only in the few answers that are its own.
    info.server_string = text("http")
    info.user = user
    return lws_create_context(&info)
  }

  /// The vhost that takes what we accept.
  func makeVhost(_ context: OpaquePointer) -> OpaquePointer? {
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.protocols = UnsafePointer(protocols)
    info.vhost_name = protocols[0].name
    info.headers = errorHeaders()
    info.timeout_secs_ah_idle = Self.seconds(configuration.deadlines.head)
    info.keepalive_timeout = Int32(Self.seconds(configuration.deadlines.keepAlive))
    return lws_create_vhost(context, &info)
  }

  /// Whole seconds and one more: our own timers come first, the library's are behind them.
  private static func seconds(_ duration: Duration) -> UInt32 {
    UInt32(clamping: duration.components.seconds) / 2 * 2 + 2
  }
}
