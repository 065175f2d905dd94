// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, so that the folder of the clone may be called anything.
    .package(name: "ashlar", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    // For the same server on another database, to compare with.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .target(name: "PackageBody", dependencies: [.product(name: "Hummingbird", package: "hummingbird")]),
    .executableTarget(
      name: "Server",
      dependencies: ["PackageBody", .product(name: "Ashlar", package: "ashlar"), .product(name: "Hummingbird", package: "hummingbird")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .executableTarget(
      name: "GRDBServer",
      dependencies: [
        "PackageBody", .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Hummingbird", package: "hummingbird"),
      ]),
  ]
)
