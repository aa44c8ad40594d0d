// swift-tools-version: 6.2
import PackageDescription

// Throws damaged inputs at what reads bytes from outside, guided by coverage (libFuzzer) and watched by the
// address sanitizer. A package of its own, so that no ordinary build carries either: Scripts/prove-fuzz
// builds it with the flags that it needs. Its targets are those of the tests that replay the kept inputs.

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
