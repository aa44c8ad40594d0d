import Glibc

/// `fuzz TARGET [option of libFuzzer, or folder of inputs]…`; `fuzz --list` prints of each target its name,
/// the longest input, the file that says what must hold, the modules that read the input.
///
/// A broken promise ends the process like any crash does: libFuzzer writes the input down.
@main
struct Fuzz {
  // Safe: written once, before libFuzzer makes its first call on this same thread.
  nonisolated(unsafe) private static var target = FuzzTarget.planted

  static func main() {
    guard let name = CommandLine.arguments.dropFirst().first else { complain("Which target?") }
    if name == "--list" {
      for target in FuzzTarget.all {
        print(target.name, target.bytesMax, target.file, target.readers.joined(separator: " "))
      }
      return
    }
    guard let target = (FuzzTarget.all + [.planted]).first(where: { $0.name == name }) else {
      complain("There is no target \(name).")
    }
    Self.target = target
    // The name is no option of libFuzzer's: it takes the second argument for the first.
    var arguments = CommandLine.unsafeArgv + 1
    var count = CommandLine.argc - 1
    exit(runDriver(&count, &arguments) { bytes, count in Fuzz.read(bytes, count) })
  }

  private static func read(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if case .broken(let what) = target.run(input) {
      complain("\(target.name): BROKEN: \(what)", isFinding: true)
    }
    return 0
  }

  private static func complain(_ words: String, isFinding: Bool = false) -> Never {
    let line = "fuzz: \(words)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, line.utf8.count) }
    if isFinding { abort() }
    exit(2)
  }
}

/// libFuzzer as a library: `main` stays ours.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
