import CQREncode
import CZbar

/// Text to QR code and back.
///
/// Nothing is kept between calls. A code is made with the least error correction: on a screen nothing is torn
/// or dirty, and larger squares help a camera more.
public enum QRCode {
  /// Most bytes of text that one code can hold.
  public static let textBytesMax = 2_953
  /// Most codes of one picture that are told.
  public static let codesMax = 16

  /// The code of a text.
  /// - Throws: `.text` for an empty text, one with a zero byte, or one over 2,953 bytes; `.outOfMemory`.
  public static func symbol(of text: String) throws(QRCodeError) -> QRSymbol {
    let bytes = Array(text.utf8)
    guard (1...textBytesMax).contains(bytes.count) else { throw .text(bytes: bytes.count) }
    guard let made = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else {
      throw .outOfMemory
    }
    defer { QRcode_free(made) }
    let size = Int(made.pointee.width)
    guard (21...177).contains(size), let squares = made.pointee.data else { throw .outOfMemory }
    // The lowest bit says dark; the others tell what a square is for.
    return QRSymbol(size: size, dark: (0..<size * size).map { squares[$0] & 1 == 1 })
  }

  /// The texts of the codes in a picture, in the order they are found; empty where there is none. Codes that
  /// hold no UTF-8 are left out, and so are other kinds of codes. Light on dark is found as well.
  ///
  /// Costs up to half a second for the largest picture.
  /// - Throws: `.outOfMemory`.
  public static func texts(in picture: GreyPicture) throws(QRCodeError) -> [String] {
    guard let scanner = zbar_image_scanner_create() else { throw .outOfMemory }
    defer { zbar_image_scanner_destroy(scanner) }
    // Every kind of code is off but one: less code looks at what may be made to hurt.
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_TEST_INVERTED, 1)
    guard let image = zbar_image_create() else { throw .outOfMemory }
    defer { zbar_image_destroy(image) }
    zbar_image_set_format(image, formatY800)
    zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
    return picture.shades.withUnsafeBytes { shades in
      // Without a handler the library leaves the bytes to us; they outlive the scan, and not the closure.
      zbar_image_set_data(image, shades.baseAddress, UInt(shades.count), nil)
      defer { zbar_image_set_data(image, nil, 0, nil) }
      guard zbar_scan_image(scanner, image) > 0 else { return [] }
      return texts(of: image)
    }
  }

  private static func texts(of image: OpaquePointer) -> [String] {
    var texts: [String] = []
    var symbol = zbar_image_first_symbol(image)
    while let found = symbol, texts.count < codesMax {
      let count = Int(zbar_symbol_get_data_length(found))
      if zbar_symbol_get_type(found) == ZBAR_QRCODE, let data = zbar_symbol_get_data(found) {
        let bytes = UnsafeRawBufferPointer(start: data, count: count)
        if let text = String(validating: bytes, as: UTF8.self), !texts.contains(text) { texts.append(text) }
      }
      symbol = zbar_symbol_next(found)
    }
    return texts
  }

  /// The letters `Y800`, the lowest first: one byte a pixel.
  private static let formatY800: UInt = 0x3030_3859
}
