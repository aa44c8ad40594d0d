import AirportData
import Glibc
import WebInterface

/// `tern demo`: a village of made-up people around the person's own node, in this process. No network is
/// used, no key or file of the person is touched, and nothing is kept.
@MainActor enum DemoCommand {
  /// The same village each time; its people have the same keys, which are worth nothing.
  private static let villageSeed: UInt64 = 7
  /// How the visitor is called until they choose another name.
  private static let visitorName = "robin"

  static func run(
    _ options: Invocation.RunOptions, profile: String, environment: [String: String]
  ) async throws {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    let termination = try TerminationSignal()
    let assets = AssetsFolder.find(options.assetsPath)
    let store = try AssetStore(folder: assets)
    let demo = try DemoFolder.prepare(profile: profile, environment: environment)
    defer { demo.remove(profile: profile, environment: environment) }
    let folder = ProfileFolder(path: demo.path)
    let lock = try InstanceLock(folder.lockFile, profile: profile)
    let own = try ProfileFolder.locate(profile: profile, environment: environment)
    let plan = NodePlan(
      profile: profile, folder: folder,
      controlSocket: try ControlSocketPath.prepare(profile: profile, data: own, environment: environment),
      port: options.port, assets: store, airports: airports(demo, assets: assets, environment),
      makesNewIdentity: false,
      passphrases: PassphraseSource(readsStandardInput: false, termination: termination),
      links: .village(seed: villageSeed), defaultNickname: visitorName)
    let node = try await Node.start(plan)
    let link = node.newLink()
    Console.print("A made-up village, for trying things out. Nothing is sent, and nothing of it is kept.")
    Console.print("Open \(link)")
    Console.print("Commands work too, in another terminal: tern --profile \(profile) topology")
    if options.opensBrowser { Task { await Browser.open(link, environment: environment) } }
    await termination.wait()
    Console.say("Stopping…")
    await node.stop()
    withExtendedLifetime(lock) {}
  }

  /// The person's own database is read where there is one; nothing is written beside it.
  private static func airports(
    _ demo: DemoFolder, assets: String, _ environment: [String: String]
  ) -> AirportPlaces {
    let own = AirportPlaces(environment: environment, bundledFolder: assets + "/airports")?.database
    return AirportPlaces(
      dataFolder: demo.path + "/airports.d", bundledFolder: assets + "/airports",
      cacheFolder: demo.path + "/cache",
      chosenDatabase: own.flatMap { access($0, R_OK) == 0 ? $0 : nil })
  }
}
