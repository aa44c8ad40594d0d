import AppState
import ConversationModel
import Networking
import QRCode
import TransportPorts

/// What requests of the sheet for being sure of somebody do.
extension PageService {
  /// Takes a code that was pasted.
  @MainActor func verify(_ written: String, in key: ConversationKey) async -> HTTPResponse {
    do {
      guard let person = try await app.talk.verify(code: written, of: key.peer) else {
        throw TrustProblem.notOffered
      }
      return .goTo(person)
    } catch {
      return Answers.text("\(error)", status: 422)
    }
  }

  /// Looks for a code in a picture that the page has decoded. Without one there is nothing to answer: a
  /// camera sends many before one comes.
  func verify(_ picture: Route.PictureSent, _ shades: [UInt8], in key: ConversationKey) async -> HTTPResponse
  {
    do {
      let picture = try GreyPicture(width: picture.width, height: picture.height, shades: shades)
      let texts = try QRCode.texts(in: picture)
      guard let first = texts.first else { return Answers.nothing() }
      return await verify(texts.first(where: VerificationCode.isBegun) ?? first, in: key)
    } catch {
      return Answers.text("\(error)", status: 422)
    }
  }

  /// Makes another code of ours and shows it.
  @MainActor func makeCode(in key: ConversationKey) async -> HTTPResponse {
    _ = await app.talk.ownCode(fresh: true)
    return Answers.seeOther(PagePath.target(.verify(key, .mine)))
  }
}

extension HTTPResponse {
  /// The sheet of the person whose code was read, where the outcome appears.
  fileprivate static func goTo(_ person: Person) -> HTTPResponse {
    Answers.goTo(PagePath.target(.verify(.direct(person.address), .read)))
  }
}

extension Route {
  /// A picture as its address tells it; the shades are the body.
  struct PictureSent: Sendable, Equatable {
    /// Pixels across, as the page says.
    var width: Int
    /// Pixels down, as the page says.
    var height: Int
  }
}

extension Route.PictureSent {
  /// Reads `width` and `height`; what is no number is 0, which no picture has.
  init(_ items: [(name: String, value: String)]) {
    func number(_ name: String) -> Int { items.first { $0.name == name }.flatMap { Int($0.value) } ?? 0 }
    self.init(width: number("width"), height: number("height"))
  }
}
