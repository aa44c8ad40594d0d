extension Recipe {
  /// The world in one line, without what it does not have.
  public var words: String {
    var parts = ["\(nodes) nodes in a \(graph.rawValue)\(moves ? " that walk" : "")"]
    if links.loss > .none {
      let bursts = links.burstFrames > 1 ? " in bursts of \(links.burstFrames)" : ""
      parts.append("loss \(links.loss)\(bursts)")
    }
    if links.duplicates > .none { parts.append("duplicates \(links.duplicates)") }
    if links.flips > .none { parts.append("flips \(links.flips)") }
    if links.jitterMilliseconds > 0 { parts.append("jitter \(links.jitterMilliseconds) ms") }
    if oneWay > .none { parts.append("one-way \(oneWay)") }
    if narrow > .none { parts.append("narrow \(narrow)") }
    if partitions > 0 { parts.append("\(partitions) partitions to \(partitionSecondsMax) s") }
    if churnPerMinute > 0 { parts.append("churn \(churnPerMinute) a minute") }
    if amnesia > .none { parts.append("amnesia \(amnesia)") }
    if skewMilliseconds > 0 { parts.append("skew \(skewMilliseconds) ms") }
    if !hostile.isEmpty { parts.append("hostile: " + hostile.map(\.rawValue).joined(separator: " ")) }
    if !withoutNodes.isEmpty || !withoutEvents.isEmpty {
      parts.append("without \(withoutNodes.count) nodes and \(withoutEvents.count) events")
    }
    return parts.joined(separator: ", ")
  }
}
