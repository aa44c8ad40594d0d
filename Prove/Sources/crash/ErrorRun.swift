import CFaultDisk
import ConversationStore
import Foundation

/// Lets call 1, then 2, then 3 … of a script fail, once, from then on, and as a full disk, until the script
/// passes without meeting the failing call. Whatever fails is a typed error; nothing acknowledged is lost;
/// and once the disk works again, so does the store.
struct ErrorRun {
  private let options: Options
  private var figures = Figures()

  init(_ options: Options) { self.options = options }

  func run() async throws -> Figures {
    guard fault_install() == 0 else { throw BadArgument(words: "SQLite takes no disk.") }
    var run = self
    for (mode, name) in [
      (FAULT_ONCE, "once"), (FAULT_FROM_THEN, "from-then-on"), (FAULT_DISK_FULL, "disk-full"),
    ] {
      try await run.failEachCall(mode, name)
    }
    return run.figures
  }

  private mutating func failEachCall(_ mode: fault_mode, _ name: String) async throws {
    var call: Int64 = 0
    var isMet = true
    while isMet {
      call += 1
      do {
        isMet = try await failCall(call, mode)
      } catch {
        throw Loss(words: "call \(call) fails, \(name): \(error)")
      }
    }
    figures.add(Int(call - 1), name)
  }

  /// Whether the script came to the call.
  private mutating func failCall(_ call: Int64, _ mode: fault_mode) async throws -> Bool {
    let folder = "\(options.folder)/errors"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var acknowledged = 0
    fault_arm(call, mode)
    let first = try await script(folder, from: 1, to: 12, &acknowledged)
    var isOpen: NumberedStore?
    if first == nil { isOpen = try await reopened(folder, &acknowledged) }
    let failures = fault_failures()
    fault_arm(0, FAULT_ONCE)
    if failures > 0 { figures.add(1, "failing-runs") }
    if let isOpen { await isOpen.store.close() }
    // The disk works again: everything acknowledged is there, and more can be written.
    let numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: acknowledged)
    let highest = try await numbered.numbers().last ?? 0
    guard highest >= acknowledged else {
      throw Loss(words: "message \(acknowledged) was acknowledged, the last one there is \(highest)")
    }
    try await numbered.write(highest + 1)
    await numbered.store.close()
    if let words = damage(of: "\(folder)/\(NumberedStore.fileName)") { throw Loss(words: words) }
    return failures > 0
  }

  /// Opens, writes, reads, closes. Returns the error that ended it; one without a type of ours is a loss.
  private mutating func script(
    _ folder: String, from first: Int, to last: Int, _ acknowledged: inout Int
  ) async throws -> (any Error)? {
    let numbered: NumberedStore
    do {
      numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: acknowledged)
    } catch {
      return try typed(error)
    }
    var problem: (any Error)?
    var number = first
    while number <= last, problem == nil {
      do {
        try await numbered.write(number)
        acknowledged = number
        try await numbered.writeBeside(number)
        number += 1
      } catch {
        problem = try typed(error)
      }
    }
    if problem != nil { try await goOn(numbered, &acknowledged) }
    await numbered.store.close()
    return problem
  }

  /// After a single failure the same store has to work on, without a restart.
  private mutating func goOn(_ numbered: NumberedStore, _ acknowledged: inout Int) async throws {
    do {
      let next = (try await numbered.numbers().last ?? 0) + 1
      try await numbered.write(next)
      acknowledged = next
      figures.add(1, "worked-on")
    } catch {
      _ = try typed(error)
      figures.add(1, "refused-further")
    }
  }

  /// A second opening meets a log that has to be read back.
  private mutating func reopened(_ folder: String, _ acknowledged: inout Int) async throws -> NumberedStore? {
    do {
      let numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: acknowledged)
      let found = try await numbered.numbers()
      if let last = found.last, last < acknowledged {
        throw Loss(words: "message \(acknowledged) was acknowledged, a reader finds \(last)")
      }
      return numbered
    } catch {
      _ = try typed(error)
      return nil
    }
  }

  /// The error, when it is one of the store's own that does not call good files damaged.
  private mutating func typed(_ error: any Error) throws -> any Error {
    guard let problem = error as? ConversationStoreError else { throw error }
    switch problem {
    case .storage(.corrupt), .storage(.notADatabase), .storage(.notOurs), .wrongKey, .damagedRow, .cannotKeep:
      throw Loss(words: "a failing disk was taken for a damaged file: \(problem)")
    case .storage, .doesNotFit: figures.add(1, "typed-errors")
    }
    return problem
  }
}
