// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Studio",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "ashlar-studio", targets: ["ashlar-studio"]),
    .library(name: "StudioServer", targets: ["StudioServer"]),
  ],
  dependencies: [
    // Named, so that the folder of the clone may be called anything.
    .package(name: "ashlar", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    // The packages whose types Hummingbird uses in its API.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "StudioServer",
      dependencies: [
        .product(name: "_AshlarInspection", package: "ashlar"), .product(name: "Ashlar", package: "ashlar"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      // Embedded in the program by the plugin, and served as they are.
      exclude: ["Page"], swiftSettings: settings, plugins: ["EmbedPage"]),
    .executableTarget(name: "page-embedder", swiftSettings: settings),
    .plugin(name: "EmbedPage", capability: .buildTool(), dependencies: ["page-embedder"]),
    .executableTarget(
      name: "ashlar-studio", dependencies: ["StudioServer", .product(name: "_AshlarInspection", package: "ashlar")],
      swiftSettings: settings),
    // The second process of the tests and measurements.
    .executableTarget(
      name: "studio-writer", dependencies: [.product(name: "_AshlarInspection", package: "ashlar")], path: "Tests/StudioWriter",
      swiftSettings: settings),
    .testTarget(
      name: "StudioServerTests",
      dependencies: [
        "StudioServer", .product(name: "Ashlar", package: "ashlar"), .product(name: "_AshlarInspection", package: "ashlar"),
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings,
      // For the classes of the tests' file.
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
  ]
)
