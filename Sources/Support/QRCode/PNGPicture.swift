import CPng

/// PNG files, as a person keeps pictures of their screen.
public enum PNGPicture {
  /// Longest file that is looked at.
  public static let fileBytesMax = 32 << 20

  /// Whether the bytes begin as a PNG file does.
  public static func isPNG(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  /// The picture in a PNG file, in shades of grey; what can be seen through is white behind.
  /// - Throws: `.notAPicture` for anything but a whole PNG file of up to 32 MiB, `.size` for sides that are
  ///   not in 21…1,920; they are looked at before anything is unpacked.
  public static func grey(_ file: [UInt8]) throws(QRCodeError) -> GreyPicture {
    guard file.count <= fileBytesMax, isPNG(file) else { throw .notAPicture }
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    let unpacked = file.withUnsafeBytes { bytes -> Result<[UInt8], QRCodeError> in
      guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
        return .failure(.notAPicture)
      }
      let sides = UInt32(GreyPicture.sideMin)...UInt32(GreyPicture.sideMax)
      guard sides.contains(image.width), sides.contains(image.height) else {
        return .failure(.size(width: Int(image.width), height: Int(image.height)))
      }
      image.format = UInt32(PNG_FORMAT_GRAY)
      var white = png_color(red: 255, green: 255, blue: 255)
      var shades = [UInt8](repeating: 255, count: Int(image.width) * Int(image.height))
      let isWhole = shades.withUnsafeMutableBytes {
        png_image_finish_read(&image, &white, $0.baseAddress, Int32(image.width), nil) != 0
      }
      return isWhole ? .success(shades) : .failure(.notAPicture)
    }
    return try GreyPicture(
      width: Int(image.width), height: Int(image.height), shades: try unpacked.get())
  }
}
