import Foundation
import Glibc

/// What a running process holds in its writable memory.
struct MemoryImage {
  private static let chunkBytes = 1 << 20
  /// No map of ours comes near it; a sanitizer sets such aside for its own books, terabytes of them.
  private static let mapBytesMax: UInt64 = 1 << 32
  /// Bytes that were read.
  private(set) var byteCount = 0
  /// Which of the wanted byte strings were found.
  private(set) var found: Set<[UInt8]> = []

  /// Looks for byte strings, each shorter than 4 KiB, in every writable map of a process, but
  /// those over 4 GiB.
  init(of process: Int32, lookingFor wanted: [[UInt8]]) throws {
    let maps = try Self.maps(of: process)
    let memory = open("/proc/\(process)/mem", O_RDONLY)
    guard memory >= 0 else { throw Unexpected("the memory of \(process) cannot be opened: \(errno)") }
    defer { close(memory) }
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 1, fields[1].hasPrefix("rw") else { continue }
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard bounds.count == 2, bounds[1] - bounds[0] <= Self.mapBytesMax else { continue }
      search(memory, from: bounds[0], to: bounds[1], wanted)
    }
  }

  /// The kernel hands the list out a page at a time, and says that it is empty: who asks for its size, or
  /// takes one short read for the end, has the first forty maps.
  private static func maps(of process: Int32) throws -> String {
    let file = open("/proc/\(process)/maps", O_RDONLY)
    guard file >= 0 else { throw Unexpected("the maps of \(process) cannot be opened: \(errno)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = page.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Unexpected("the maps of \(process) cannot be read: \(errno)") }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += page[..<count]
    }
  }

  /// Chunks overlap, so that nothing is cut in two.
  private mutating func search(_ memory: Int32, from start: UInt64, to end: UInt64, _ wanted: [[UInt8]]) {
    var buffer = [UInt8](repeating: 0, count: Self.chunkBytes)
    var offset = start
    while offset < end {
      let size = min(UInt64(buffer.count), end - offset)
      let count = buffer.withUnsafeMutableBytes { pread(memory, $0.baseAddress, Int(size), Int(offset)) }
      guard count > 0 else { return }
      byteCount += count
      for pattern in wanted where !found.contains(pattern) {
        let isThere = buffer.withUnsafeBytes { bytes in
          pattern.withUnsafeBytes { holds(UnsafeRawBufferPointer(rebasing: bytes[..<count]), $0) }
        }
        if isThere { found.insert(pattern) }
      }
      guard offset + UInt64(count) < end, count > 4_096 else { return }
      offset += UInt64(count) - 4_096
    }
  }
}

/// Whether `pattern` stands somewhere in `bytes`; by the system's own search, since this is many megabytes.
private func holds(_ bytes: UnsafeRawBufferPointer, _ pattern: UnsafeRawBufferPointer) -> Bool {
  guard let start = bytes.baseAddress, let wanted = pattern.baseAddress, let first = pattern.first else {
    return false
  }
  var place = 0
  while bytes.count - place >= pattern.count {
    guard let hit = memchr(start + place, Int32(first), bytes.count - place - pattern.count + 1) else {
      return false
    }
    if memcmp(hit, wanted, pattern.count) == 0 { return true }
    place = UnsafeRawPointer(hit) - start + 1
  }
  return false
}
