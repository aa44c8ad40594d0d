import Foundation
import Testing

/// Machines of a test: network namespaces of this machine, joined by cables (pairs of virtual interfaces).
///
/// Nothing is passed on between cables by the kernel, so who is two cables away is reached through a node
/// only. Needs root; `refusal` says why there can be none.
final class TestNetwork {
  private let prefix = "t\(UInt32.random(in: 0..<0xFFFFFF))"
  private var machines: [String] = []
  private var cableCount = 0

  /// A cable, by the interface at either end.
  struct Cable {
    fileprivate let ends: [(machine: String, interface: String)]
  }

  /// Why the system gives no network namespaces; `nil` when it does.
  static let refusal: String? = {
    let name = "tern-probe-\(UInt32.random(in: 0..<0xFFFFFF))"
    guard let probe = try? shell(["ip", "netns", "add", name]) else { return "there is no ip command" }
    defer { _ = try? shell(["ip", "netns", "del", name]) }
    guard probe.status == 0 else { return "no network namespace: \(probe.errors)" }
    let pair = try? shell(
      ["ip", "-n", name, "link", "add", "probe0", "type", "veth", "peer", "name", "probe1"])
    return pair?.status == 0 ? nil : "no virtual interfaces: \(pair?.errors ?? "")"
  }()

  deinit {
    for machine in machines { _ = try? shell(["ip", "netns", "del", machine]) }
  }

  /// A machine whose loopback is up, unless asked otherwise; answers its namespace.
  func machine(_ name: String, loopback: Bool = true) throws -> String {
    let machine = "\(prefix)-\(name)"
    try ip(["netns", "add", machine])
    machines.append(machine)
    if loopback { try ip(["-n", machine, "link", "set", "lo", "up"]) }
    return machine
  }

  /// Joins two machines; each end has one address of a network of the cable's own, or as many as asked for at
  /// the first end: 10.N.0.1 and on, the other end 10.N.1.1.
  @discardableResult
  func join(_ one: String, _ other: String, addresses: Int = 1) throws -> Cable {
    cableCount += 1
    let number = cableCount
    let ends = [(machine: one, interface: "c\(number)a"), (machine: other, interface: "c\(number)b")]
    try ip([
      "-n", one, "link", "add", ends[0].interface, "type", "veth", "peer", "name", ends[1].interface,
      "netns", other,
    ])
    for (place, end) in ends.enumerated() {
      // Otherwise an IPv6 address is usable only seconds later.
      let setting = "net.ipv6.conf.\(end.interface).accept_dad=0"
      _ = try? shell(["ip", "netns", "exec", end.machine, "sysctl", "-qw", setting])
      for host in 1...(place == 0 ? addresses : 1) {
        try ip([
          "-n", end.machine, "addr", "add", "10.\(number).\(place).\(host)/16", "dev", end.interface,
        ])
      }
      try ip(["-n", end.machine, "link", "set", end.interface, "up"])
    }
    return Cable(ends: ends)
  }

  /// Pulls a cable, or plugs it in again.
  func set(_ cable: Cable, isUp: Bool) throws {
    for end in cable.ends {
      try ip(["-n", end.machine, "link", "set", end.interface, isUp ? "up" : "down"])
    }
  }

  /// Switches the loopback of a machine on.
  func raiseLoopback(of machine: String) throws {
    try ip(["-n", machine, "link", "set", "lo", "up"])
  }

  private func ip(_ arguments: [String]) throws {
    let done = try shell(["ip"] + arguments)
    guard done.status == 0 else { throw Unexpected("ip \(arguments.joined(separator: " ")): \(done.errors)") }
  }
}

/// Runs a short command to its end.
@discardableResult
private func shell(_ words: [String]) throws -> Finished {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = words
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  let errors = Pipe()
  process.standardError = errors
  try process.run()
  let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return Finished(status: process.terminationStatus, output: "", errors: text)
}
