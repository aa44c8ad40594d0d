import Locks
import Testing

@Suite struct LocksPageTests {
  @Test func theExampleOfThePageHolds() async {
    final class Names: Sendable {
      let list = Mutex<[String]>([])
    }
    let names = Names()
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { names.list.withLock { $0.append("task \(number)") } }
      }
    }
    let count = names.list.withLock { $0.count }  // 8
    let first = names.list.withLock { $0.min() }  // task 0
    #expect(count == 8)
    #expect(first == "task 0")
  }
}
