import CAllocations
import Foundation
import Glibc

/// Ways of measuring inside this process: processor time, so that a busy machine changes little.
enum Measure {
  /// Rounds of a comparison; the first is not counted.
  static let rounds = 7

  /// Processor seconds that `body` takes in this process.
  static func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = clock()
    try body()
    return clock() - start
  }

  /// As `processorSeconds`, of a body that waits for others of this process.
  static func processorSecondsWaiting(_ body: () async throws -> Void) async rethrows -> Double {
    let start = clock()
    try await body()
    return clock() - start
  }

  /// What this process occupies now, in MiB.
  static func residentMebibytes() -> Double {
    guard let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = statm.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  /// What `body` allocates, in calls.
  static func allocations(_ body: () throws -> Void) rethrows -> Double {
    let start = tern_allocations()
    try body()
    return Double(tern_allocations() - start)
  }

  /// How much longer `ours` takes than `theirs`, round by round, one after the other.
  static func ratios(ours: () throws -> Void, theirs: () throws -> Void) rethrows -> [Double] {
    var values: [Double] = []
    for round in 0...rounds {
      let isFirst = round.isMultiple(of: 2)
      let before = isFirst ? try processorSeconds(ours) : try processorSeconds(theirs)
      let after = isFirst ? try processorSeconds(theirs) : try processorSeconds(ours)
      if round > 0 { values.append(isFirst ? before / after : after / before) }
    }
    return values
  }

  /// How often a processor second does what `body` does `count` times.
  static func rates(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    var values: [Double] = []
    for round in 0...rounds {
      let seconds = try processorSeconds(body)
      if round > 0 { values.append(Double(count) / seconds) }
    }
    return values
  }

  /// Milliseconds that have gone by.
  static func milliseconds(since start: ContinuousClock.Instant) -> Double {
    let elapsed = start.duration(to: .now).components
    return Double(elapsed.seconds) * 1_000 + Double(elapsed.attoseconds) / 1e15
  }

  private static func clock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Keeps the compiler from dropping work whose result nobody looks at.
@inline(never) func keep<Value>(_ value: borrowing Value) {}
