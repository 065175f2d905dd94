// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Tour",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ashlar", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Tour",
      dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")])
  ]
)
