// swift-tools-version: 6.2
import PackageDescription

// Timed figures, outside the package so that no test build carries them. The built program is measured from
// outside; modules are measured beside the bare library calls below them, in the same process.

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "tern", path: "..")],
  targets: [
    // Counts what the process allocates, by standing in front of the system's malloc.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["CAllocations", .product(name: "TernEngines", package: "tern")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
  ])
