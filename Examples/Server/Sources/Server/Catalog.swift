import Ashlar
import PackageBody

/// The catalog, which any number of requests may use at the same time. Closures of the pool return values, not objects.
struct Catalog: Sendable {
  let pool: RealmPool

  func package(_ name: String) throws -> PackageBody? {
    try pool.read { realm in realm.object(ofType: Package.self, forPrimaryKey: name).map(PackageBody.init) }
  }

  func dependents(of name: String) throws -> [String]? {
    try pool.read { realm in realm.object(ofType: Package.self, forPrimaryKey: name)?.dependents.map(\.name) }
  }

  /// Stores a package. Returns once the commit is durable.
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

  /// Fills a new file in short transactions.
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
      // A package on which others depend, and that has not been stored yet, has only a name.
      package.dependencies.append(
        realm.object(ofType: Package.self, forPrimaryKey: name) ?? realm.create(Package.self, value: ["name": name]))
    }
  }
}
