import AirportData
import Glibc
import MeshLinks
import Terminal
import WebInterface

/// `tern run`: starts the node, prints its link, serves until a signal.
@MainActor enum RunCommand {
  static func run(
    _ options: Invocation.RunOptions, profile: String, environment: [String: String]
  ) async throws {
    let termination = try TerminationSignal()
    let running = try await RunningNode.start(
      options, profile: profile, environment: environment, termination: termination)
    let node = running.node
    let link = node.newLink()
    Console.print("Open \(link)")
    // Asking the desktop takes a moment, and the first page must not wait for it.
    if options.opensBrowser { Task { await Browser.open(link, environment: environment) } }
    await termination.wait()
    Console.say("Stopping…")
    await running.stop()
  }
}

/// A node of this process, with the lock of its profile.
@MainActor struct RunningNode {
  let node: Node
  private let lock: InstanceLock

  /// Takes the profile's lock and brings its node up; asks for a passphrase where one is needed.
  static func start(
    _ options: Invocation.RunOptions, profile: String, environment: [String: String],
    termination: TerminationSignal
  ) async throws -> RunningNode {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    DemoFolder.sweep(environment)
    let folder = try ProfileFolder.prepare(profile: profile, environment: environment)
    let lock = try InstanceLock(folder.lockFile, profile: profile)
    let wipe = EmergencyWipe(
      places: WipePlaces(profile: profile, folder: folder, environment: environment))
    let now = SystemClock().now().unix
    if try wipe.finishIfPending(now: now) {
      Console.say("Everything of the profile “\(profile)” is gone; it begins anew.")
    }
    let plan = NodePlan(
      profile: profile, folder: folder,
      controlSocket: try ControlSocketPath.prepare(profile: profile, data: folder, environment: environment),
      port: options.port, assets: try AssetStore(folder: AssetsFolder.find(options.assetsPath)),
      airports: AirportPlaces(
        environment: environment, bundledFolder: AssetsFolder.find(options.assetsPath) + "/airports"),
      makesNewIdentity: options.makesNewIdentity,
      passphrases: PassphraseSource(
        readsStandardInput: options.passphraseFromInput, termination: termination),
      links: .localNetwork(lan(options)), defaultNickname: SystemEntropy.nickname(),
      wipedAt: WipeIntent.wipedAt(folder).map { WipeIntent.notAhead($0, of: now) },
      desktop: DesktopPlace(environment: environment))
    let node = try await Node.start(plan)
    node.state.wiping = {
      node.state.notices.withdrawAll()
      try wipe.begin(now: SystemClock().now().unix)
      TerminalChat.giveBack()
      FreshStart.now()
    }
    return RunningNode(node: node, lock: lock)
  }

  /// Ends the node in order and gives the profile free.
  func stop() async {
    await node.stop()
    withExtendedLifetime(lock) {}
  }

  /// How the LAN is used with these options.
  nonisolated static func lan(_ options: Invocation.RunOptions) -> LANConfiguration {
    var lan = LANConfiguration()
    if let port = options.beaconPort { lan.beaconPort = port }
    lan.tcpPort = options.meshPort
    lan.staticPeers = options.peers
    return lan
  }
}

/// Where the files of the web interface are.
enum AssetsFolder {
  /// The given folder; else `../share/tern` beside the executable; else `.build/assets` of the checkout the
  /// executable was built in, whatever the current folder is; else the one of the current folder.
  static func find(_ given: String?) -> String {
    if let given { return given }
    let own = executableFolder()
    return [own + "/../share/tern", own + "/../../assets"]
      .first { access($0 + "/manifest.json", R_OK) == 0 } ?? ".build/assets"
  }

  private static func executableFolder() -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    let path = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
