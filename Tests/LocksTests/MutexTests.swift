import Locks
import Testing

/// The same of the library's lock and of the one that sanitized builds have in its place.
@Suite struct MutexTests {
  @Test func noTurnOfAThreadIsLost() async {
    final class Count: Sendable {
      let value = Mutex(0)
    }
    let count = Count()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10_000 { count.value.withLock { $0 += 1 } }
        }
      }
    }
    #expect(count.value.withLock { $0 } == 40_000)
  }

  @Test func anErrorComesOutAndTheLockIsFreeAfterwards() {
    struct Refused: Error {}
    let value = Mutex("before")
    #expect(throws: Refused.self) {
      try value.withLock { value throws(Refused) in
        value = "after"
        throw Refused()
      }
    }
    #expect(value.withLock { $0 } == "after")
  }

  @Test func whatItHoldsGoesWithIt() {
    let ends = Ends()
    do {
      let lock = Mutex([Held(ends), Held(ends)])
      lock.withLock { _ = $0.popLast() }
      #expect(ends.count.withLock { $0 } == 1)
    }
    #expect(ends.count.withLock { $0 } == 2)
  }
}

private final class Ends: Sendable {
  let count = Mutex(0)
}

/// Counts its end.
private final class Held: Sendable {
  let ends: Ends

  init(_ ends: Ends) { self.ends = ends }

  deinit { ends.count.withLock { $0 += 1 } }
}
