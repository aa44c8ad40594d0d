import CWebSockets
import Glibc
import Synchronization

/// The texts and tables the library keeps pointers into, and the making of its context.
///
/// Lives as long as the loop, which outlives the context.
final class HTTPLibraryMemory {
  /// Bytes of the library's table for one head: twice our limit, so that most of what is over the limit can
  /// be told so before the table is full and the connection simply ends.
  let headTableBytes: Int

  private let configuration: HTTPServerConfiguration
  private let name: UnsafeMutablePointer<CChar>
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private static let making = Mutex(())

  init(configuration: HTTPServerConfiguration) {
    self.configuration = configuration
    self.headTableBytes = min(max(configuration.limits.headBytesMax, 1_024), 32_768) * 2 - 1
    self.name = .allocate(capacity: 5)
    for (index, byte) in "http\0".utf8.enumerated() { (name + index).initialize(to: CChar(bitPattern: byte)) }
    self.protocols = .allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafePointer(name)
    protocols[0].callback = httpLibraryCallback
    protocols[0].rx_buffer_size = 4_096
    protocols[0].tx_packet_size = HTTPLoop.pieceBytes
  }

  deinit {
    protocols.deinitialize(count: 2)
    protocols.deallocate()
    name.deallocate()
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
    info.user = user
    return lws_create_context(&info)
  }

  /// The vhost that takes what we accept.
  func makeVhost(_ context: OpaquePointer) -> OpaquePointer? {
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.protocols = UnsafePointer(protocols)
    info.vhost_name = UnsafePointer(name)
    info.timeout_secs_ah_idle = Self.seconds(configuration.deadlines.head)
    info.keepalive_timeout = Int32(Self.seconds(configuration.deadlines.keepAlive))
    return lws_create_vhost(context, &info)
  }

  /// Whole seconds and one more: our own timers come first, the library's are behind them.
  private static func seconds(_ duration: Duration) -> UInt32 {
    UInt32(clamping: duration.components.seconds) / 2 * 2 + 2
  }
}
