import Control
import ConversationModel
import Foundation
import Glibc
import QRCode
import StrictJSON
import Terminal
import Text

/// `tern verify`: our code on the terminal, or somebody's as text or picture.
///
/// Pictures are read here, in the process of the command: the node gets the text only.
enum VerifyCommand {
  static func run(_ request: Invocation.VerifyRequest, _ context: ClientCommands.Context) async throws {
    switch request {
    case .own: try await showOwn(context)
    case .text(let given): try await read(try StandardInput.text(given), context)
    case .picture(let path): try await read(try code(inPictureAt: path), context)
    }
  }

  /// What became of a code that was read.
  static func words(_ result: JSONValue) -> String {
    let name = Text.displayName(result["name"]?.string ?? "")
    return result["result"]?.string == "verified"
      ? "\(name) is verified: the keys are those of the code."
      : "\(name) was asked for the proof, and none has come yet. Stay in reach of each other: it counts for "
        + "five minutes."
  }

  private static func showOwn(_ context: ClientCommands.Context) async throws {
    let result = try await context.ask(.ownCode(isFresh: false))
    if context.isJSON { return Console.print(result.serialized()) }
    let code = result["code"]?.string ?? ""
    if isatty(STDOUT_FILENO) == 1, let symbol = try? QRCode.symbol(of: code) {
      HalfBlocks.escaped(symbol).forEach(Console.print)
    }
    Console.print(code)
  }

  private static func read(_ code: String, _ context: ClientCommands.Context) async throws {
    let result = try await context.ask(.readCode(code))
    if context.isJSON { Console.print(result.serialized()) }
    guard result["result"]?.string == "verified" else { throw ControlProblem(words(result)) }
    if !context.isJSON { Console.print(words(result)) }
  }

  private static func code(inPictureAt path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ControlProblem("There is no file “\(path)” that can be read.")
    }
    // One byte more than is looked at shows a file that is too long.
    let bytes = try file.read(upToCount: PNGPicture.fileBytesMax + 1) ?? Data()
    let texts = try QRCode.texts(in: try PNGPicture.grey([UInt8](bytes)))
    guard let text = texts.first(where: VerificationCode.isBegun) ?? texts.first else {
      throw ControlProblem(
        "No code was found in “\(path)”. All of it has to be visible, sharp and not too small.")
    }
    return text
  }
}
