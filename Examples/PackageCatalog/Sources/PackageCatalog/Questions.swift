import Ashlar

/// The catalog does not contain the package in question.
struct UnknownPackage: Error, CustomStringConvertible {
  var name: String
  var description: String { "no package called '\(name)' is installed or asked for" }
}

/// Queries the catalog and prints the results. Packages of equal rank are sorted by name.
struct Questions {
  let realm: Realm

  private var installed: Results<Package> { realm.objects(Package.self).where { $0.isInstalled == true } }

  /// The largest packages.
  func printLargest(_ count: Int) {
    let total = installed.sum(of: \.installedSize)
    let largest = installed.sorted(byKeyPath: "installedSize", ascending: false).prefix(count)
    printTable(
      "Largest of \(installed.count) installed packages, \(humanSize(kibibytes: total)) in all",
      rows: largest.map { package in
        [humanSize(kibibytes: package.installedSize), package.name, versionText(package), package.section.rawValue, package.summary]
      })
  }

  /// The packages on which most others depend directly.
  func printMostNeeded(_ count: Int) {
    printTable(
      "Most depended-on",
      rows: mostNeeded().prefix(count).map { count, package in
        let version = package.isInstalled ? versionText(package) : "not installed"
        return ["\(count)", package.name, version, package.maintainer?.name ?? "", package.summary]
      })
  }

  /// Everything that needs the named package, directly or through others, by distance.
  func printNeeding(_ name: String?) throws {
    guard let root = try name.map({ try package($0) }) ?? mostNeeded().first?.1 else { return }
    let levels = dependents(of: root)
    let count = levels.map(\.count).reduce(0, +)
    printTable(
      "\(count == 1 ? "1 package needs" : "\(count) packages need") \(root.name), directly or through others",
      rows: levels.enumerated().map { distance, names in
        ["\(distance + 1)", "\(names.count)", names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : "")]
      })
  }

  private func package(_ name: String) throws -> Package {
    guard let package = realm.object(ofType: Package.self, forPrimaryKey: name) else { throw UnknownPackage(name: name) }
    return package
  }

  private func mostNeeded() -> [(Int, Package)] {
    realm.objects(Package.self).map { ($0.dependents.count, $0) }.sorted { ($1.0, $0.1.name) < ($0.0, $1.1.name) }
  }

  /// Names by distance, each level sorted. Follows the links breadth first; rings of packages are common.
  private func dependents(of root: Package) -> [[String]] {
    var seen: Set<String> = [root.name]
    var level = [root]
    var result: [[String]] = []
    while !level.isEmpty {
      level = level.flatMap { package -> [Package] in package.dependents.filter { seen.insert($0.name).inserted } }
      if !level.isEmpty { result.append(level.map(\.name).sorted()) }
    }
    return result
  }

  private func versionText(_ package: Package) -> String {
    guard let version = package.version else { return "" }
    return (version.epoch == 0 ? "" : "\(version.epoch):") + version.upstream + (version.revision.map { "-" + $0 } ?? "")
  }
}
