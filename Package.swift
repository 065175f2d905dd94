// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "ashlar",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Ashlar", targets: ["Ashlar"]),
    .executable(name: "ashlar", targets: ["AshlarCommand"]),
  ],
  dependencies: [
    // Linked by the command only; nothing a runtime user links.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // MARK: System libraries
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),

    // MARK: Build time
    .target(name: "AshlarCompiler", dependencies: ["AshlarSchema", "CLibYAML"], swiftSettings: settings),
    .executableTarget(
      name: "AshlarCommand",
      dependencies: [
        "AshlarCompiler", "AshlarSchema",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // MARK: Both halves
    .target(name: "AshlarSchema", swiftSettings: settings),

    // MARK: Run time
    .target(name: "CAshlar"),
    .target(name: "AshlarStore", dependencies: ["AshlarSchema", "CAshlar", "CLMDB"], swiftSettings: settings),
    .target(name: "Ashlar", dependencies: ["AshlarStore", "AshlarSchema", "CAshlar"], swiftSettings: settings),

    // MARK: Tests
    .testTarget(
      name: "AshlarSchemaTests", dependencies: ["AshlarSchema"], exclude: ["Fixtures"], swiftSettings: settings),
  ]
)
