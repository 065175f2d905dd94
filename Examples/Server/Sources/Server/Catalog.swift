import Ashlar
import PackageBody

/// The catalog, for any number of requests at once. What leaves a body of the pool is a value.
struct Catalog: Sendable {
  let pool: RealmPool

  func package(_ name: String) throws -> PackageBody? {
    try pool.read { realm in realm.object(ofType: Package.self, forPrimaryKey: name).map(PackageBody.init) }
  }

  func dependents(of name: String) throws -> [String]? {
    try pool.read { realm in realm.object(ofType: Package.self, forPrimaryKey: name)?.dependents.map(\.name) }
  }

  /// Stores a package, and is back when no loss of power can take it away.
  func store(_ body: PackageBody) async throws {
    try await pool.write { realm in body.store(in: realm) }
  }

  func change(_ name: String, _ change: PackageChange) async throws -> PackageBody? {
    try await pool.write { realm in
      guard let package = realm.object(ofType: Package.self, forPrimaryKey: name) else { return nil }
      package.installedSize = change.installedSize
      return PackageBody(package)
    }
  }

  /// Fills a new file, in transactions that keep no thread long.
  func fill(_ count: Int) async throws {
    guard count > 0, try pool.read({ $0.isEmpty }) else { return }
    for first in stride(from: 0, to: count, by: 1_000) {
      try await pool.write { realm in for number in first..<min(first + 1_000, count) { PackageBody.made(number).store(in: realm) } }
    }
  }
}

extension PackageBody {
  init(_ package: Package) {
    self.init(
      name: package.name, isInstalled: package.isInstalled, summary: package.summary, architecture: package.architecture,
      installedSize: package.installedSize, maintainer: package.maintainer?.address, dependencies: package.dependencies.map(\.name))
  }

  fileprivate func store(in realm: Realm) {
    let package = realm.object(ofType: Package.self, forPrimaryKey: name) ?? realm.create(Package.self, value: ["name": name])
    package.isInstalled = isInstalled
    package.summary = summary
    package.architecture = architecture
    package.installedSize = installedSize
    package.maintainer = maintainer.map { address in
      realm.object(ofType: Maintainer.self, forPrimaryKey: address) ?? realm.create(Maintainer.self, value: ["address": address])
    }
    package.dependencies.removeAll()
    for name in dependencies {
      // One that others ask for and nobody has told of is there by its name.
      package.dependencies.append(
        realm.object(ofType: Package.self, forPrimaryKey: name) ?? realm.create(Package.self, value: ["name": name]))
    }
  }
}
