import Foundation

/// A server of files over HTTPS on this machine, with a certificate made for it; another program, so that our
/// reading of the protocol is not its own judge.
final class TLSTestServer {
  /// The certificate (PEM) that vouches for it.
  let authorities: String
  /// Where its files are: `https://localhost:PORT/`.
  let address: String
  private let process: Process
  private let folder: String

  /// `files` are served by their names besides the odd ones of the script.
  init(files: [String: String] = [:]) throws {
    folder = "\(FileManager.default.temporaryDirectory.path)/tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    authorities = "\(folder)/certificate.pem"
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
    let key = try Self.program(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "\(folder)/key.pem",
        "-out", authorities,
      ])
    key.process.waitUntilExit()
    let server = try Self.program("python3", ["-c", Self.script, folder])
    process = server.process
    guard let line = Self.line(of: server.output), let port = Int(line) else {
      throw CocoaError(.fileReadUnknown)
    }
    address = "https://localhost:\(port)/"
  }

  deinit {
    // A thread of the pool may pass blocked signals on to what it starts: only this one always comes.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func program(_ name: String, _ arguments: [String]) throws -> (
    process: Process, output: Pipe
  ) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, output)
  }

  private static func line(of pipe: Pipe) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static let script = """
    import gzip, http.server, os, ssl, sys
    folder = sys.argv[1]

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words): pass

        def say(self, status, headers, body=b""):
            self.send_response(status)
            for name, value in headers.items(): self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            path = self.path.split("?")[0]
            if path == "/packed":
                body = gzip.compress(b"packed " * 1000)
                return self.say(200, {"Content-Encoding": "gzip", "Content-Length": str(len(body))}, body)
            if path == "/bomb":
                body = gzip.compress(bytes(50_000_000))
                return self.say(200, {"Content-Encoding": "gzip", "Content-Length": str(len(body))}, body)
            if path == "/short": return self.say(200, {"Content-Length": "1000"}, b"ten bytes.")
            if path == "/moved": return self.say(302, {"Location": "/table.csv", "Content-Length": "0"})
            if path == "/loop": return self.say(302, {"Location": "/loop", "Content-Length": "0"})
            if path == "/open":
                return self.say(302, {"Location": "http://localhost:1/x", "Content-Length": "0"})
            if path == "/endless":
                self.say(200, {})
                try:
                    while True: self.wfile.write(bytes(1000))
                except OSError: return
            name = os.path.join(folder, os.path.basename(path))
            if not os.path.isfile(name): return self.say(404, {"Content-Length": "0"})
            body = open(name, "rb").read()
            changed = "Sat, 22 Aug 2026 10:00:00 GMT"
            self.say(200, {"Content-Length": str(len(body)), "Last-Modified": changed}, body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem"))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port, flush=True)
    server.serve_forever()
    """
}
