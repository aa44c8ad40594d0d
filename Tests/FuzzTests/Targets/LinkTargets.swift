@testable import Control
@testable import MeshLinks
@testable import Networking

/// Readers of streams: from other machines, and from commands of our own user.
enum LinkTargets {
  /// The first byte cuts the rest into reads. However a stream is cut, the same frames come out of it, and
  /// nothing after a malformed one.
  static func lanFrames(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let size = bytes.first else { return .refused }
    _ = LANBeacon(Array(bytes.dropFirst()))
    let whole = frames([Array(bytes.dropFirst())])
    let cut = frames(WireTargets.chunks(of: bytes.dropFirst(), size: Int(size) + 1))
    guard whole == cut else { return .broken("cut differently, other frames come out") }
    return whole.contains { if case .packet = $0 { true } else { false } } ? .accepted : .refused
  }

  /// A line is a request or is refused in words; a request that was read is written, and reads as the same.
  static func controlLine(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    var lines = LineBuffer(lineBytesMax: 1_024)
    for chunk in WireTargets.chunks(of: bytes[...], size: 7) { lines.append(chunk) }
    var taken = 0
    var accepted = false
    while let line = lines.next() {
      guard line.count <= 1_024 else { return .broken("a line of \(line.count) bytes") }
      taken += line.count + 1
      guard let request = try? ControlRequest(line: String(decoding: line, as: UTF8.self)) else { continue }
      guard (try? ControlRequest(line: request.line)) == request else {
        return .broken("what was written reads differently")
      }
      accepted = true
    }
    guard taken <= bytes.count else { return .broken("more lines than bytes") }
    return accepted ? .accepted : .refused
  }

  private static func frames(_ reads: [[UInt8]]) -> [LANFrameParser.Step] {
    var parser = LANFrameParser()
    var steps: [LANFrameParser.Step] = []
    var hasHello = false
    for read in reads {
      parser.append(read)
      if !hasHello {
        switch parser.takeHello() {
        case .incomplete: continue
        case .malformed: return steps + [.malformed]
        case .hello: hasHello = true
        }
      }
      reading: while true {
        let step = parser.takeFrame()
        switch step {
        case .incomplete: break reading
        case .malformed: return steps + [.malformed]
        case .keepAlive, .packet: steps.append(step)
        }
      }
    }
    return steps
  }
}
