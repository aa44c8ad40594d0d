/// A picture in shades of grey: one byte a pixel, 0 is black, row after row from the top.
public struct GreyPicture: Sendable, Equatable {
  /// Most pixels on a side: a screen's width. A larger picture has to be made smaller first.
  public static let sideMax = 1_920
  /// Most bytes of one.
  public static let bytesMax = sideMax * sideMax
  /// The least a code and its border take, at one pixel a square.
  public static let sideMin = 21

  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// `width` times `height` shades.
  public let shades: [UInt8]

  /// Takes a picture from outside.
  /// - Throws: `.size` for sides that are not in 21…1,920, `.length` where the bytes are not exactly as many
  ///   as the sides say.
  public init(width: Int, height: Int, shades: [UInt8]) throws(QRCodeError) {
    let sides = Self.sideMin...Self.sideMax
    guard sides.contains(width), sides.contains(height) else { throw .size(width: width, height: height) }
    guard shades.count == width * height else {
      throw .length(expected: width * height, found: shades.count)
    }
    self.width = width
    self.height = height
    self.shades = shades
  }
}
