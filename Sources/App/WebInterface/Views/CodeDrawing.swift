import Markup
import QRCode

/// A QR code as a drawing: dark on white in every theme, since not every camera reads it the other way round.
enum CodeDrawing {
  /// The colours of the design, as attributes: a theme does not reach them.
  private static let ink = "#0D1D27"
  private static let paper = "#FFFFFF"

  /// `title` names it for a screen reader, `description` says what it is for; both get ids from `id`.
  static func html(_ symbol: QRSymbol, id: String, title: String, description: String) -> HTML {
    let side = symbol.size + 2 * QRSymbol.borderModules
    return Tag.svg(
      .class("qr"), .id(id), .set(.viewBox, "0 0 \(side) \(side)"), .set(.role, "img"),
      .aria("labelledby", "\(id)-title"), .aria("describedby", "\(id)-words")
    ) {
      Tag.title(.id("\(id)-title")) { title }
      Tag.desc(.id("\(id)-words")) { description }
      Tag.rect(.set(.width, "\(side)"), .set(.height, "\(side)"), .set(.fill, paper))
      Tag.path(.set(.d, path(symbol)), .set(.fill, ink))
    }
  }

  /// One rectangle a run of dark squares: `M4 4h7v1h-7z`.
  static func path(_ symbol: QRSymbol) -> String {
    (0..<symbol.size).map { row in
      symbol.darkRuns(row: row).map { run in
        let (x, y) = (run.column + QRSymbol.borderModules, row + QRSymbol.borderModules)
        return "M\(x) \(y)h\(run.length)v1h-\(run.length)z"
      }.joined()
    }.joined()
  }
}
