import Foundation
import Networking
import Testing

/// Asks a node's control socket as a foreign program would: one line of JSON out, one in.
enum ControlLine {
  static func ask(_ command: String, _ socket: URL) async throws -> [String: Any] {
    let sockets = try SocketLoop()
    let connection = try LineConnection.connect(to: socket.path, on: sockets)
    try await connection.send(line: Array("{\"command\":\"\(command)\"}".utf8))
    let line = try await connection.nextLine()
    await sockets.stop()
    let value = try JSONSerialization.jsonObject(with: Data(try #require(line))) as? [String: Any]
    return try #require(value?["result"] as? [String: Any])
  }

  /// The same for a request that is answered by a list, one line an element.
  static func list(_ request: String, _ socket: URL) async throws -> [[String: Any]] {
    let sockets = try SocketLoop()
    let connection = try LineConnection.connect(to: socket.path, on: sockets)
    try await connection.send(line: Array(request.utf8))
    var items: [[String: Any]] = []
    while let line = try await connection.nextLine() {
      let value = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      guard let item = value?["item"] as? [String: Any] else { break }
      items.append(item)
    }
    await sockets.stop()
    return items
  }
}

extension TestPlace {
  /// The peer address of a running node.
  func address(of profile: String) async throws -> String {
    try #require(try await ControlLine.ask("state.get", socket(profile))["address"] as? String)
  }

  /// How many links a running node has.
  func links(_ profile: String) async throws -> Int {
    try #require(try await ControlLine.ask("state.get", socket(profile))["links"] as? Int)
  }

  /// How many messages are unread at a running node.
  func unread(_ profile: String) async throws -> Int {
    try #require(try await ControlLine.ask("state.get", socket(profile))["unread"] as? Int)
  }

  /// Everything a running node has stored, asked for without a process of its own.
  func stored(_ profile: String) async throws -> [[String: Any]] {
    try await ControlLine.list(#"{"command":"messages.page","limit":1000}"#, socket(profile))
  }

  /// Everybody a running node has in sight.
  func people(_ profile: String) async throws -> [[String: Any]] {
    try await ControlLine.list(#"{"command":"people.list"}"#, socket(profile))
  }

  /// How far a message of the profile has come.
  func state(of id: String, _ profile: String) async throws -> String? {
    try await stored(profile).first { $0["id"] as? String == id }?["state"] as? String
  }

  /// Waits until two nodes see each other; answers the address of the second.
  func meet(_ one: String, _ other: String) async throws -> String {
    let theirs = try await address(of: other)
    let ours = try await address(of: one)
    try await eventually("\(one) and \(other) see each other") {
      let isSeen = try await people(one).contains { $0["address"] as? String == theirs }
      let seesUs = try await people(other).contains { $0["address"] as? String == ours }
      return isSeen && seesUs
    }
    return theirs
  }
}
