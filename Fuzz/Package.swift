// swift-tools-version: 6.2
import PackageDescription

// Throws damaged inputs at what reads bytes from outside. A package of its own, so that no ordinary build
// carries it.

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "tern", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [.product(name: "TernDecoders", package: "tern")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
      ])
  ])
