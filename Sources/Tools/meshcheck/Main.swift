import Bytes
import Glibc

/// `meshcheck`: what the mesh engine must show in a process of its own, in debug and in release.
@main
struct Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let seed = words.count > 1 ? UInt64(words[1]) : 9
    switch (words.first, seed) {
    case ("determinism", let seed?): tellMinute(seed: seed)
    case ("memory", let seed?): exit(tellMemory(seed: seed) ? 0 : 1)
    default:
      print("usage: meshcheck determinism|memory [SEED]")
      exit(2)
    }
  }

  /// The hash over all effects of six engines in one simulated minute.
  private static func tellMinute(seed: UInt64) {
    let record = SixNodeMinute.record(seed: seed)
    let frames = record.frames.map { "\($0.type.rawValue.hexadecimal) \($0.count)" }
    print("effects \(record.effectLog)")
    print("frames  \(frames.joined(separator: ", "))")
    print("texts   \(record.publicTexts) public, \(record.privateTexts) private")
  }

  /// What a full engine holds of the heap; whether that is within its memory (mesh-engine 1.2).
  private static func tellMemory(seed: UInt64) -> Bool {
    guard var flood = Flood(seed: seed) else {
      print("the flood could not be made")
      return false
    }
    flood.fill()
    guard let full = Heap.bytesInUse() else {
      print("the allocator does not say what is in use")
      return false
    }
    flood.forgetEngine()
    let held = full - (Heap.bytesInUse() ?? 0)
    let bound = 16 << 20
    print("frames in    \(flood.frameCount), \(flood.byteCount) bytes")
    print("engine holds \(held) bytes of at most \(bound)")
    return held <= bound && held > 6 << 20
  }
}

extension UInt8 {
  /// Two hexadecimal digits.
  fileprivate var hexadecimal: String { [self].hexadecimal }
}
