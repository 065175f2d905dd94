// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "WeatherStation",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, so that the folder of the clone may be called anything. The trait fetches what the service needs.
    .package(name: "ashlar", path: "../..", traits: [.defaults, "IngestService"]),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Station",
      dependencies: [
        .product(name: "Ashlar", package: "ashlar"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .executableTarget(
      name: "WeatherStation",
      dependencies: [
        "Station", .product(name: "AshlarIngestService", package: "ashlar"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "StationTests",
      dependencies: [
        "Station", .product(name: "AshlarEncryption", package: "ashlar"), .product(name: "AshlarIngestService", package: "ashlar"),
        .product(name: "InMemoryLogging", package: "swift-log"), .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
  ]
)
