// swift-tools-version: 6.1
import PackageDescription

// Apart from Ashlar's benchmark: only `Benchmarks/run` builds it, and does without it where GRDB cannot be fetched.
let package = Package(
  name: "GRDBPeer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0")],
  targets: [.executableTarget(name: "grdb-peer", dependencies: [.product(name: "GRDB", package: "GRDB.swift")], path: "Sources/GRDBPeer")]
)
