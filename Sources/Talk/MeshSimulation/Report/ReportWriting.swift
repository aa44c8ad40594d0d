import StrictJSON

extension WorldReport {
  /// The report as JSON, fields in a fixed order; the same world gives the same text.
  public var json: JSONValue {
    .object(
      [
        JSONMember(name: "effectLogHash", value: .string(effectLogHash)),
        JSONMember(name: "simulatedSeconds", value: .number(Double(simulatedMilliseconds) / 1_000)),
        JSONMember(name: "expectation", value: .string(expectation.rawValue)),
        Self.count("effects", effectCount), Self.count("duplicatesShown", duplicatesShown),
        Self.count("forged", forged), Self.count("replayed", replayed),
        Self.count("believedAtFirstContact", believedAtFirstContact),
        Self.count("publicMessages", publicMessages), Self.count("wanted", wanted),
        Self.count("served", served), Self.count("masked", masked),
        JSONMember(name: "delivered", value: .number(delivered)),
        JSONMember(name: "publicLatency", value: publicLatencies.json),
        JSONMember(name: "private", value: privates.json),
        JSONMember(name: "privateLatency", value: privateLatencies.json),
        JSONMember(name: "frames", value: frames.json),
        JSONMember(
          name: "transmissionsPerMessageAndNode", value: .number(transmissionsPerMessageAndNode)),
        JSONMember(
          name: "settledSeconds",
          value: settledMilliseconds.map { .number(Double($0) / 1_000) } ?? .null),
        JSONMember(name: "settleBoundSeconds", value: .number(Double(settleBoundMilliseconds) / 1_000)),
        JSONMember(
          name: "memory", value: .object([Self.count("engineBytesHeldMax", engineBytesHeldMax)])),
        Self.count("violationCount", violationCount),
        JSONMember(name: "violations", value: .array(violations.map { .string($0.description) })),
        JSONMember(name: "scenario", value: recipe.json),
      ])
  }

  /// The report for people.
  public var text: String {
    var lines = [
      "world      \(recipe.words)", "seed       \(recipe.seed), \(seconds(simulatedMilliseconds)) simulated",
      "effects    \(effectLogHash)",
      "everybody  \(publicMessages) messages, \(served) of \(wanted) (message, node) served"
        + (masked > 0 ? ", \(masked) hidden by sync filters" : ""),
      "           \(publicLatencies.text)",
      "private    \(privates.written) messages: \(privates.confirmed) confirmed, "
        + "\(privates.reported) reported, \(privates.waiting) still tried, "
        + "\(privates.excused) lost with their writer's disk",
      "           \(privateLatencies.text)",
      "safety     \(duplicatesShown) shown twice, \(forged) forged, \(replayed) replayed",
      "frames     \(frames.total): \(frames.message) messages, \(frames.announce) announces, "
        + "\(frames.encrypted) encrypted, \(frames.fragment) pieces, \(frames.sync) sync, "
        + "\(frames.other) other",
      "           \(rounded(transmissionsPerMessageAndNode)) transmissions a message and node",
      "memory     \(engineBytesHeldMax / 1_024) KiB of packets and pieces in the fullest engine",
    ]
    let settled = settledMilliseconds.map { "settled \(seconds($0)) after the faults" } ?? "did not settle"
    lines.append("end        \(settled), of \(seconds(settleBoundMilliseconds)) allowed")
    lines += violations.map { "VIOLATION  \($0)" }
    if violationCount > violations.count {
      lines.append("           and \(violationCount - violations.count) more")
    }
    return lines.joined(separator: "\n")
  }

  private func seconds(_ milliseconds: Int) -> String { "\(Double(milliseconds) / 1_000) s" }

  private func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

  private static func count(_ name: String, _ count: Int) -> JSONMember {
    JSONMember(name: name, value: .integer(Int64(count)))
  }
}

extension WorldReport.Latencies {
  /// The parts of a thousand that are reported.
  private static let parts = [500, 900, 990, 999, 1_000]

  var json: JSONValue {
    let names = [
      "p50Milliseconds", "p90Milliseconds", "p99Milliseconds", "p999Milliseconds", "maxMilliseconds",
    ]
    return .object(
      zip(names, Self.parts).map { name, part in
        JSONMember(name: name, value: perMille(part).map { .integer(Int64($0)) } ?? .null)
      })
  }

  var text: String {
    guard !milliseconds.isEmpty else { return "no times" }
    let names = ["half", "9 of 10", "99 of 100", "999 of 1,000", "all"]
    return zip(names, Self.parts).map { name, part in "\(name) in \(perMille(part) ?? 0) ms" }
      .joined(separator: ", ")
  }
}

extension WorldReport.Privates {
  var json: JSONValue {
    .object(
      [
        ("written", written), ("confirmed", confirmed), ("reported", reported), ("waiting", waiting),
        ("excused", excused),
      ].map { JSONMember(name: $0.0, value: .integer(Int64($0.1))) })
  }
}

extension TrafficCount {
  var json: JSONValue {
    .object(
      [
        ("total", total), ("message", message), ("announce", announce), ("encrypted", encrypted),
        ("fragment", fragment), ("sync", sync), ("other", other), ("overLimit", overLimit),
      ].map { JSONMember(name: $0.0, value: .integer(Int64($0.1))) })
  }
}
