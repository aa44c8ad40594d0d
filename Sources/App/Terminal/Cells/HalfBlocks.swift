import QRCode

/// A QR code as text: each character is two squares, one above the other.
///
/// It is meant for black on white, whatever the colours of the terminal are: `Style.code` here, `escaped` for
/// programs that only print.
public enum HalfBlocks {
  /// The rows, border included; all are as wide.
  public static func rows(_ symbol: QRSymbol) -> [String] {
    let places = -QRSymbol.borderModules..<symbol.size + QRSymbol.borderModules
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      places.map { column in
        switch (symbol.isDark(row: row, column: column), symbol.isDark(row: row + 1, column: column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }

  /// The rows with the sequences that make a terminal of 256 colours show black on white.
  public static func escaped(_ symbol: QRSymbol) -> [String] {
    rows(symbol).map { Style.code.sequence(colours: true) + $0 + "\u{1B}[0m" }
  }
}

extension Style {
  /// Black on white: of the fixed part of the 256 colours, which no theme changes.
  static let code = Style(colour: 16, background: 231)
}
