// swift-tools-version: 6.1
import PackageDescription

// Another package, whose types the classes of the kennel store.
let package = Package(
  name: "clinics",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Clinics", targets: ["Clinics"])],
  dependencies: [.package(name: "ashlar", path: Context.environment["ASHLAR_PACKAGE"] ?? "../../../../..")],
  targets: [.target(name: "Clinics", dependencies: [.product(name: "Ashlar", package: "ashlar")])],
  swiftLanguageModes: [.v6]
)
