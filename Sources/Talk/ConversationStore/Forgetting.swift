import ConversationModel
import Locks
import Storage
import Timebase

extension ConversationStore {
  /// Takes what was removed out of everything that still holds it: of the index, which only notes that
  /// something is gone until it is written anew, and of the log, which holds pages as they were. The file's
  /// own pages were overwritten already. While somebody reads, the log waits for the next call.
  func forgetRemoved() async throws(ConversationStoreError) {
    try await forgetInIndex()
    try await cutLog()
  }

  /// As `forgetRemoved`, after a sweep. Writing the index anew costs as much as reading it, so a sweep that
  /// only went on with what the one before had done does it once an hour: what stays until then are keyed
  /// marks that lead to no message.
  func forgetSwept(_ retention: Retention, now: Timestamp) async throws(ConversationStoreError) {
    if indexCare.isDue(retention, now: now) { try await forgetInIndex() }
    try await cutLog()
  }

  private func forgetInIndex() async throws(ConversationStoreError) {
    let state = try await read { try $0.indexState() }
    guard state.removals > state.forgotten else { return }
    var isFirst = true
    while try await write({ [isFirst] table, _ in try table.search.forgetStep(isFirst: isFirst) }) {
      isFirst = false
    }
    try await write { table, _ in try table.noteForgotten(state.removals) }
  }

  private func cutLog() async throws(ConversationStoreError) {
    let database = database
    try await translated {
      do {
        try await database.mergeLog()
      } catch StorageError.busy {}
    }
  }
}

/// What a store remembers of the care for its search index, while it is open.
final class IndexCare: Sendable {
  private struct State {
    var retention: Retention?
    var forgotAt = Timestamp(milliseconds: 0)
    var isRenewing = false
  }

  private static let intervalMilliseconds: Int64 = 3_600_000
  private let state = Mutex(State())

  /// Whether the index is to be written anew after a sweep, which is noted: the first, one of another
  /// retention, and one an hour.
  func isDue(_ retention: Retention, now: Timestamp) -> Bool {
    state.withLock { state in
      let passed = now.millisecondsSince(state.forgotAt)
      guard state.retention != retention || !(0..<Self.intervalMilliseconds).contains(passed) else {
        return false
      }
      (state.retention, state.forgotAt) = (retention, now)
      return true
    }
  }

  /// Whether nobody makes the index anew already: then the caller does.
  func beginRenewal() -> Bool {
    state.withLock { state in
      defer { state.isRenewing = true }
      return !state.isRenewing
    }
  }

  func endRenewal() {
    state.withLock { $0.isRenewing = false }
  }
}
