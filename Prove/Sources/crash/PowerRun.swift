import CFaultDisk
import Foundation

/// Writes 200 numbered messages on the fault disk, then cuts the power at moments of that log: a third of
/// the cuts stand around a sync, where it hurts most. Each image is opened as after a restart.
struct PowerRun {
  private let options: Options
  private let messages = 200
  /// The store is closed and opened again so often, which merges the log and begins a new one.
  private let messagesPerOpening = 40

  init(_ options: Options) { self.options = options }

  func run() async throws -> Figures {
    guard fault_install() == 0 else { throw BadArgument(words: "SQLite takes no disk.") }
    try await script()
    var random = SeededGenerator(seed: options.seed)
    var figures = Figures()
    let count = fault_event_count()
    let syncs = (0..<count).filter { fault_event_at($0).kind == Int32(FAULT_SYNC.rawValue) }
    let hurting = syncs.isEmpty ? [count] : syncs
    for _ in 0..<options.count {
      let sync = hurting[Int.random(in: 0..<hurting.count, using: &random)]
      let moment =
        Int.random(in: 0..<3, using: &random) == 0
        ? min(count, sync + Int.random(in: 0...2, using: &random)) : Int.random(in: 0...count, using: &random)
      let damage = DiskImage.Damage.allCases.randomElement(using: &random) ?? .allLost
      do {
        try await restart(DiskImage(events: moment), damage, &random)
      } catch {
        throw Loss(words: "power cut after line \(moment) of \(count), \(damage): \(error)")
      }
      figures.add(1, "images")
      figures.add(1, "\(damage)")
    }
    figures.add(count, "log-lines")
    figures.add(syncs.count, "syncs")
    return figures
  }

  private func script() async throws {
    let folder = "\(options.folder)/script"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    fault_log_start(options.isPlanted)
    var number = 0
    while number < messages {
      let numbered = try await NumberedStore.open(folder)
      for _ in 0..<messagesPerOpening {
        number += 1
        try await numbered.write(number)
        fault_mark(Int64(number))
        try await numbered.writeBeside(number)
      }
      await numbered.store.close()
    }
    fault_log_stop()
    try FileManager.default.removeItem(atPath: folder)
  }

  private func restart(
    _ image: DiskImage, _ damage: DiskImage.Damage, _ random: inout SeededGenerator
  ) async throws {
    let folder = "\(options.folder)/image"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (ending, bytes) in image.files(damage, using: &random) {
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(NumberedStore.fileName)\(ending)"))
    }
    let numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: image.acknowledged)
    let highest = try await numbered.check(acknowledged: image.acknowledged)
    // It works on: the next message is taken.
    try await numbered.write(highest + 1)
    await numbered.store.close()
    if let words = crash.damage(of: "\(folder)/\(NumberedStore.fileName)") { throw Loss(words: words) }
  }
}
