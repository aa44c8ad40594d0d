import Foundation

/// `archreview`: reviews the architecture of Swift sources.
@main
struct Main {
  static func main() async {
    // A reader that goes away early is no failure of ours.
    signal(SIGPIPE, SIG_DFL)
    let exitCode = await ReviewCommand.run(
      Array(CommandLine.arguments.dropFirst()),
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      complain: { FileHandle.standardError.write(Data($0.utf8)) })
    exit(exitCode.rawValue)
  }
}
