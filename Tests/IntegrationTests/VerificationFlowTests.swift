import ConversationModel
import Conversations
import Foundation
import QRCode
import Testing
import Timebase
import TransportPorts

/// Goal: two people verify each other by pictures of their codes, and every other code is refused in its own
/// words and changes nothing.
/// Method: three nodes in a row in virtual time; codes go from one to the other as shades of grey or as text.
@MainActor @Suite(.timeLimit(.minutes(2))) final class VerificationFlowTests {
  private let folder: URL
  private let mesh = VirtualMesh()
  private let (ann, bob, cid): (VirtualPerson, VirtualPerson, VirtualPerson)

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tern-verify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ann = try await VirtualPerson.make("ann", seed: 1, in: mesh, folder: folder.path)
    bob = try await VirtualPerson.make("bob", seed: 2, in: mesh, folder: folder.path)
    cid = try await VirtualPerson.make("cid", seed: 3, in: mesh, folder: folder.path)
    await mesh.connect(ann.node, bob.node)
    await mesh.connect(bob.node, cid.node)
    await pass(.seconds(5))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func twoPeopleVerifyEachOtherByPicturesOfTheirCodes() async throws {
    try await read(photograph(await bob.verification.ownCode()), as: ann, of: bob)
    await pass(.seconds(3))
    #expect(ann.screen.trust == [bob.address: .verified])
    #expect(ann.screen.comparisons[bob.address].step == .proven)
    #expect(bob.screen.trust.isEmpty, "the other way has to be gone as well")
    #expect(bob.screen.comparisons[ann.address].readOursAt != nil, "but bob hears of it")
    try await read(photograph(await ann.verification.ownCode()), as: bob, of: ann)
    await pass(.seconds(3))
    #expect(bob.screen.trust == [ann.address: .verified])
    #expect(bob.screen.notices.contains(.verifiedEachOther(name: "ann")))
    await close()
  }

  @Test func wrongOldForgedReplayedAndDamagedCodesAreRefusedEachInItsOwnWords() async throws {
    let good = await bob.verification.ownCode()
    var words: [String] = []
    func refused(_ written: String) async {
      do {
        _ = try await ann.verification.begin(withCode: written, of: bob.address)
        Issue.record("accepted: \(written)")
      } catch {
        words.append("\(error)")
      }
    }
    await refused(await cid.verification.ownCode().text)
    await refused(await ann.verification.ownCode().text)
    await refused(good.text.replacing("nick=bob", with: "nick=rob"))
    await refused(good.text.replacing("&sig=", with: "&sig=0"))
    await refused(String(good.text.prefix(200)))
    await refused("https:" + "//example.org/")
    // Signed in order, but with a key that is not the one of the device.
    var forged = good
    forged.signingKey = cid.identity.signing.publicKey.bytes
    forged.signature = cid.identity.signing.signature(for: forged.signedBytes)
    _ = try await ann.verification.begin(withCode: forged.text, of: bob.address)
    await pass(.seconds(3))
    guard case .refused(let why)? = ann.screen.comparisons[bob.address].step else {
      Issue.record("\(String(describing: ann.screen.comparisons[bob.address].step))")
      return
    }
    words.append(why)
    #expect(ann.screen.trust.isEmpty)
    // The same code twice.
    _ = try await ann.verification.begin(withCode: good.text, of: bob.address)
    await pass(.seconds(3))
    #expect(ann.screen.trust == [bob.address: .verified])
    try await ann.verification.setVerified(false, bob.address)
    await refused(good.text)
    // Copied, and shown again later; and one from tomorrow.
    let copied = await bob.verification.ownCode(fresh: true)
    await pass(.seconds(302), step: .seconds(1))
    await refused(copied.text)
    var early = copied
    early.madeAtSeconds += 86_400
    early.signature = bob.identity.signing.signature(for: early.signedBytes)
    await refused(early.text)
    #expect(ann.screen.trust.isEmpty)
    #expect(Set(words).count == words.count && words.count == 10)
    #expect(
      words.map { $0.split(separator: ".").first.map(String.init) } == [
        "This is the code of cid, not of bob", "This is your own code",
        "The code was changed on its way: its signature does not fit",
        "The code cannot be read: “sig” is damaged", "The code is not complete: “sig” is missing",
        "This is no verification code",
        "bob could not be verified: another device uses a different signing key for this name",
        "You have used this code of bob before, and a code counts once",
        "The code is more than five minutes old",
        "The code comes from the future: one of the two clocks is wrong by more than five minutes",
      ])
    await close()
  }

  // MARK: Parts

  /// What somebody's camera sees of a screen.
  private func photograph(_ code: VerificationCode) throws -> GreyPicture {
    let symbol = try QRCode.symbol(of: code.text)
    let (pixels, margin) = (3, QRSymbol.borderModules + 6)
    let side = (symbol.size + 2 * margin) * pixels
    let shades = (0..<side * side).map { place -> UInt8 in
      symbol.isDark(row: place / side / pixels - margin, column: place % side / pixels - margin) ? 40 : 215
    }
    return try GreyPicture(width: side, height: side, shades: shades)
  }

  private func read(_ picture: GreyPicture, as reader: VirtualPerson, of owner: VirtualPerson) async throws {
    let texts = try QRCode.texts(in: picture)
    #expect(texts.count == 1)
    _ = try await reader.verification.begin(withCode: texts.first ?? "", of: owner.address)
  }

  private func pass(_ duration: Duration, step: Duration = .milliseconds(50)) async {
    for _ in 0..<Int(duration / step) {
      await mesh.run(for: step)
      for person in [ann, bob, cid] { await person.work() }
    }
  }

  private func close() async {
    for person in [ann, bob, cid] { await person.close() }
  }
}
