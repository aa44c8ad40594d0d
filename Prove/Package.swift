// swift-tools-version: 6.2
import PackageDescription

// What kills, cuts power and breaks disks under the stores. A package of its own, so that no ordinary build
// carries it; Scripts/prove-crash builds and runs it.

let package = Package(
  name: "prove",
  dependencies: [.package(name: "tern", path: "..")],
  targets: [
    .target(name: "CFaultDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "crash",
      dependencies: ["CFaultDisk", .product(name: "TernStores", package: "tern")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
  ])
