import Dispatch
import Foundation
import Ledger
import LedgerFiles
import Locks
import Storage

/// Damaged files of accounts, opened for reading and read whole.
enum LedgerImageTargets {
  /// Changes to a file that was whole, four bytes each: three for the place, one for what is written there;
  /// an odd byte at the end cuts the file off. It is read or refused with one of the module's errors, and
  /// no byte of it and of its folder is changed.
  static func image(_ bytes: [UInt8]) -> FuzzTarget.Outcome {
    // Tests replay inputs side by side, and the folder is one.
    lock.withLock { _ in result(of: bytes) }
  }

  private static func result(of bytes: [UInt8]) -> FuzzTarget.Outcome {
    guard let whole = Self.whole else { return .broken("no file could be made") }
    var image = whole
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let place = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) } % image.count
      image[place] = bytes[start + 3]
    }
    if bytes.count % 4 == 1, let last = bytes.last { image.removeLast(image.count * Int(last) / 256) }
    let path = folder.path + "/a.mmb"
    do {
      try Data(image).write(to: URL(fileURLWithPath: path))
    } catch {
      return .broken("the file cannot be written: \(error)")
    }
    let outcome = waitFor { await readEverything(path) }
    let left = try? Data(contentsOf: URL(fileURLWithPath: path))
    guard left.map(Array.init) == image else { return .broken("the file was changed") }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names == ["a.mmb"] ? outcome : .broken("beside the file: \(names ?? [])")
  }

  private static func readEverything(_ path: String) async -> FuzzTarget.Outcome {
    let today = CalendarDate("2024-02-10") ?? .first
    // No honest file of this size needs so many steps; a hang would be a find.
    let options = ForeignOptions(readConnections: 1, stepsBase: 3_000_000, stepsPerByte: 0)
    do {
      let session = try await LedgerSession.open(path: path, today: today, options: options)
      do {
        _ = try await session.damage()
        _ = try await session.book()
        let days = CalendarDate.first...CalendarDate.last
        _ = try await session.balances(upTo: today)
        _ = try await session.monthTotals(within: days)
        _ = try await session.categoryTotals(within: today.startOfMonth...today)
        _ = try await session.incomeAndExpense(within: days, account: nil)
        _ = try await session.trend(within: days, account: nil, limit: 30)
        _ = try await session.diagnosis()
        for text in ["", "bakery", "12.5"] {
          var filter = JournalFilter()
          filter.text = text
          var place: JournalPlace?
          // Damage may make more rows than there were, and a journal of them without end is a find.
          for page in 0...1_000 {
            let rows = try await session.journal(filter, after: place, limit: 50)
            _ = try await session.marks(of: rows)
            place = rows.next
            if place == nil { break }
            if page == 1_000 { return .broken("a journal without an end") }
          }
        }
        await session.close()
      } catch {
        await session.close()
        return .refused
      }
      return .accepted
    } catch {
      return .refused
    }
  }

  private static let lock = Mutex(())

  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tern-fuzz-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  /// A small file: the tables and rows of a new one with its sample set.
  private static let whole: [UInt8]? = {
    let path = folder.path + "/new.mmb"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let day = CalendarDate("2024-02-10") ?? .first
    let choices = NewLedger(baseCurrency: "EUR", day: day, uniqueID: "fuzz", hasSample: true)
    let made = waitFor {
      do {
        let session = try await MoneyFiles(today: { day }).create(path: path, choices: choices)
        await session.close()
        return .accepted
      } catch {
        return .broken("\(error)")
      }
    }
    return made == .accepted ? (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) } : nil
  }()

  /// Waits on this thread, which is nobody's but the fuzzer's or a test's; the work has threads of its own,
  /// so that waiting tests never keep it from running.
  private static func waitFor(_ work: @escaping @Sendable () async -> FuzzTarget.Outcome)
    -> FuzzTarget.Outcome
  {
    let done = DispatchSemaphore(value: 0)
    // Safe: written before the signal, read behind it.
    nonisolated(unsafe) var result = FuzzTarget.Outcome.broken("nothing came of it")
    Task(executorPreference: threads) {
      result = await work()
      done.signal()
    }
    done.wait()
    return result
  }

  private static let threads = OwnThreads()
}

/// Threads beside those that all tasks share.
private final class OwnThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "fuzz", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
