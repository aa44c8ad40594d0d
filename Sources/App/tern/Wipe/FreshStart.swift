import Glibc

/// Begins the program anew in the same process: every thread, connection and byte of memory of before is gone
/// at once, without a goodbye under the old identity. The new one finishes a wipe before it opens anything.
enum FreshStart {
  /// What was open when the program began, asked for first thing: it belongs to whoever started it. Some take
  /// the end of such a descriptor for the end of the process.
  static let inherited = Set(descriptors())

  static func now() -> Never {
    // Nothing that was opened since shall reach the new program.
    for descriptor in descriptors() where !inherited.contains(descriptor) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    // Threads of a pool block signals, and a new program inherits that: nothing could end it.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &arguments)
    // Where that cannot be done, ending is enough: the next start finishes the wipe.
    _exit(1)
  }

  private static func descriptors() -> [Int32] {
    // The one that the list itself was read by is closed again.
    WipeFiles.entries(of: "/proc/self/fd").compactMap { Int32($0) }
      .filter { $0 > 2 && fcntl($0, F_GETFD) >= 0 }
  }
}
