import ConversationStore
import Foundation
import Storage

/// Folders that cannot be written, for real: a small file system that fills up, and one that another user
/// owns.
struct PlaceRun {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// `--folder` is on a file system of a few MiB. Writes until it is full, makes room, writes on.
  func runFull() async throws -> Figures {
    var figures = Figures()
    let ballast = "\(options.folder)/ballast"
    try Data(repeating: 1, count: 1 << 19).write(to: URL(filePath: ballast))
    let numbered = try await NumberedStore.openAsNodesDo(options.folder, acknowledged: 0)
    var number = 0
    var refusal: (any Error)?
    while refusal == nil, number < 100_000 {
      do {
        try await numbered.write(number + 1)
        number += 1
      } catch {
        refusal = error
      }
    }
    guard case .some(ConversationStoreError.storage(.full)) = refusal as? ConversationStoreError else {
      throw Loss(words: "after \(number) messages: \(refusal.map { "\($0)" } ?? "never full")")
    }
    figures.add(number, "written-until-full")
    guard try await numbered.numbers().last == number else {
      throw Loss(words: "a full disk was read differently")
    }
    try FileManager.default.removeItem(atPath: ballast)
    // The same store, without a restart.
    for _ in 0..<20 {
      try await numbered.write(number + 1)
      number += 1
    }
    figures.add(20, "written-after-making-room")
    await numbered.store.close()
    let again = try await NumberedStore.openAsNodesDo(options.folder, acknowledged: number)
    _ = try await again.check(acknowledged: number)
    await again.store.close()
    if let words = damage(of: "\(options.folder)/\(NumberedStore.fileName)") { throw Loss(words: words) }
    return figures
  }

  /// Every folder in `--folder` is one that we may not write: without a store, with somebody else's, with
  /// one of ours that may only be read. None is written, each refusal has a type, and no byte changes.
  func runReadOnly() async throws -> Figures {
    var figures = Figures()
    for name in try FileManager.default.contentsOfDirectory(atPath: options.folder).sorted() {
      let folder = "\(options.folder)/\(name)"
      let before = try state(of: folder)
      do {
        let numbered = try await NumberedStore.openAsNodesDo(folder, acknowledged: 1)
        // A store that opens for reading is fine where it refuses to write.
        try await numbered.write(1_000_000)
        throw Loss(words: "a folder that cannot be written was written: \(name)")
      } catch let problem as ConversationStoreError {
        switch problem {
        case .storage(.cannotOpen), .storage(.readOnly): figures.add(1, "refusals")
        case .storage, .wrongKey, .damagedRow, .doesNotFit, .cannotKeep:
          throw Loss(words: "\(name): \(problem)")
        }
      }
      guard try state(of: folder) == before else { throw Loss(words: "\(name) was changed") }
    }
    return figures
  }

  private func state(of folder: String) throws -> [String: Data] {
    var state: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      state[name] = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
    return state
  }
}
