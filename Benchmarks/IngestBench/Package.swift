// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "IngestBench",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ashlar", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "IngestBench",
      dependencies: [.product(name: "Ashlar", package: "ashlar"), .product(name: "AshlarIngest", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")])
  ]
)
