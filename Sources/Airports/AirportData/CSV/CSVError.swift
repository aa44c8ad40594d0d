/// Why a table of comma-separated values cannot be used, or not to its end. Lines count from 1.
public enum CSVError: Error, Sendable, Equatable {
  /// There are no bytes, or nothing but white space.
  case empty
  /// The file is larger than is read, in bytes.
  case tooLarge(bytes: Int, bytesMax: Int)
  /// The file is something else: an archive, a database, a web page.
  case notATable(OtherKind)
  /// The text is not UTF-8; `guess` is what it may be.
  case anotherEncoding(line: Int, guess: String)
  /// A column the heading must have is not there.
  case missingColumns([String])
  /// A column stands twice in the heading: which one holds is not known.
  case columnTwice(String)
  /// The heading has more columns than are read.
  case tooManyColumns(Int)
  /// One field is longer than is read.
  case fieldTooLong(line: Int)
  /// There are more lines than are read.
  case tooManyRows(Int)
  /// The file ends inside quotes that were opened in this line: its end is missing, or a quote is.
  case endsInsideQuotes(line: Int)
  /// The file ends in the middle of this line: its end is missing.
  case cutOff(line: Int)

  /// What a file can be that is no table.
  public enum OtherKind: String, Sendable, Equatable {
    /// Packed by gzip.
    case gzip
    /// A zip archive.
    case zip
    /// An SQLite database.
    case database
    /// A web page.
    case webPage
    /// Bytes that are no text.
    case binary
  }
}

extension CSVError: CustomStringConvertible {
  /// A sentence for a person: what is wrong, where, what to do.
  public var description: String {
    switch self {
    case .empty: "The file is empty."
    case .tooLarge(let bytes, let bytesMax):
      "The file has \(bytes) bytes; at most \(bytesMax) are read."
    case .notATable(let kind): kind.words
    case .anotherEncoding(let line, let guess):
      "Line \(line) is not UTF-8; the file may be \(guess). Save it as UTF-8 and try again."
    case .missingColumns(let names):
      "The first line names no column “\(names.joined(separator: "”, no column “"))”. "
        + "The first line must name the columns."
    case .columnTwice(let name): "The first line names the column “\(name)” twice."
    case .tooManyColumns(let max): "The first line names more than \(max) columns."
    case .fieldTooLong(let line): "A field that begins in line \(line) is longer than any is."
    case .tooManyRows(let max): "The file has more than \(max) lines."
    case .endsInsideQuotes(let line):
      "The file ends inside the quotes opened in line \(line): its end is missing. Fetch it again."
    case .cutOff(let line):
      "The file ends in the middle of line \(line): its end is missing. Fetch it again."
    }
  }
}

extension CSVError.OtherKind {
  var words: String {
    switch self {
    case .gzip: "The file is packed by gzip. Unpack it (gunzip) and try again."
    case .zip: "The file is a zip archive. Unpack it and try again."
    case .database: "The file is a database, not a table. Give it as a database."
    case .webPage: "The file is a web page, not a table. Fetch the file itself."
    case .binary: "The file is no text."
    }
  }
}
