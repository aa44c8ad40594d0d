import Foundation

/// The process that is killed: goes on with the numbered stream and prints each number once it is
/// acknowledged.
enum StorageChild {
  static func run(_ options: Options) async throws {
    let numbered = try await NumberedStore.open(options.folder)
    var number = try await numbered.numbers().last ?? 0
    say("ready")
    while true {
      number += 1
      // The planted fault: acknowledged before it is written.
      if options.isPlanted { say("\(number)") }
      try await numbered.write(number)
      if !options.isPlanted { say("\(number)") }
      try await numbered.writeBeside(number)
    }
  }

  /// Writes `--count` messages and ends.
  static func fill(_ options: Options) async throws {
    let numbered = try await NumberedStore.open(options.folder)
    for number in 1...max(1, options.count) { try await numbered.write(number) }
    await numbered.store.close()
  }
}
