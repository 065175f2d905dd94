// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bench", targets: ["Bench"]),
    .executable(name: "bench-table", targets: ["BenchTable"]),
  ],
  dependencies: [
    .package(name: "ashlar", path: "..")
  ],
  targets: [
    // The optimizer's barrier, which Swift cannot express.
    .target(name: "CBench"),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "CBench", "BenchChanged", "BenchCliffs", "BenchCompound", "BenchConverted", "BenchRules", "BenchTypes",
        .product(name: "Ashlar", package: "ashlar"),
        .product(name: "_AshlarInspection", package: "ashlar"),
      ],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    // Later schemas of one type.
    .target(
      name: "BenchChanged", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .target(
      name: "BenchConverted", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    // A hundred types.
    .target(
      name: "BenchTypes", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    // Types with indexes and keys of several properties.
    .target(
      name: "BenchCompound", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    // Types of the workload that covers what the others leave out.
    .target(
      name: "BenchCliffs", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    // Types with rules, and the same types without them: files of the other types are to list no features.
    .target(
      name: "BenchRules", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
    .executableTarget(name: "BenchTable"),
  ]
)
