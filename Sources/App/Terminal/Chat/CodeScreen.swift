import QRCode

/// Our own code over the whole screen: as a picture where there is room, else as text to be marked and
/// copied.
struct CodeScreen: Sendable, Equatable {
  let code: String
  private let picture: [String]
  /// Whether the person wants the text.
  var showsText = false

  init(_ code: String) {
    self.code = code
    picture = (try? QRCode.symbol(of: code)).map(HalfBlocks.rows) ?? []
  }

  /// Whether the picture and a line under it have room.
  func fits(_ size: ScreenSize) -> Bool {
    guard let first = picture.first else { return false }
    return first.count <= size.columns && picture.count < size.rows
  }

  func canvas(_ size: ScreenSize) -> Canvas {
    var canvas = Canvas(size)
    var lines: [String] = []
    if fits(size), !showsText {
      let left = (size.columns - (picture.first?.count ?? 0)) / 2
      for (row, line) in picture.enumerated() { canvas.put(line, row: row, column: left, .code) }
      canvas.put(
        Wrapping.rows("Your code, for five minutes. t: as text; any other key: back", width: size.columns)
          .first ?? [], row: picture.count, column: left, width: size.columns - left)
      return canvas
    }
    if !fits(size), let first = picture.first {
      lines.append(
        "For the picture the window has to have \(first.count) columns and \(picture.count + 1) rows.")
    }
    lines.append("Your code as text, for five minutes; any key: back")
    lines.append(code)
    var row = 0
    for line in lines {
      for part in Wrapping.rows(line, width: size.columns) {
        canvas.put(part, row: row, column: 0)
        row += 1
      }
      row += 1
    }
    return canvas
  }
}
