import AppState
import ConversationModel
import Markup
import Networking
import Timebase

/// The pages in the browser, served on loopback.
public final class WebInterface: Sendable {
  /// The port it listens at.
  public let port: UInt16
  private let server: HTTPServer
  private let service: PageService

  /// Starts to serve on 127.0.0.1. `port` 0 takes a free one. Ends with `stop()`.
  @MainActor public init(
    app: AppState, assets: AssetStore, port: UInt16 = 0, now: @escaping @Sendable () -> Now
  ) async throws(NetworkingError) {
    let service = PageService(app: app, assets: assets, now: now)
    server = try await HTTPServer(configuration: Self.configuration(port: port), service: service)
    self.port = server.port
    self.service = service
    service.serve(addresses: [HTTPServerConfiguration.Address.loopback4.text], port: server.port)
  }

  /// A link that opens the pages once: the code stands in the fragment, which browsers do not send.
  public func makeLink() -> String {
    "http://127.0.0.1:\(port)/#\(service.makeCode())"
  }

  /// Such a link that leads where a link from outside does.
  public func makeLink(to link: TernLink) -> String {
    makeLink() + PagePath.target(of: link).text
  }

  /// Such a link that leads to a conversation.
  public func makeLink(to conversation: ConversationKey) -> String {
    makeLink() + PagePath.text(.conversation(conversation))
  }

  /// Ends all connections and frees the port.
  public func stop() async {
    await server.stop()
  }

  static func configuration(port: UInt16) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.addresses = [.loopback4]
    configuration.port = port
    configuration.extraHeaderNames.append("x-request-token")
    configuration.errorHeaders = SecurityHeaders.all
    configuration.limits.messageBytesMax = 262_144
    return configuration
  }
}
