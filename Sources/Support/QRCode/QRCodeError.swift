/// Why a code could not be made or a picture not be looked at.
public enum QRCodeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Too much text for one code, or none.
  case text(bytes: Int)
  /// A side of the picture is too small or too large.
  case size(width: Int, height: Int)
  /// The bytes are not as many as the sides of the picture say.
  case length(expected: Int, found: Int)
  /// It is no picture that can be read.
  case notAPicture
  /// There was no memory for it.
  case outOfMemory

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .text(0): "There is no text to make a code of."
    case .text(let bytes): "\(bytes) bytes are more than one code can hold."
    case .size(let width, let height):
      "The picture is \(width) by \(height) pixels. Each side may have \(GreyPicture.sideMin) to "
        + "\(GreyPicture.sideMax): cut out the part with the code, or make the picture smaller."
    case .length(let expected, let found):
      "The picture should have \(expected) bytes and has \(found), so it was not looked at."
    case .notAPicture: "This is no picture that Tern can read. Save it as PNG, or copy the code as text."
    case .outOfMemory: "There is not enough memory to look at the picture."
    }
  }
}
