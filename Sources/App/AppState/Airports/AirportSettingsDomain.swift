import Observation

/// Units and defaults of Airports, kept from run to run. Main actor only. Source: airports 10, 11.
@MainActor @Observable public final class AirportSettingsDomain {
  /// What holds.
  public private(set) var settings = AirportSettings()
  private var keeping: (any AirportKeeping)?

  /// The usual settings; `connect` reads what was kept.
  public init() {}

  /// Reads what was kept.
  public func connect(_ keeping: any AirportKeeping) async {
    self.keeping = keeping
    guard let text = await keeping.text(.settings) else { return }
    settings = AirportSettings(items: KeptLines.items(text))
  }

  /// Takes other settings and keeps them.
  public func change(to settings: AirportSettings) async {
    self.settings = settings
    await keeping?.keep(KeptLines.text(settings.items), as: .settings)
  }
}
