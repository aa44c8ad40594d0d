import Compression
import Control
import Cryptography
import Foundation
import KeyFile
import MeshLinks
import Networking
import Storage
import StrictJSON
import Timebase
import WebInterface

/// Finds out the facts for `tern doctor`: reads, and opens sockets that it closes again. Makes, changes and
/// sends nothing.
struct DoctorProbe {
  let profile: String
  let options: Invocation.RunOptions
  let environment: [String: String]

  /// How long a node may take to answer.
  private static let patience: Duration = .seconds(5)

  /// Looks at everything. Throws where there is no place for data at all, or no socket to be had.
  func facts() async throws -> DoctorFacts {
    let folder = try ProfileFolder.locate(profile: profile, environment: environment)
    let sockets = try SocketLoop()
    let (control, node) = await node(folder, sockets)
    let (entries, newestFile) = entries(folder, control)
    let facts = DoctorFacts(
      profile: profile, home: environment["HOME"], libraries: Self.libraries, entries: entries,
      filesSetAside: Self.filesSetAside(folder.path), keys: Self.keys(folder.keyFile),
      keyFile: folder.keyFile, disk: Self.disk(folder.path, home: environment["HOME"]),
      clock: DoctorFacts.Clock(
        now: SystemClock().now().unix, newestFile: newestFile, isSynchronised: Self.isClockSynchronised),
      network: network(sockets), bluetoothAdapters: Self.bluetoothAdapters, assets: assets(), node: node)
    await sockets.stop()
    return facts
  }

  private static var libraries: [DoctorFacts.Library] {
    [
      DoctorFacts.Library(
        name: CryptographyLibrary.name, package: "libsodium-dev", version: CryptographyLibrary.version,
        versionBuiltWith: CryptographyLibrary.versionBuiltWith),
      DoctorFacts.Library(
        name: StorageLibrary.name, package: "libsqlite3-dev", version: StorageLibrary.version,
        versionBuiltWith: StorageLibrary.versionBuiltWith),
      DoctorFacts.Library(
        name: CompressionLibrary.name, package: "zlib1g-dev", version: CompressionLibrary.version,
        versionBuiltWith: CompressionLibrary.versionBuiltWith),
      DoctorFacts.Library(
        name: NetworkingLibrary.name, package: "libwebsockets-dev", version: NetworkingLibrary.version,
        versionBuiltWith: NetworkingLibrary.versionBuiltWith),
    ]
  }

  /// What there is of the profile's folder, files and control socket, and when a file was written last.
  private func entries(_ folder: ProfileFolder, _ control: String?) -> ([DoctorFacts.Entry], Timestamp?) {
    let store = folder.messageStore
    let files = [folder.keyFile, folder.lockFile, store, store + "-wal", store + "-shm"]
    var found: [DoctorFacts.Entry] = []
    var newest: Timestamp?
    if let (entry, _) = Self.entry(folder.path, .folder) { found.append(entry) }
    for path in files {
      guard let (entry, written) = Self.entry(path, .file) else { continue }
      found.append(entry)
      newest = max(newest ?? written, written)
    }
    // The folder of sockets may stand there for other profiles.
    if let control, let (socket, _) = Self.entry(control, .socket) {
      let parent = String(control[..<(control.lastIndex(of: "/") ?? control.startIndex)])
      if let (entry, _) = Self.entry(parent, .folder) { found.append(entry) }
      found.append(socket)
    }
    return (found, newest)
  }

  private static func entry(
    _ path: String, _ kind: DoctorFacts.Entry.Kind
  ) -> (DoctorFacts.Entry, written: Timestamp)? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    let wanted =
      switch kind {
      case .folder: S_IFDIR
      case .file: S_IFREG
      case .socket: S_IFSOCK
      }
    let entry = DoctorFacts.Entry(
      path: path, kind: kind, isOfItsKind: facts.st_mode & S_IFMT == wanted,
      isOurs: facts.st_uid == getuid(), mode: facts.st_mode & 0o777)
    let seconds = UInt64(clamping: facts.st_mtim.tv_sec)
    return (entry, Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1_000).partialValue))
  }

  private static func filesSetAside(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.contains(".sqlite.damaged-") }.sorted().map { folder + "/" + $0 }
  }

  private static func keys(_ path: String) -> DoctorFacts.Keys {
    do throws(KeyFileError) {
      _ = try KeyFile.load(path)
      return .open
    } catch {
      switch error {
      case .missing: return .none
      case .sealed: return .sealed
      case .permissionsTooOpen, .ownedByAnother: return .leftToRights
      case .newerVersion, .alreadyExists, .wrongPassphrase, .outOfMemory, .inputOutput:
        return .unreadable(error.description)
      case .notAKeyFile, .damaged, .costNotAccepted: return .damaged(error.description)
      }
    }
  }

  /// Of the nearest folder above that exists: the profile's own is made at the first start.
  private static func disk(_ path: String, home: String?) -> DoctorFacts.Disk? {
    var place = path
    var facts = statvfs()
    while statvfs(place, &facts) != 0 {
      guard errno == ENOENT, let slash = place.lastIndex(of: "/"), slash != place.startIndex else {
        return nil
      }
      place = String(place[..<slash])
    }
    let (bytes, isTooMuch) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
    return DoctorFacts.Disk(
      path: place, bytesFree: isTooMuch ? .max : bytes,
      isReadOnly: facts.f_flag & UInt(ST_RDONLY) != 0,
      holdsHome: home.map { areOnOneDisk($0, place) } ?? false)
  }

  private static func areOnOneDisk(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
  }

  /// What systemd's time service says, where it runs.
  private static var isClockSynchronised: Bool? {
    guard access("/run/systemd/timesync", F_OK) == 0 else { return nil }
    return access("/run/systemd/timesync/synchronized", F_OK) == 0
  }

  private static var bluetoothAdapters: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/bluetooth")) ?? []
    // Connections stand there too, as hci0:1.
    return names.count { $0.hasPrefix("hci") && !$0.contains(":") }
  }

  private func assets() -> (problem: String, mend: String)? {
    do throws(AssetError) {
      _ = try AssetStore(folder: AssetsFolder.find(options.assetsPath))
      return nil
    } catch {
      return Self.assetsProblem(error, isInCheckout: access(AssetError.remedy, X_OK) == 0)
    }
  }

  /// What is said of the web files. Where there is no checkout its set-up cannot be run.
  static func assetsProblem(_ error: AssetError, isInCheckout: Bool) -> (problem: String, mend: String) {
    isInCheckout
      ? (error.explanation, AssetError.remedy) : (error.description, "tern run --assets FOLDER")
  }

  private func network(_ sockets: SocketLoop) -> DoctorFacts.Network {
    let lan = RunningNode.lan(options)
    var network = DoctorFacts.Network(
      beaconPort: lan.beaconPort, meshPort: options.meshPort, pagePort: options.port)
    do throws(NetworkingError) {
      let found = try LANProbe.look(lan, on: sockets)
      network.isBeaconPortTaken = found.isBeaconPortTaken
      network.meshPortProblem = found.tcpProblem
      network.withoutMulticast = found.withoutMulticast
      network.interfaces = found.interfaces.map {
        DoctorFacts.Interface(name: $0.name, isLoopback: $0.isLoopback, problem: $0.problem)
      }
    } catch {
      network.problem = error.explanation
    }
    let inbox = sockets.makeInbox()
    defer { inbox.finish() }
    do throws(NetworkingError) {
      let page = SocketAddress(.loopback4, port: options.port)
      sockets.close(try sockets.listenTCP(on: page, inbox: inbox).id)
    } catch {
      network.pagePortProblem = error.explanation
    }
    return network
  }

  /// The control socket, where it can be told, and the node behind it.
  private func node(_ folder: ProfileFolder, _ sockets: SocketLoop) async -> (String?, DoctorFacts.Node) {
    let path: String
    do throws(ProfileProblem) {
      path = try ControlSocketPath.find(profile: profile, data: folder, environment: environment)
    } catch {
      if case .squatted(let path) = error { return (nil, .squatted(error.description, path: path)) }
      return (nil, .silent(error.description))
    }
    do {
      guard case .done(let state) = try await ask(path, sockets) else {
        return (path, .silent("Tern is running for the profile, and refuses to say how it is."))
      }
      return (
        path,
        .running(
          links: Int(clamping: state["links"]?.integer ?? 0), problem: state["meshProblem"]?.string)
      )
    } catch ControlClient.Failure.notRunning {
      guard InstanceLock.isHeld(folder.lockFile) else { return (path, .stopped) }
      return (
        path,
        .silent(
          "Tern is running for the profile, but nobody answers at its control socket: where it was started "
            + "with another XDG_RUNTIME_DIR, set the same one here; else end it and start it again.")
      )
    } catch ControlClient.Failure.noAnswer(let words) {
      return (path, .silent("Tern does not answer. \(words) End it and start it again."))
    } catch {
      return (path, .silent("Tern did not answer within 5 seconds. End it and start it again."))
    }
  }

  private func ask(_ path: String, _ sockets: SocketLoop) async throws -> ControlReply {
    try await withThrowingTaskGroup { group in
      group.addTask { try await ControlClient.ask(.state, at: path, sockets: sockets) }
      group.addTask {
        // A node that hangs is a finding: the question ends, whatever it does.
        try await Task.sleep(for: Self.patience)
        throw CancellationError()
      }
      defer { group.cancelAll() }
      guard let reply = try await group.next() else { throw CancellationError() }
      return reply
    }
  }
}
