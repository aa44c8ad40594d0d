import Glibc
import Timebase

/// What a write-ahead log tells before its database is opened (SQLite's file format, section 4).
///
/// SQLite reads a log up to the first frame whose checksum does not fit and writes over the rest. After a
/// power cut that rest is a change that was never acknowledged; after damage it may be many that were.
public enum WriteAheadLog {
  private static let headerCount = 32
  private static let frameHeaderCount = 24
  /// Two: of a torn tail at most the last change is there whole.
  private static let lostChangesMin = 2

  /// Whether changes stand in the log of the database at `path` behind a place that cannot be read.
  public static func isDamaged(besides path: String) -> Bool {
    let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let header = read(descriptor, headerCount, at: 0) else { return false }
    let isBigEndian = header[3] & 1 == 1
    let pageSize = Int(number(header, 8) == 1 ? 65_536 : number(header, 8))
    let isHeaderSound =
      number(header, 0) & ~1 == 0x377F_0682 && (512...65_536).contains(pageSize)
      && pageSize & (pageSize - 1) == 0
      && Sum().adding(header[0..<24], isBigEndian) == Sum(number(header, 24), number(header, 28))
    guard isHeaderSound else { return read(descriptor, 512, at: headerCount) != nil }
    return isDamaged(descriptor, header, pageSize, isBigEndian)
  }

  /// Copies the log to a name of its own, before SQLite writes over what it cannot read; `false` where there
  /// is no log. The log stays.
  public static func copy(besides path: String) throws(StorageError) -> Bool {
    guard DataFile.hasLog(path) else { return false }
    // Of a start that was stopped, before anything was opened: the log is still as it was.
    unlink(copyName(path))
    try DamagedFile.copy(path + "-wal", to: copyName(path))
    return true
  }

  /// Keeps the copy under the name that `DamagedFile` gives, and answers it.
  public static func keepCopy(besides path: String, at time: Timestamp) throws(StorageError) -> String {
    let target = try DamagedFile.freeName(for: path, at: time) + "-wal"
    try DamagedFile.rename(copyName(path), to: target)
    DataFile.syncFolder(of: path)
    return target
  }

  /// The log itself was set aside, so its copy is not needed.
  public static func removeCopy(besides path: String) {
    unlink(copyName(path))
  }

  private static func copyName(_ path: String) -> String { path + ".damaged-log" }

  private static func isDamaged(
    _ descriptor: Int32, _ header: [UInt8], _ pageSize: Int, _ isBigEndian: Bool
  ) -> Bool {
    var sum = Sum(number(header, 24), number(header, 28))
    var (isSound, lost, offset) = (true, 0, headerCount)
    while let frame = read(descriptor, frameHeaderCount + pageSize, at: offset) {
      offset += frame.count
      // Of an earlier turn of the log.
      let isCurrent = frame[8..<16] == header[16..<24]
      if isSound {
        let next = sum.adding(frame[0..<8], isBigEndian).adding(frame[frameHeaderCount...], isBigEndian)
        isSound = isCurrent && next == Sum(number(frame, 16), number(frame, 20))
        sum = next
      }
      // The size of the database stands in the last frame of each change.
      if !isSound, isCurrent, number(frame, 4) != 0 { lost += 1 }
      if lost == lostChangesMin { return true }
    }
    return false
  }

  /// Big-endian, as everything in a log but what its checksums are made of.
  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(_ descriptor: Int32, _ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
    return got == count ? bytes : nil
  }

  /// The running checksum: two sums of 32-bit words.
  private struct Sum: Equatable {
    var first: UInt32
    var second: UInt32

    init(_ first: UInt32 = 0, _ second: UInt32 = 0) { (self.first, self.second) = (first, second) }

    /// With so many more bytes, a multiple of eight.
    func adding(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Sum {
      var sum = self
      bytes.withUnsafeBytes { bytes in
        for place in stride(from: 0, to: bytes.count - 7, by: 8) {
          let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let two = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          sum.first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ sum.second
          sum.second &+= (isBigEndian ? UInt32(bigEndian: two) : UInt32(littleEndian: two)) &+ sum.first
        }
      }
      return sum
    }
  }
}
