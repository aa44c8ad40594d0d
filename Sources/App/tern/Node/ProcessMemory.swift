import Foundation

/// What the system says this process occupies, in bytes; 0 where it says nothing.
struct ProcessMemory {
  let bytes: Int
  let bytesPeak: Int

  /// As it is now, from the process's status file.
  static func now() -> ProcessMemory {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return ProcessMemory(bytes: value("VmRSS:", in: text), bytesPeak: value("VmHWM:", in: text))
  }

  private static func value(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    return (kibibytes ?? 0) * 1_024
  }
}
