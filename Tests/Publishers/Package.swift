// swift-tools-version: 6.1
import PackageDescription

// Publishers need OpenCombine where there is no Combine. The package has them behind a trait, and so their tests are a package of their
// own.
let package = Package(
  name: "Publishers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ashlar", path: "../..", traits: [.defaults, "Publishers"])
  ],
  targets: [
    .target(
      name: "Models", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .testTarget(name: "PublisherTests", dependencies: ["Models", .product(name: "AshlarCombine", package: "ashlar")]),
  ]
)
