import CFaultDisk

/// What may be on the disk after the power went: replays the log of the fault disk up to a moment.
///
/// Promised is only what was synced. A name that was made is sure once its file was synced, since SQLite
/// then syncs the folder; until the next such moment a name that was removed may still be there with its old
/// bytes.
struct DiskImage {
  /// What became of the writes that were not synced.
  enum Damage: Int, CaseIterable {
    case allLost, allKept, laterLost, someLost, torn, lastTorn
    /// Blocks reach the disk in any order: each is as it was after some of its writes.
    case reordered
  }

  private enum Change {
    case write(offset: Int, bytes: UnsafeBufferPointer<UInt8>)
    case truncate(Int)
  }

  private struct File {
    var durable: [UInt8] = []
    var pending: [(order: Int, change: Change)] = []
    var isThere = false
    var nameIsSure = true
    /// The bytes under this name before it was removed, as long as that may not have happened.
    var ghost: [UInt8]?
  }

  private var files = [File](repeating: File(), count: 3)
  /// The last number that was acknowledged by then.
  private(set) var acknowledged = 0

  /// The state after the first `count` lines of the log. The main file is there from the beginning.
  init(events count: Int) {
    files[Int(FAULT_MAIN.rawValue)].isThere = true
    for index in 0..<count {
      let event = fault_event_at(index)
      if event.kind == Int32(FAULT_MARK.rawValue) { acknowledged = Int(event.offset) }
      guard files.indices.contains(Int(event.file)) else { continue }
      let syncsFolder = event.kind == Int32(FAULT_SYNC.rawValue) && !files[Int(event.file)].nameIsSure
      if syncsFolder { for index in files.indices { files[index].ghost = nil } }
      Self.apply(event, order: index, to: &files[Int(event.file)])
    }
  }

  private static func apply(_ event: fault_event, order: Int, to file: inout File) {
    switch UInt32(event.kind) {
    case FAULT_CREATE.rawValue:
      file = File(isThere: true, nameIsSure: false, ghost: file.ghost)
    case FAULT_WRITE.rawValue:
      let bytes = UnsafeBufferPointer(start: event.bytes, count: Int(event.count))
      file.pending.append((order, .write(offset: Int(event.offset), bytes: bytes)))
    case FAULT_TRUNCATE.rawValue:
      file.pending.append((order, .truncate(Int(event.offset))))
    case FAULT_SYNC.rawValue:
      for (_, change) in file.pending { Self.apply(change, to: &file.durable) }
      file.pending = []
      file.nameIsSure = true
    case FAULT_DELETE.rawValue:
      for (_, change) in file.pending { Self.apply(change, to: &file.durable) }
      file = File(ghost: event.offset != 0 ? nil : file.durable)
    default: break
    }
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let count):
      if count < bytes.count { bytes.removeLast(bytes.count - count) }
    case .write(let offset, let new):
      let end = offset + new.count
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.withUnsafeMutableBytes { all in
        UnsafeMutableRawBufferPointer(rebasing: all[offset..<end]).copyMemory(
          from: UnsafeRawBufferPointer(new))
      }
    }
  }

  /// Files after the damage, by the ending of their names.
  func files(
    _ damage: Damage, using random: inout SeededGenerator
  ) -> [(ending: String, bytes: [UInt8])] {
    let first = files.compactMap { $0.pending.first?.order }.min() ?? 0
    let last = files.compactMap { $0.pending.last?.order }.max() ?? 0
    let cut = Int.random(in: first...max(first, last), using: &random)
    var result: [(String, [UInt8])] = []
    for (file, ending) in zip(files, ["", "-wal", "-journal"]) {
      if !file.isThere || (!file.nameIsSure && Bool.random(using: &random)) {
        if let ghost = file.ghost, Bool.random(using: &random) { result.append((ending, ghost)) }
        continue
      }
      var bytes = file.durable
      if damage == .reordered { Self.reorder(file.pending, &bytes, &random) }
      for (order, change) in file.pending {
        Self.damaged(change, damage, isBeforeCut: order < cut, isLast: order == last, &bytes, &random)
      }
      result.append((ending, bytes))
    }
    return result
  }

  private static func damaged(
    _ change: Change, _ damage: Damage, isBeforeCut: Bool, isLast: Bool, _ bytes: inout [UInt8],
    _ random: inout SeededGenerator
  ) {
    switch damage {
    case .allLost, .reordered: return
    case .allKept: apply(change, to: &bytes)
    case .laterLost: if isBeforeCut { apply(change, to: &bytes) }
    case .someLost: if Bool.random(using: &random) { apply(change, to: &bytes) }
    case .torn: tear(change, &bytes, &random)
    case .lastTorn:
      if isLast { tear(change, &bytes, &random) } else { apply(change, to: &bytes) }
    }
  }

  /// The cache holds one copy of a block: an older write never comes after a newer one of the same block.
  private static func reorder(
    _ pending: [(order: Int, change: Change)], _ bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    var lastOrders: [Int: Int] = [:]
    let orders = pending.map(\.order)
    for (order, change) in pending {
      guard case .write(let offset, let new) = change else {
        if Bool.random(using: &random) { apply(change, to: &bytes) }
        continue
      }
      var start = 0
      while start < new.count {
        let block = (offset + start) / blockBytes
        let end = min(new.count, (block + 1) * blockBytes - offset)
        let last =
          lastOrders[block] ?? (orders.randomElement(using: &random) ?? 0)
          - Int.random(in: 0...1, using: &random)
        lastOrders[block] = last
        if order <= last {
          apply(
            .write(offset: offset + start, bytes: UnsafeBufferPointer(rebasing: new[start..<end])), to: &bytes
          )
        }
        start = end
      }
    }
  }

  private static let blockBytes = 4_096

  /// Each 512 bytes of a write reach the disk or not.
  private static func tear(_ change: Change, _ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard case .write(let offset, let new) = change else { return apply(change, to: &bytes) }
    var start = 0
    while start < new.count {
      let end = min(new.count, start + 512 - (offset + start) % 512)
      if Bool.random(using: &random) {
        let piece = UnsafeBufferPointer(rebasing: new[start..<end])
        apply(.write(offset: offset + start, bytes: piece), to: &bytes)
      }
      start = end
    }
  }
}
