import Networking

/// Why a node did not start, in words for the person.
enum StartProblem: Error, CustomStringConvertible {
  /// The web interface cannot listen. Port 0 means that any would have done.
  case page(port: UInt16, NetworkingError)
  /// The control socket cannot be made.
  case controlSocket(path: String, NetworkingError)
  /// The system gives this process no more files.
  case noFiles

  var description: String {
    switch self {
    case .page(port: 0, let error):
      "The web interface cannot listen on 127.0.0.1: \(error.explanation)."
    case .page(let port, let error):
      "The web interface cannot listen on port \(port) of 127.0.0.1: \(error.explanation). "
        + "Choose another port, or leave --port out to take any free one."
    case .controlSocket(let path, let error):
      "The control socket \(path) cannot be made: \(error.explanation)."
    case .noFiles:
      "The system lets this process open no more files. Raise the limit (ulimit -n) and start again."
    }
  }
}
