// swift-tools-version: 6.2
import PackageDescription

// Timed figures, outside the package so that no test build carries them. They measure the built program
// from outside; a figure that needs modules adds the package above as a dependency.

let package = Package(
  name: "benchmarks",
  targets: [
    .executableTarget(
      name: "benchmarks",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
      ])
  ])
