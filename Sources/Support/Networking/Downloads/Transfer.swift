import CCurl
import Locks

/// One run of the library. Everything but `cancel()` happens on the thread that calls `run()`; the library
/// calls back on it.
final class Transfer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var told = -1
    var isTooLong = false
    var isCancelled = false
  }

  private let address: String
  private let bytesMax: Int
  private let authorities: String?
  private let progress: @Sendable (HTTPSDownload.Progress) -> Void
  private let state = Mutex(State())

  init(
    _ address: String, bytesMax: Int, authorities: String?,
    progress: @escaping @Sendable (HTTPSDownload.Progress) -> Void
  ) {
    (self.address, self.bytesMax) = (address, bytesMax)
    (self.authorities, self.progress) = (authorities, progress)
  }

  /// Ends it at the library's next look, within a second.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Fetches the file and blocks until it is there or cannot be had.
  func run() -> Result<HTTPSDownload.File, DownloadError> {
    guard Self.isStarted, let handle = curl_easy_init() else { return .failure(.libraryRefused) }
    defer { curl_easy_cleanup(handle) }
    guard prepare(handle) else { return .failure(.libraryRefused) }
    let code = curl_easy_perform(handle)
    guard code == CURLE_OK else { return .failure(problem(code, handle)) }
    let time = tern_curl_file_time(handle)
    return .success(
      HTTPSDownload.File(bytes: state.withLock(\.bytes), changed: time >= 0 ? Int64(time) : nil))
  }

  private static let isStarted = tern_curl_start() == CURLE_OK

  private func prepare(_ handle: UnsafeMutableRawPointer) -> Bool {
    let texts: [(CURLoption, String)] = [
      (CURLOPT_URL, address), (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_REDIR_PROTOCOLS_STR, "https"),
      (CURLOPT_USERAGENT, "tern"), (CURLOPT_ACCEPT_ENCODING, "gzip"),
    ]
    let numbers: [(CURLoption, Int)] = [
      // Signals would hit the whole program.
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FAILONERROR, 1), (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, 3),
      (CURLOPT_CONNECTTIMEOUT, 20), (CURLOPT_LOW_SPEED_LIMIT, 100), (CURLOPT_LOW_SPEED_TIME, 30),
      (CURLOPT_FILETIME, 1), (CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
    ]
    let context = Unmanaged.passUnretained(self).toOpaque()
    return texts.allSatisfy { tern_curl_set_text(handle, $0.0, $0.1) == CURLE_OK }
      && numbers.allSatisfy { tern_curl_set_number(handle, $0.0, $0.1) == CURLE_OK }
      && (authorities.map { tern_curl_set_text(handle, CURLOPT_CAINFO, $0) == CURLE_OK } ?? true)
      && tern_curl_set_writer(handle, Self.write, context) == CURLE_OK
      && tern_curl_set_watcher(handle, Self.watch, context) == CURLE_OK
  }

  /// Takes a piece; fewer bytes taken than given end the transfer.
  private static let write:
    @convention(c) (
      UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
    ) -> Int = { pointer, size, count, context in
      guard let pointer, let context else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      let piece = UnsafeRawBufferPointer(start: pointer, count: size * count)
      return transfer.take(piece) ? piece.count : 0
    }

  private func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard piece.count <= bytesMax - state.bytes.count else {
        state.isTooLong = true
        return false
      }
      state.bytes.append(contentsOf: piece)
      return true
    }
  }

  /// Called at least once a second; anything but 0 ends the transfer.
  private static let watch:
    @convention(c) (
      UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t
    ) -> Int32 = { context, expected, fetched, _, _ in
      guard let context else { return 1 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.tell(fetched: Int(fetched), of: Int(expected)) ? 0 : 1
    }

  private func tell(fetched: Int, of expected: Int) -> Bool {
    // A line is worth writing again after another 64 KiB.
    let (goesOn, isNew) = state.withLock { state in
      let isNew = fetched / 65_536 != state.told
      if isNew { state.told = fetched / 65_536 }
      return (!state.isCancelled, isNew)
    }
    if isNew { progress(HTTPSDownload.Progress(bytes: fetched, expected: expected > 0 ? expected : nil)) }
    return goesOn
  }

  private func problem(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> DownloadError {
    let reason = String(cString: curl_easy_strerror(code))
    return switch code {
    case CURLE_HTTP_RETURNED_ERROR: .refused(status: tern_curl_status(handle))
    case CURLE_ABORTED_BY_CALLBACK: .cancelled
    case CURLE_OPERATION_TIMEDOUT: .tooSlow
    case CURLE_SSL_CACERT_BADFILE: .authoritiesNotUsable
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR: .notTrusted(reason: reason)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_TOO_MANY_REDIRECTS: .pointsElsewhere
    case CURLE_URL_MALFORMAT: .notHTTPS
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      .noConnection(reason: reason)
    case CURLE_WRITE_ERROR:
      state.withLock(\.isTooLong) ? .tooLong(bytesMax: bytesMax) : .cutOff(reason: reason)
    default: .cutOff(reason: reason)
    }
  }
}
