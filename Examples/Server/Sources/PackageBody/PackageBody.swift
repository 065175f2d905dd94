import Hummingbird

/// A package in the JSON form that clients receive and send.
package struct PackageBody: ResponseCodable, Equatable, Sendable {
  package var name: String
  package var isInstalled: Bool
  package var summary: String
  package var architecture: String
  /// In KiB.
  package var installedSize: Int
  package var maintainer: String?
  package var dependencies: [String]

  package init(
    name: String, isInstalled: Bool, summary: String, architecture: String, installedSize: Int, maintainer: String?, dependencies: [String]
  ) {
    self.name = name
    self.isInstalled = isInstalled
    self.summary = summary
    self.architecture = architecture
    self.installedSize = installedSize
    self.maintainer = maintainer
    self.dependencies = dependencies
  }

  /// An invented package for a new file.
  package static func made(_ number: Int) -> PackageBody {
    PackageBody(
      name: "package-\(number)", isInstalled: number % 3 == 0, summary: "The package with the number \(number), which is made up.",
      architecture: number % 5 == 0 ? "all" : "amd64", installedSize: number * 7_919 % 100_000,
      maintainer: "maintainer-\(number % 500)@example.org",
      dependencies: (1...3).compactMap { number >= $0 * 10 ? "package-\(number - $0 * 10)" : nil })
  }
}

/// The changes of a package.
package struct PackageChange: Codable, Sendable {
  package var installedSize: Int
}
