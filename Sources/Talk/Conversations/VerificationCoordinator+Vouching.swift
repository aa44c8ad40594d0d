import Bytes
import ConversationModel
import Timebase
import TransportPorts

/// Vouching: whom we verified is told to those we verified, once a day each, and their word is heard
/// (chat-app 8.6, mesh-features 11).
extension VerificationCoordinator {
  /// Somebody vouches for others. Only the word of somebody we verified counts.
  func receive(_ vouches: [Vouch], from peer: SessionPeer) async {
    guard await !people.isBlocked(peer.address) else { return }
    let now = clock.now().unix
    var isNews = false
    for vouch in vouches.prefix(Vouch.batchMax) {
      let refusal = book.accept(vouch, from: peer.fingerprint, own: ownFingerprint, now: now)
      if refusal == nil { isNews = true }
    }
    guard isNews else { return }
    do {
      try await keep()
    } catch {
      await presenter?.show(problem: storeProblem(error))
    }
  }

  /// Everybody in sight who is verified hears whom else we verified.
  func vouchToEverybody() async {
    for person in await people.directory().people {
      await vouch(to: person)
    }
  }

  /// One batch, if one is due.
  func vouch(to person: Person) async {
    guard let transport = transport as? any VouchTransport else { return }
    let now = clock.now().unix
    let records = book.batch(
      for: person.peer.fingerprint, understandsVouches: person.peer.understandsVouches, now: now)
    let vouches = records.compactMap { record -> Vouch? in
      guard let fingerprint = [UInt8](hexadecimal: record.fingerprint), let key = record.signingKey else {
        return nil
      }
      var vouch = Vouch(fingerprint: fingerprint, signingKey: key, statedAt: now, signature: [])
      vouch.signature = identity.signature(for: vouch.signedBytes)
      return vouch
    }
    guard !vouches.isEmpty, await transport.vouch(to: person.address, vouches) else { return }
    book.batchSent(to: person.peer.fingerprint, now: now)
    do {
      try await keep()
    } catch {
      await presenter?.show(problem: storeProblem(error))
    }
  }
}
