// swift-tools-version: 6.1
import PackageDescription

// Fuzz/run adds the sanitizers for every module; without them the programs do not link.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "fuzz-schema", targets: ["FuzzSchema"]),
    .executable(name: "fuzz-descriptor", targets: ["FuzzDescriptor"]),
    .executable(name: "fuzz-swift", targets: ["FuzzSwift"]),
    .executable(name: "fuzz-predicate", targets: ["FuzzPredicate"]),
  ],
  dependencies: [
    .package(name: "ashlar", path: "..")
  ],
  targets: [
    .target(name: "CLibFuzzer"),
    .executableTarget(name: "FuzzSchema", dependencies: ["CLibFuzzer", .product(name: "_AshlarFuzzing", package: "ashlar")]),
    .executableTarget(name: "FuzzSwift", dependencies: ["CLibFuzzer", .product(name: "_AshlarFuzzing", package: "ashlar")]),
    .executableTarget(name: "FuzzDescriptor", dependencies: ["CLibFuzzer", .product(name: "_AshlarFuzzing", package: "ashlar")]),
    .executableTarget(name: "FuzzPredicate", dependencies: ["CLibFuzzer", .product(name: "_AshlarFuzzing", package: "ashlar")]),
  ]
)
