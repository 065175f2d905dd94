// swift-tools-version: 6.1
import PackageDescription

// A package that uses Ashlar as a stranger does. ASHLAR_PACKAGE is the folder of Ashlar itself, KENNEL_PLUGIN one of its two build plugins.
let generate = Target.PluginUsage.plugin(name: Context.environment["KENNEL_PLUGIN"] ?? "AshlarGenerate", package: "ashlar")

let package = Package(
  name: "kennel",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ashlar", path: Context.environment["ASHLAR_PACKAGE"] ?? "../../../.."),
    .package(path: "Clinics"),
  ],
  targets: [
    // Its schema is among its sources.
    .executableTarget(
      name: "Kennel",
      dependencies: [
        "Toys", .product(name: "Clinics", package: "clinics"), .product(name: "Ashlar", package: "ashlar"),
        .product(name: "RealmSwift", package: "ashlar"),
      ],
      plugins: [generate]),
    // Its schema is in Schemas/Toys.
    .target(
      name: "Toys", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [generate]),
    // The example of the language's document, word for word.
    .executableTarget(
      name: "Handbook", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [generate]),
    // Models and data code as programs for RealmSwift have them, unchanged.
    .executableTarget(
      name: "Diary", dependencies: [.product(name: "RealmSwift", package: "ashlar")],
      swiftSettings: [.swiftLanguageMode(Context.environment["DIARY_MODE"] == "5" ? .v5 : .v6)],
      plugins: [generate]),
    // What only code that is built with optimization could get wrong.
    .executableTarget(
      name: "Questions", dependencies: [.product(name: "Ashlar", package: "ashlar")],
      plugins: [generate]),
    // Its models are committed: `swift package generate-models --target Walks`.
    .target(name: "Walks", dependencies: [.product(name: "Ashlar", package: "ashlar")]),
  ],
  swiftLanguageModes: [.v6]
)
