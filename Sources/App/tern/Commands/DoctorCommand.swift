import StrictJSON

/// `tern doctor`: says what is wrong and what mends it; with `--traffic`, what a running node counts.
@MainActor enum DoctorCommand {
  /// Prints the report; answers whether there is no problem.
  static func run(_ options: Invocation.RunOptions, _ context: ClientCommands.Context) async throws -> Bool {
    let probe = DoctorProbe(profile: context.profile, options: options, environment: context.environment)
    let report = DoctorJudgement.report(try await probe.facts())
    if context.isJSON {
      Console.print(report.json.serialized())
    } else {
      for line in report.lines { Console.print(line) }
    }
    return report.isHealthy
  }

  /// Prints the counters of the running node.
  static func traffic(_ context: ClientCommands.Context) async throws {
    let counters = try await context.ask(.traffic)
    if context.isJSON { return Console.print(counters.serialized()) }
    for line in TrafficTable.lines(counters) { Console.print(line) }
  }
}
