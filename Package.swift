// swift-tools-version: 6.1
import Foundation
import PackageDescription

let environment = ProcessInfo.processInfo.environment

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let openCombine = TargetDependencyCondition.when(platforms: [.linux, .android, .windows, .openbsd], traits: ["Publishers"])

let systemsWithViews = TargetDependencyCondition.when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])

let package = Package(
  name: "ashlar",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Ashlar", targets: ["Ashlar"]),
    // Encryption of files. A program that opens a file with a key links it; it need not import it.
    .library(name: "AshlarEncryption", targets: ["AshlarEncryption"]),
    // `import RealmSwift` of files that come from there.
    .library(name: "RealmSwift", targets: ["RealmSwift", "Realm"]),
    // Property wrappers of views. `import RealmSwift` has them as well. Where there is no SwiftUI it is empty for users.
    .library(name: "AshlarSwiftUI", targets: ["AshlarSwiftUI"]),
    // Publishers: on Combine where there is one, else, with the trait, on OpenCombine.
    .library(name: "AshlarCombine", targets: ["AshlarCombine"]),
    // Sends what waits in an outbox to a server. Nothing else links libpq.
    .library(name: "AshlarIngest", targets: ["AshlarIngest"]),
    // The same as a service that logs and counts. Empty without the trait of its name.
    .library(name: "AshlarIngestService", targets: ["AshlarIngestService"]),
    .executable(name: "ashlar", targets: ["AshlarCommand"]),
    // For Fuzz/ alone, which is a package of its own and reaches targets only through a product. It holds the fuzzers' checks
    // and lays nothing of the compiler open; who does not name it builds nothing of it.
    .library(name: "_AshlarFuzzing", targets: ["AshlarFuzzing"]),
    // For tools of other packages that look into files, such as a data browser. Not part of the API.
    .library(name: "_AshlarInspection", targets: ["AshlarInspection", "AshlarSchemaTools", "AshlarStore", "AshlarEncryption"]),
    // Generates models on every build: with a tool that the build compiles, or with the installed command `ashlar`.
    .plugin(name: "AshlarGenerate", targets: ["AshlarGenerate"]),
    .plugin(name: "AshlarGenerateInstalled", targets: ["AshlarGenerateInstalled"]),
    .plugin(name: "AshlarGenerateCommand", targets: ["AshlarGenerateCommand"]),
  ],
  traits: [
    // None. `make test` sets the variable for the packages that need traits, so that these have equal options and share one build folder.
    .default(enabledTraits: environment["ASHLAR_ALL_TRAITS"] == nil ? [] : ["IngestService", "Publishers"]),
    .trait(name: "IngestService", description: "What AshlarIngestService needs: swift-log, swift-metrics and swift-service-lifecycle."),
    .trait(name: "Publishers", description: "AshlarCombine where there is no Combine: fetches and builds OpenCombine."),
  ],
  dependencies: [
    // Linked by the command only; nothing a runtime user links.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Neither fetched nor built without the trait IngestService.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Fetched only with the trait.
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // MARK: System libraries
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb",
      providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),

    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // MARK: Build time
    .target(name: "AshlarCompiler", dependencies: ["AshlarSchema", "CLibYAML"], swiftSettings: settings),
    .executableTarget(
      name: "AshlarCommand", dependencies: ["AshlarCommandLine", "AshlarEncryption", "AshlarIngestCommand", "AshlarInspectionCommand"],
      swiftSettings: settings),
    // What the plugins run is built in every user's package: only what generating takes.
    .executableTarget(name: "AshlarTool", dependencies: ["AshlarGeneration", "AshlarCompiler"], swiftSettings: settings),
    .target(name: "AshlarGeneration", dependencies: ["AshlarCompiler", "AshlarSchema"], swiftSettings: settings),
    .target(name: "AshlarSchemaTools", dependencies: ["AshlarCompiler", "AshlarSchema"], swiftSettings: settings),
    .target(
      name: "AshlarCommandLine",
      dependencies: [
        "AshlarCompiler", "AshlarGeneration", "AshlarSchema", "AshlarSchemaTools", "AshlarStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Queries, exports and imports of files without their types, for the command and for tools of other packages.
    .target(name: "AshlarInspection", dependencies: ["Ashlar", "AshlarSchema", "AshlarStore"], swiftSettings: settings),
    // Copies files to SQLite. Loads SQLite's library when it is used, and is part of the command alone.
    .target(
      name: "AshlarSQLite", dependencies: ["Ashlar", "AshlarCompiler", "AshlarInspection", "AshlarSchema", "AshlarSchemaTools"],
      swiftSettings: settings),
    .target(
      name: "AshlarInspectionCommand",
      dependencies: [
        "Ashlar", "AshlarCommandLine", "AshlarCompiler", "AshlarGeneration", "AshlarInspection", "AshlarSQLite", "AshlarSchema",
        "AshlarSchemaTools", "AshlarStore", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    .plugin(name: "AshlarGenerate", capability: .buildTool(), dependencies: ["AshlarTool"]),
    .plugin(name: "AshlarGenerateInstalled", capability: .buildTool()),
    .plugin(
      name: "AshlarGenerateCommand",
      capability: .command(
        intent: .custom(verb: "generate-models", description: "Generates Swift models from the schemas of a target."),
        permissions: [.writeToPackageDirectory(reason: "Generated models are written into the package.")]),
      dependencies: ["AshlarTool"]),

    // MARK: Both halves
    .target(name: "AshlarSchema", swiftSettings: settings),

    // MARK: Run time
    .target(name: "CAshlar"),
    .target(name: "AshlarStore", dependencies: ["AshlarSchema", "CAshlar", "CLMDB"], swiftSettings: settings),
    .target(name: "Ashlar", dependencies: ["AshlarStore", "AshlarSchema", "CAshlar"], swiftSettings: settings),

    .target(name: "CAshlarEncryption", dependencies: ["CAshlar"]),
    .target(
      name: "AshlarEncryption", dependencies: ["AshlarStore", "AshlarSchema", "CAshlar", "CAshlarEncryption"], swiftSettings: settings),

    .target(name: "Realm", dependencies: ["Ashlar"], swiftSettings: settings),
    .target(
      name: "RealmSwift", dependencies: ["Ashlar", .target(name: "AshlarSwiftUI", condition: systemsWithViews)], swiftSettings: settings),

    .target(name: "AshlarSwiftUI", dependencies: ["Ashlar"], swiftSettings: settings),

    .target(
      name: "AshlarCombine",
      dependencies: [
        "Ashlar", "AshlarStore",
        .product(name: "OpenCombine", package: "OpenCombine", condition: openCombine),
        .product(name: "OpenCombineDispatch", package: "OpenCombine", condition: openCombine),
      ],
      swiftSettings: settings),

    .target(
      name: "AshlarIngest", dependencies: ["Ashlar", "AshlarStore", "AshlarSchema", "CLibPQ"], swiftSettings: settings),

    .target(
      name: "AshlarIngestService",
      dependencies: [
        "Ashlar", "AshlarIngest",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["IngestService"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["IngestService"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["IngestService"])),
      ],
      swiftSettings: settings),

    .target(
      name: "AshlarIngestCommand",
      dependencies: [
        "AshlarCommandLine", "AshlarCompiler", "AshlarIngest", "AshlarSchema", "AshlarStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // MARK: Tests
    .target(
      name: "AshlarFuzzing", dependencies: ["Ashlar", "AshlarCompiler", "AshlarSchema", "AshlarSchemaTools", "Kinds"], path: "Fuzz/Checks",
      swiftSettings: settings),
    // The checked-in output for Schemas/ is what the runtime's tests work with: it compiles and runs.
    .target(name: "People", dependencies: ["Ashlar"], path: "Generated/People", swiftSettings: settings),
    .target(name: "Library", dependencies: ["Ashlar"], path: "Generated/Library", swiftSettings: settings),
    .target(name: "Fleet", dependencies: ["Ashlar"], path: "Generated/Fleet", swiftSettings: settings),
    .target(name: "Atlas", dependencies: ["Ashlar"], path: "Generated/Atlas", swiftSettings: settings),
    // A module of swift-collections, on which dependencies of a trait depend, has the name `Collections`.
    .target(name: "Shelves", dependencies: ["Ashlar"], path: "Generated/Collections", swiftSettings: settings),
    .target(name: "Kinds", dependencies: ["Ashlar"], path: "Generated/Kinds", swiftSettings: settings),
    .target(name: "Matrix", dependencies: ["Ashlar"], path: "Generated/Matrix", swiftSettings: settings),
    .target(name: "Concerts", dependencies: ["Ashlar"], path: "Generated/Concerts", swiftSettings: settings),
    .target(name: "Traits", dependencies: ["Ashlar"], path: "Generated/Traits", swiftSettings: settings),
    .target(name: "Club", dependencies: ["Ashlar"], path: "Generated/Club", swiftSettings: settings),
    .target(name: "Ledger", dependencies: ["Ashlar"], path: "Generated/Ledger", swiftSettings: settings),
    .target(name: "Bookshop", dependencies: ["Ashlar"], path: "Generated/Bookshop", swiftSettings: settings),
    .target(name: "Weather", dependencies: ["Ashlar"], path: "Generated/Weather", swiftSettings: settings),
    // Classes written by hand, beside what the compiler makes of them.
    .target(name: "Handwritten", dependencies: ["Ashlar", "Outside", "RealmSwift"], path: "Tests/Handwritten"),
    // Types of another module that they have.
    .target(name: "Outside", dependencies: ["Ashlar"], path: "Tests/Outside"),
    // The classes of Schemas/ written by hand.
    .target(name: "Twins", dependencies: ["Ashlar", "RealmSwift"], path: "Tests/Twins"),
    .target(
      name: "TestSupport", dependencies: ["AshlarEncryption", "AshlarStore"], path: "Tests/TestSupport", exclude: ["Traits"],
      swiftSettings: settings),
    // Apart, because it imports Testing, which a process that tests start does not link.
    .target(name: "TestTraits", path: "Tests/TestSupport/Traits", swiftSettings: settings),
    .testTarget(
      name: "AshlarCompilerTests",
      dependencies: [
        "AshlarCompiler", "AshlarGeneration", "AshlarSchema", "AshlarSchemaTools", "AshlarFuzzing", "TestSupport", "TestTraits",
      ],
      swiftSettings: settings),
    .target(
      name: "StoreFixtures", dependencies: ["AshlarStore", "AshlarSchema", "TestSupport"], path: "Tests/StoreFixtures",
      swiftSettings: settings),
    .testTarget(
      name: "AshlarStoreTests",
      dependencies: [
        "AshlarEncryption", "AshlarStore", "AshlarSchema", "CAshlar", "CAshlarEncryption", "CLMDB", "StoreFixtures", "TestSupport",
        "TestTraits",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings),
    // Measures ordered maps of nodes beside trees of LMDB: Benchmarks/nodes.
    .executableTarget(
      name: "NodeBench", dependencies: ["AshlarEncryption", "AshlarStore"], path: "Tests/NodeBench", swiftSettings: settings),
    // Must not depend on AshlarEncryption, not even through another target.
    .executableTarget(
      name: "WithoutEncryption", dependencies: ["Ashlar", "People"], path: "Tests/WithoutEncryption", swiftSettings: settings),
    // Makes writes fail, and writes them down.
    .target(name: "FaultShim", path: "Tests/CrashTests/FaultShim"),
    .executableTarget(
      name: "CrashWriter",
      dependencies: [
        "StoreFixtures", "AshlarEncryption", "AshlarStore", "AshlarSchema", "CAshlar", "CAshlarEncryption", "CLMDB", "FaultShim",
        "TestSupport",
      ],
      path: "Tests/CrashTests/CrashWriter",
      swiftSettings: settings),
    .testTarget(
      name: "CrashTests",
      dependencies: ["CrashWriter", "StoreFixtures", "AshlarEncryption", "AshlarStore", "AshlarSchema", "TestSupport", "TestTraits"],
      exclude: ["CrashWriter", "FaultShim"],
      swiftSettings: settings),
    // What docs/guide quotes.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "Ashlar", "AshlarCompiler", "AshlarSchema", "AshlarStore", "Bookshop", "Club", "Handwritten", "RealmSwift", "TestSupport", "Traits",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AshlarInspectionTests",
      dependencies: [
        "AshlarCompiler", "AshlarInspection", "AshlarSQLite", "AshlarGeneration", "Ashlar", "AshlarSchema", "AshlarStore", "Shelves",
        "Kinds", "Matrix", "Weather",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EndToEnd", dependencies: ["AshlarCompiler", "TestSupport", "TestTraits"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "AshlarSchemaTests", dependencies: ["AshlarSchema", "AshlarSchemaTools", "AshlarFuzzing", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .executableTarget(
      name: "IngestProcess", dependencies: ["Ashlar", "AshlarIngest", "TestSupport", "Weather"], path: "Tests/IngestTests/IngestProcess",
      swiftSettings: settings),
    .testTarget(
      name: "IngestTests",
      dependencies: [
        "AshlarCommand", "IngestProcess",
        "Ashlar", "AshlarCompiler", "AshlarIngest", "AshlarSchema", "AshlarSchemaTools", "AshlarStore", "Weather", "TestSupport",
        "TestTraits",
      ],
      exclude: ["IngestProcess"], swiftSettings: settings),
    .testTarget(
      name: "AshlarSwiftUITests", dependencies: ["AshlarSwiftUI", "Ashlar", "AshlarSchema", "People", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AshlarTests",
      dependencies: [
        "Ashlar", "AshlarEncryption", "AshlarStore", "AshlarSchema", "CAshlar", "CAshlarEncryption", "People", "Library", "Fleet", "Atlas",
        "Bookshop", "Kinds", "Traits", "Shelves", "Concerts", "Matrix", "Club", "Ledger", "Weather", "Handwritten", "Outside", "Realm",
        "RealmSwift", "Twins", "AshlarFuzzing", "TestSupport", "TestTraits", "WithoutEncryption",
      ],
      exclude: ["Results/Fixtures", "Values/Fixtures"], swiftSettings: settings),
  ]
)

// Scripts that run the tests of some targets only set this, so that the others are not built.
if let names = environment["ASHLAR_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Optimization compiles a target as a whole on one core, which takes 25 minutes for `AshlarTests`. Libraries stay whole, as users build
// them.
if environment["ASHLAR_TESTS_IN_PARTS"] != nil {
  for target in package.targets where target.type == .test || target.path?.hasPrefix("Tests/") == true {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode"])]
  }
}
