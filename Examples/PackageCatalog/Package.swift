// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "PackageCatalog",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, so that the folder of the clone may be called anything.
    .package(name: "ashlar", path: "../..")
  ],
  targets: [
    .target(name: "DpkgStatus"),
    .executableTarget(
      name: "PackageCatalog",
      dependencies: ["DpkgStatus", .product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .testTarget(name: "DpkgStatusTests", dependencies: ["DpkgStatus"]),
  ]
)
