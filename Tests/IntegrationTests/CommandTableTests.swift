import ConversationModel
import Conversations
import Foundation
import MeshWire
import Testing
import Timebase
import TransportPorts

/// Goal: every row of the table of commands (chat-app 9) does in every place exactly what it says, on the
/// wire and on the screen, and what is refused leaves nothing behind.
/// Method: real engines, coordinators and stores in virtual time, a world a case; the packets that leave are
/// decoded as they come to the neighbour, what was encrypted is read where it comes out.
@MainActor @Suite(.timeLimit(.minutes(3))) struct CommandTableTests {
  @Test(arguments: CommandCase.all) func aLineDoesThisAndNothingElse(_ wanted: CommandCase) async throws {
    let world = try await CommandWorld(wanted.world)
    let place = wanted.place == .mesh ? ConversationKey.mesh : world.bob.chat
    for typed in wanted.before { _ = try await world.ann.messages.submit(typed, in: place) }
    await world.pass(.seconds(2))
    let before = try await world.look(at: place)
    var done = Submission()
    var refused: String?
    do {
      done = try await world.ann.messages.submit(wanted.typed, in: place)
    } catch {
      refused = "\(error)"
    }
    await world.pass(.seconds(wanted.seconds))
    let after = try await world.look(at: place)
    #expect(refused.map(world.withoutNames) == wanted.refused)
    #expect(await world.wire(after: before.deliveries) == wanted.wire)
    #expect(Array(after.bobReads.dropFirst(before.bobReads.count)) == wanted.bobReads)
    #expect(Array(after.cidReads.dropFirst(before.cidReads.count)) == wanted.cidReads)
    let opens = wanted.opens.map { $0 == "bob" ? world.bob.chat : world.cid.chat }
    #expect(done.opens == opens)
    if wanted.isEmptied {
      #expect(!before.lines.isEmpty && after.lines.isEmpty)
    } else {
      #expect(after.lines.dropFirst(before.lines.count).map(world.withoutNames) == wanted.lines)
    }
    #expect(world.ann.screen.problems.isEmpty)
    await world.close()
  }

  @Test func everyRowHasACaseForEveryPlaceAndEveryRefusal() {
    for row in CommandRow.allCases {
      for place in CommandCase.Place.allCases {
        let cases = CommandCase.all.filter { $0.row == row && $0.place == place }
        #expect(cases.contains { $0.refusal == nil } == row.canBeDone, "\(row) in \(place)")
        var refusals = row.refusals
        // In private nobody reads along.
        if place == .chat { refusals.remove(.unconfirmed) }
        #expect(Set(cases.compactMap(\.refusal)) == refusals, "\(row) in \(place)")
      }
    }
  }

  @Test func everyWordThereIsHasARow() {
    let rows = Set(CommandRow.allCases.map(\.rawValue)).subtracting([CommandRow.other.rawValue])
    #expect(rows == Set(CommandWord.allCases.map(\.rawValue)))
  }
}

/// Three people in a row, with sessions between all of them.
@MainActor final class CommandWorld {
  let ann: VirtualPerson
  let bob: VirtualPerson
  let cid: VirtualPerson
  private let mesh = VirtualMesh()
  private let folder: URL

  /// What there is at a moment.
  struct Sight {
    var deliveries: Int
    var lines: [String]
    var bobReads: [String]
    var cidReads: [String]
  }

  init(_ world: CommandCase.World) async throws {
    // In memory where that can be had: a hundred worlds would wait for a disk most of the time.
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let place = isThere ? memory : FileManager.default.temporaryDirectory
    folder = place.appending(path: "tern-table-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ann = try await VirtualPerson.make("ann", seed: 1, in: mesh, folder: folder.path)
    bob = try await VirtualPerson.make("bob", seed: 2, in: mesh, folder: folder.path)
    cid = try await VirtualPerson.make(
      world == .twoBobs ? "bob" : "cid", seed: 3, in: mesh, folder: folder.path, file: "cid")
    guard world != .alone else { return }
    await mesh.connect(ann.node, bob.node)
    await mesh.connect(bob.node, cid.node)
    await pass(.seconds(4))
    for other in [bob, cid] {
      await ann.messages.opened(other.chat)
      await ann.messages.closed(other.chat)
    }
    await pass(.seconds(4))
    switch world {
    case .row, .alone, .twoBobs: break
    case .pongsLost: await mesh.lose(.pong)
    case .cidGone:
      await mesh.disconnect(bob.node, cid.node)
      await pass(.seconds(20))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Lets time pass; after each 50 ms everybody does what is due.
  func pass(_ duration: Duration) async {
    for _ in 0..<Int(duration / .milliseconds(50)) {
      await mesh.run(for: .milliseconds(50))
      for person in [ann, bob, cid] { await person.work() }
    }
  }

  func look(at place: ConversationKey) async throws -> Sight {
    let shown = try await ann.store.newest(in: place, limit: 999).messages
    return Sight(
      deliveries: await mesh.deliveryCount, lines: shown.map { ActionLine.shown($0, other: "bob") },
      bobReads: await mesh.privateTexts(at: bob.node, from: ann.identity.peerID),
      cidReads: await mesh.privateTexts(at: cid.node, from: ann.identity.peerID))
  }

  /// What ann herself sent since then, in words.
  func wire(after count: Int) async -> [String] {
    await mesh.packets(of: ann.node, at: bob.node, after: count).map { packet in
      let recipient =
        switch packet.recipient {
        case bob.identity.peerID?: "bob"
        case cid.identity.peerID?: "cid"
        case nil: "everybody"
        case .some(let other): "\(other)"
        }
      let text = packet.type == .publicMessage ? (try? packet.publicText()).map { ": " + $0 } ?? ": ?" : ""
      return "\(packet.type) to \(recipient), TTL \(packet.ttl)\(text)"
    }
  }

  /// The words without what differs from run to run, or says nothing.
  func withoutNames(_ words: String) -> String {
    let names = [bob, cid].map { "bob#" + $0.address.text.prefix(4) }
    let fingerprints = [bob, cid].map { String($0.address.text.prefix(8)) }
    var shown = words
    for way in [names, names.reversed()] {
      shown = shown.replacingOccurrences(of: way.joined(separator: ", "), with: "NAMES")
    }
    for fingerprint in fingerprints { shown = shown.replacingOccurrences(of: fingerprint, with: "KEY") }
    return shown.replacing(/answered in [0-9]+ ms/, with: "answered in N ms")
  }

  func close() async {
    for person in [ann, bob, cid] { await person.close() }
  }
}
