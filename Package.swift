// swift-tools-version: 6.2
import PackageDescription

// One line a module: its ring, the folder it stands in, what it may import.
// The allowed arrows are docs/architecture/layers.json; archreview compares
// this table, that file and the imports in the sources.

/// Compiler settings of every Swift target: Swift 6 mode, no warning survives.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, in room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", exclude: ["\(name).md"],
    swiftSettings: strict)
}

/// An executable; its page stands beside its sources like a module's.
func program(_ name: String, in room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", exclude: ["\(name).md"],
    swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: Bool = false) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests",
    resources: fixtures ? [.copy("Fixtures")] : nil, swiftSettings: strict)
}

func library(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Clibs/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

let clibs: [Target] = [
  library("CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
  library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
  library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
  library("CWebSockets", pkgConfig: "libwebsockets", package: "libwebsockets-dev"),
  library("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
  library("CQREncode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
  library("CZbar", pkgConfig: "zbar", package: "libzbar-dev"),
  library("CPng", pkgConfig: "libpng", package: "libpng-dev"),
  library("CSystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
  .systemLibrary(name: "CSockets", path: "Sources/Clibs/CSockets"),
]

let modules: [Target] = [
  module("ArchitectureReview", in: "Tools", ["StrictJSON"]),
  program("archreview", in: "Tools", ["ArchitectureReview"]),
  program(
    "meshcheck", in: "Tools", ["Bytes", "Cryptography", "Mesh", "MeshSimulation", "MeshWire", "Timebase"]),
  module("Bytes", in: "Support"),
  module("Locks", in: "Support"),
  module("Timebase", in: "Support"),
  module("Storage", in: "Support", ["CSQLite", "Cryptography", "Locks", "Timebase"]),
  module("MessageBus", in: "Support", ["CSystemd", "Locks", "Text"]),
  module("KeyFile", in: "Support", ["Bytes", "Cryptography", "Timebase"]),
  module("Text", in: "Support"),
  module("TransportPorts", in: "Talk", ["Timebase"]),
  module(
    "ConversationStore", in: "Talk",
    ["Bytes", "ConversationModel", "Cryptography", "Locks", "Storage", "Timebase", "TransportPorts"]),
  module("Markup", in: "Support"),
  module("MeshWire", in: "Talk", ["Bytes", "Compression", "Cryptography", "Timebase"]),
  module("Mesh", in: "Talk", ["Bytes", "Cryptography", "MeshWire", "Text", "Timebase"]),
  module(
    "MeshSimulation", in: "Talk", ["Bytes", "Cryptography", "Mesh", "MeshWire", "StrictJSON", "Timebase"]),
  module(
    "ConversationModel", in: "Talk",
    ["Bytes", "Cryptography", "StrictJSON", "Text", "Timebase", "TransportPorts"]),
  module(
    "Conversations", in: "Talk",
    ["Bytes", "ConversationModel", "Cryptography", "Text", "Timebase", "TransportPorts"]),
  module(
    "AppState", in: "App",
    [
      "Aviation", "ConversationModel", "Conversations", "Geography", "Ledger", "Text", "Timebase",
      "TransportPorts",
    ]),
  module("Networking", in: "Support", ["CCurl", "CSockets", "CWebSockets", "Locks"]),
  module(
    "MeshNode", in: "Talk",
    ["Bytes", "Cryptography", "Mesh", "MeshLinks", "MeshWire", "Storage", "Timebase", "TransportPorts"]),
  module(
    "Control", in: "App",
    [
      "AppState", "ConversationModel", "Networking", "StrictJSON", "Text", "Timebase", "TransportPorts",
    ]),
  module(
    "Terminal", in: "App",
    ["AppState", "ConversationModel", "Locks", "QRCode", "Text", "Timebase", "TransportPorts"]),
  program(
    "tern", in: "App",
    [
      "AirportData", "AppState", "Aviation", "Bytes", "Compression", "Control", "ConversationModel",
      "ConversationStore", "Conversations", "Cryptography", "Geography", "KeyFile", "Ledger", "LedgerFiles",
      "Locks", "Mesh", "MeshLinks", "MeshNode", "MeshSimulation", "MessageBus", "Networking", "QRCode",
      "Storage", "StrictJSON", "Terminal", "Text", "Timebase", "TransportPorts", "WebInterface",
    ]),
  module("MeshLinks", in: "Talk", ["Bytes", "Timebase", "Networking"]),
  module(
    "WebInterface", in: "App",
    [
      "AppState", "Aviation", "Bytes", "ConversationModel", "Cryptography", "Geography", "Ledger", "Locks",
      "Markup", "Networking", "QRCode", "StrictJSON", "Text", "Timebase", "TransportPorts",
    ]),
  module("Cryptography", in: "Support", ["CSodium"]),
  module("StrictJSON", in: "Support"),
  module("Geography", in: "Support"),
  module("Aviation", in: "Airports", ["Geography", "StrictJSON", "Text", "Timebase"]),
  module(
    "AirportData", in: "Airports",
    ["Aviation", "Bytes", "Cryptography", "Geography", "Locks", "Storage", "StrictJSON", "Text", "Timebase"]),
  module("Compression", in: "Support", ["CZlib"]),
  module("QRCode", in: "Support", ["CPng", "CQREncode", "CZbar"]),
  module("Ledger", in: "Money", ["StrictJSON", "Text", "Timebase"]),
  module("LedgerFiles", in: "Money", ["Ledger", "Storage", "Text"]),
]

let testTargets: [Target] = [
  tests("ArchitectureReview", ["ArchitectureReview", "StrictJSON"], fixtures: true),
  tests("Terminal", ["AppState", "ConversationModel", "QRCode", "Terminal", "Timebase", "TransportPorts"]),
  tests("archreview", ["Locks", "StrictJSON", "archreview"]),
  tests("meshcheck", ["meshcheck"]),
  tests("Bytes", ["Bytes"]),
  tests("Locks", ["Locks"]),
  tests("Timebase", ["Timebase"]),
  tests("Storage", ["Storage", "Cryptography", "Timebase"]),
  tests("MessageBus", ["MessageBus"]),
  tests("KeyFile", ["Bytes", "Cryptography", "KeyFile", "Timebase"]),
  tests("TransportPorts", ["Timebase", "TransportPorts"]),
  tests(
    "ConversationModel", ["Bytes", "ConversationModel", "Cryptography", "Timebase", "TransportPorts"],
    fixtures: true),
  tests(
    "Conversations",
    [
      "Bytes", "ConversationModel", "Conversations", "Cryptography", "Locks", "Timebase", "TransportPorts",
    ]),
  tests(
    "tern",
    [
      "AppState", "Aviation", "Control", "Ledger", "Mesh", "MeshLinks", "MeshNode", "MeshSimulation",
      "StrictJSON", "Terminal", "tern", "Timebase", "WebInterface",
    ]),
  tests("MeshNode", ["Cryptography", "Mesh", "MeshNode", "Timebase", "TransportPorts"]),
  tests("Process", ["MessageBus", "Networking", "tern"]),
  tests(
    "Control",
    ["AppState", "Control", "ConversationModel", "Networking", "Timebase", "TransportPorts"]),
  tests(
    "AppState",
    [
      "AppState", "Aviation", "ConversationModel", "Conversations", "Geography", "Ledger", "Locks",
      "Timebase",
      "TransportPorts",
    ]),
  tests(
    "ConversationStore",
    [
      "Bytes", "ConversationModel", "ConversationStore", "Cryptography", "Locks", "Storage", "Timebase",
      "TransportPorts",
    ],
    fixtures: true),
  tests("Text", ["Text"]),
  tests("Markup", ["Markup"]),
  tests("MeshWire", ["Bytes", "Cryptography", "MeshWire", "Timebase"], fixtures: true),
  tests("Mesh", ["Bytes", "Cryptography", "Mesh", "MeshWire", "Timebase"], fixtures: true),
  tests("MeshSimulation", ["Cryptography", "Mesh", "MeshSimulation", "MeshWire", "StrictJSON", "Timebase"]),
  tests(
    "Integration",
    [
      "Bytes", "ConversationModel", "ConversationStore", "Conversations", "Cryptography", "Locks", "Mesh",
      "MeshWire", "QRCode", "Timebase", "TransportPorts",
    ]),
  tests("Networking", ["Locks", "Networking"]),
  tests("MeshLinks", ["MeshLinks", "Networking", "Timebase"]),
  tests(
    "WebInterface",
    [
      "AppState", "Aviation", "ConversationModel", "Geography", "Ledger", "Locks", "Markup", "Networking",
      "QRCode", "Timebase", "TransportPorts", "WebInterface",
    ]),
  tests("Cryptography", ["Bytes", "Cryptography"], fixtures: true),
  tests("StrictJSON", ["StrictJSON"]),
  tests("Geography", ["Geography", "StrictJSON"], fixtures: true),
  tests("Aviation", ["Aviation", "Geography", "StrictJSON", "Timebase"], fixtures: true),
  tests(
    "AirportData",
    ["AirportData", "Aviation", "Cryptography", "Geography", "Locks", "Storage", "StrictJSON", "Timebase"]),
  tests("Compression", ["Bytes", "Compression"], fixtures: true),
  tests("QRCode", ["QRCode"]),
  tests("Ledger", ["Ledger", "StrictJSON", "Timebase"], fixtures: true),
  tests("LedgerFiles", ["Ledger", "LedgerFiles", "Storage", "StrictJSON"], fixtures: true),
  tests(
    "Fuzz",
    [
      "AirportData", "ArchitectureReview", "Aviation", "Compression", "Control", "ConversationModel",
      "Cryptography", "Geography", "Ledger", "LedgerFiles", "Locks", "Mesh", "MeshLinks", "MeshWire",
      "Networking", "Storage", "StrictJSON", "Timebase", "WebInterface",
    ]),
]

/// What reads bytes from outside, for the fuzzer's package.
let decoders: Product = .library(
  name: "TernDecoders",
  targets: [
    "AirportData", "ArchitectureReview", "Aviation", "Compression", "Control", "ConversationModel",
    "Cryptography", "Geography", "Ledger", "LedgerFiles", "Locks", "Mesh", "MeshLinks", "MeshWire",
    "Networking", "Storage", "StrictJSON", "Timebase", "WebInterface",
  ])

/// The stores, for the package that breaks disks under them.
let stores: Product = .library(
  name: "TernStores",
  targets: [
    "ConversationModel", "ConversationStore", "Cryptography", "Ledger", "LedgerFiles", "Storage", "Timebase",
    "TransportPorts",
  ])

/// What is measured beside bare library calls, for the benchmarks' package.
let engines: Product = .library(
  name: "TernEngines",
  targets: [
    "AirportData", "AppState", "Aviation", "ConversationModel", "ConversationStore", "Conversations",
    "Cryptography", "Geography", "Mesh", "MeshWire", "Storage", "Timebase", "TransportPorts",
  ])

let package = Package(
  name: "tern", products: [decoders, engines, stores], targets: clibs + modules + testTargets)
