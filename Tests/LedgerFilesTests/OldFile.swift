import Foundation
import Ledger
import Storage
import Testing

/// A file as version 0.9 of the desktop program made it, with what an upgrade can stumble over.
enum OldFile {
  /// Writes it to `path`; one statement a line of `Fixtures/old_v0.sql`.
  static func write(to path: String) throws {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/old_v0", withExtension: "sql"))
    let statements = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    try ForeignDatabase.create(at: path) { connection in
      for statement in statements { try connection.run(String(statement)) }
    }
  }
}
