// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the benchmarks build where SQLite's headers are missing.
let package = Package(
  name: "CompareRules",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ashlar", path: "../..")
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(
      name: "CompareRules",
      dependencies: ["CSQLite", .product(name: "Ashlar", package: "ashlar")],
      plugins: [.plugin(name: "AshlarGenerate", package: "ashlar")]),
  ]
)
