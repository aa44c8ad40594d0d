import Bytes
import ConversationModel
import Storage
import TransportPorts

/// The rows of a store that do not open.
struct Damage {
  struct Message {
    var sequence: Int64
    var conversation: Int64
    var isWaiting: Bool
  }

  /// A conversation whose name is lost or stands under a wrong index, and its name if it can be worked out.
  struct Conversation {
    var id: Int64
    var name: ConversationKey?
  }

  var isKeyCheckBroken = false
  var settings: [String] = []
  /// By sequence.
  var people: [Int64] = []
  /// By sequence.
  var relations: [Int64] = []
  var conversations: [Conversation] = []
  var messages: [Message] = []

  /// How many rows it names, the key check aside.
  var rowCount: Int {
    settings.count + people.count + relations.count + conversations.count + messages.count
  }

  var isEmpty: Bool {
    !isKeyCheckBroken && rowCount == 0
  }
}

/// Opens every row of a store, on one connection inside one transaction.
///
/// Only called where a row did not open, so that it costs nothing otherwise: about as long as reading all of
/// the history.
struct DamageSearch {
  let table: MessageTable

  private var sealer: RowSealer { table.sealer }
  private var connection: Connection { table.connection }

  /// What is damaged; `nil` when everything opens.
  func run() throws -> Damage? {
    var damage = Damage()
    damage.isKeyCheckBroken = try !KeyCheck.opens(table)
    damage.settings = try connection.query("SELECT name, sealed FROM setting") { row in
      let name = try row.text(0)
      return (try? table.openSetting(name, try row.blob(1))) == nil ? name : nil
    }.compactMap { $0 }
    var people: [KnownPeer] = []
    try connection.forEach("SELECT fingerprint, sealed, sequence FROM peer") { row in
      if let peer = try? table.people.open(row) {
        people.append(peer)
      } else {
        damage.people.append(try row.integer(2))
      }
    }
    try searchRelations(&damage)
    let indexes = try searchConversations(people, &damage)
    try connection.forEach("SELECT sequence, conversation, is_waiting, sealed, id FROM message") { row in
      let conversation = try row.integer(1)
      guard !isOpen(row, in: indexes[conversation], sealed: 3, id: 4) else { return }
      damage.messages.append(
        Damage.Message(
          sequence: try row.integer(0), conversation: conversation, isWaiting: try row.flag(2)))
    }
    return damage.isEmpty ? nil : damage
  }

  /// How many rows open under the key, and whether all do, the key check aside.
  func openRows() throws -> (count: Int, areAll: Bool) {
    let damage = try run() ?? Damage()
    let tables = ["setting", "peer", "conversation", "message"] + (try hasRelations ? ["relation"] : [])
    let rows = try tables.map {
      Int(try connection.integer("SELECT count(*) FROM \($0)") ?? 0)
    }.reduce(0, +)
    return (rows - damage.rowCount, damage.rowCount == 0)
  }

  /// The rows of the key check may be asked for before the file has its last schema.
  private var hasRelations: Bool {
    get throws {
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'relation'") == 1
    }
  }

  private func searchRelations(_ damage: inout Damage) throws {
    guard try hasRelations else { return }
    damage.relations = try connection.query("SELECT kind, person, sealed, sequence FROM relation") { row in
      table.relations.opens(row) ? nil : try row.integer(3)
    }.compactMap { $0 }
  }

  /// Finds the conversations that do not open; answers the index values that messages are bound to, by id.
  private func searchConversations(_ people: [KnownPeer], _ damage: inout Damage) throws -> [Int64: [UInt8]] {
    var indexes: [Int64: [UInt8]] = [:]
    var broken: [(id: Int64, index: [UInt8], sealed: [UInt8])] = []
    try connection.forEach("SELECT id, key, sealed FROM conversation") { row in
      let (id, index, sealed) = (try row.integer(0), try row.blob(1), try row.blob(2))
      indexes[id] = index
      // An empty one was found nameless before.
      if sealed.isEmpty || (try? table.openName(sealed, index)) != nil { return }
      broken.append((id, index, sealed))
    }
    guard !broken.isEmpty else { return indexes }
    let known = [.mesh] + people.flatMap { Self.keys($0.fingerprint.prefix(16), $0.noiseKey.hexadecimal) }
    for one in broken {
      let name =
        try Self.name(of: one, among: known, table)
        ?? Self.name(of: one, among: authors(in: one.id, one.index), table)
      damage.conversations.append(Damage.Conversation(id: one.id, name: name))
      if let name { indexes[one.id] = table.index(of: name) }
    }
    return indexes
  }

  /// The name that gives the row's index, or under whose index the row opens: either proves it.
  private static func name(
    of row: (id: Int64, index: [UInt8], sealed: [UInt8]), among known: [ConversationKey],
    _ table: MessageTable
  ) -> ConversationKey? {
    known.first { key in
      let index = table.index(of: key)
      return index == row.index || (try? table.openName(row.sealed, index)) == key
    }
  }

  /// The conversations with those who wrote the messages that open.
  private func authors(in conversation: Int64, _ index: [UInt8]) throws -> [ConversationKey] {
    var known: Set<ConversationKey> = []
    var keys: [ConversationKey] = []
    try connection.forEach(
      "SELECT sealed, id FROM message WHERE conversation = ?", [.integer(conversation)]
    ) { row in
      let plain = try? sealer.open(
        try row.blob(0), context: MessageTable.messageContext(try row.blob(1), index))
      guard let author = plain.flatMap({ RowCoding.message($0, in: .mesh)?.author }), !author.isOwn else {
        return
      }
      for key in Self.keys(author.address?.text ?? "", author.noiseKey?.text ?? "")
      where known.insert(key).inserted { keys.append(key) }
    }
    return keys
  }

  private static func keys(_ texts: any StringProtocol...) -> [ConversationKey] {
    texts.compactMap { PeerAddress(String($0)).map(ConversationKey.direct) }
  }

  private func isOpen(_ row: borrowing Row, in index: [UInt8]?, sealed: Int, id: Int) -> Bool {
    guard let index, let id = try? row.blob(id), let bytes = try? row.blob(sealed),
      let plain = try? sealer.open(bytes, context: MessageTable.messageContext(id, index))
    else { return false }
    return RowCoding.message(plain, in: .mesh) != nil
  }
}
