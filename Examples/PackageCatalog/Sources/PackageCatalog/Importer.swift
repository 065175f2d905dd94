import Ashlar
import DpkgStatus
import Foundation

/// The result of an import.
struct Tally: CustomStringConvertible {
  var added = 0
  var changed = 0
  var unchanged = 0
  var removed = 0

  var total: Int { added + changed + unchanged }
  var description: String { "\(total) packages: \(added) new, \(changed) changed, \(unchanged) as before, \(removed) removed" }
}

/// Updates the catalog from a status file.
///
/// Each transaction leaves a correct catalog, though perhaps one of a part of the file; importing again completes it.
/// The resulting catalog depends only on the file, not on its previous contents.
struct Importer {
  let realm: Realm
  /// Packages a transaction.
  let batch: Int
  /// Milliseconds to wait after each transaction.
  let pause: Int

  private var installed: Set<String> = []
  private var maintainersSeen: Set<String> = []
  private var tally = Tally()

  init(realm: Realm, batch: Int, pause: Int) {
    self.realm = realm
    self.batch = batch
    self.pause = pause
  }

  /// Imports the whole file. Throws the errors of reading it and of writing the catalog.
  mutating func run(file url: URL) throws -> Tally {
    let file = StatusFile(url: url)
    try file.forEachInstalled { installed.insert($1) }
    var progress = Progress(label: "Importing", total: installed.count)
    var waiting: [(PackageRecord, String)] = []
    try file.forEachInstalled { record, name in
      waiting.append((record, name))
      if waiting.count == batch { try store(&waiting, &progress) }
    }
    if !waiting.isEmpty { try store(&waiting, &progress) }
    try prune()
    progress.finish()
    return tally
  }

  private mutating func store(_ waiting: inout [(PackageRecord, String)], _ progress: inout Progress) throws {
    try realm.write {
      for (record, name) in waiting { store(record, as: name) }
    }
    waiting.removeAll(keepingCapacity: true)
    progress.show(tally.total)
    if pause > 0 { Thread.sleep(forTimeInterval: Double(pause) / 1000) }
  }

  private mutating func store(_ record: PackageRecord, as name: String) {
    let known = realm.object(ofType: Package.self, forPrimaryKey: name)
    let package = known ?? addPackage(name)
    let isNew = !package.isInstalled
    var changes = Changes()
    changes.set(package, \.isInstalled, true)
    changes.set(package, \.area, Area(rawValue: record.area) ?? .main)
    changes.set(package, \.section, Section(rawValue: record.section) ?? .other)
    changes.set(package, \.priority, Priority(rawValue: record.priority) ?? .optional)
    changes.set(package, \.isEssential, record.isEssential)
    changes.set(package, \.installedSize, record.installedSize)
    changes.set(package, \.summary, record.summary)
    changes.set(package, \.architecture, record.architecture)
    changes.set(package, \.homepage, record.homepage)
    changes.set(package, \.maintainer, record.maintainer.map { maintainer($0) })
    store(record.version, in: package, &changes)
    store(record.dependencies.map { chosen(of: $0) }, in: package, &changes)
    if isNew { tally.added += 1 } else if changes.any { tally.changed += 1 } else { tally.unchanged += 1 }
  }

  private func store(_ version: DebianVersion, in package: Package, _ changes: inout Changes) {
    if let old = package.version {
      changes.set(old, \.epoch, version.epoch)
      changes.set(old, \.upstream, version.upstream)
      changes.set(old, \.revision, version.revision)
    } else {
      let new = Version()
      new.epoch = version.epoch
      new.upstream = version.upstream
      new.revision = version.revision
      package.version = new
      changes.any = true
    }
  }

  private func store(_ names: [String], in package: Package, _ changes: inout Changes) {
    var seen: Set<String> = []
    let wanted = names.filter { seen.insert($0).inserted }
    if wanted == package.dependencies.map(\.name) { return }
    package.dependencies.removeAll()
    for name in wanted {
      package.dependencies.append(realm.object(ofType: Package.self, forPrimaryKey: name) ?? addPackage(name))
    }
    changes.any = true
  }

  /// Of alternatives the first that is installed; else the first, which is then a package that is missing or virtual.
  private func chosen(of alternatives: [String]) -> String {
    alternatives.first { installed.contains($0) } ?? alternatives[0]
  }

  private func addPackage(_ name: String) -> Package {
    let package = Package()
    package.name = name
    realm.add(package)
    return package
  }

  /// The maintainer of this address. Of several names for one address, the first in the file counts.
  private mutating func maintainer(_ mailbox: Mailbox) -> Maintainer {
    let isFirst = maintainersSeen.insert(mailbox.address).inserted
    if let known = realm.object(ofType: Maintainer.self, forPrimaryKey: mailbox.address) {
      if isFirst, known.name != mailbox.name { known.name = mailbox.name }
      return known
    }
    let maintainer = Maintainer()
    maintainer.address = mailbox.address
    maintainer.name = mailbox.name
    realm.add(maintainer)
    return maintainer
  }

  /// Deletes the packages that the file no longer contains. One on which others depend remains, as not installed.
  private mutating func prune() throws {
    var removed = 0
    try realm.write {
      let gone: [Package] = realm.objects(Package.self).filter { !installed.contains($0.name) }
      for package in gone where package.isInstalled {
        removed += 1
        package.dependencies.removeAll()
      }
      for package in gone {
        if package.dependents.isEmpty { realm.delete(package) } else if package.isInstalled { reset(package) }
      }
      for maintainer in realm.objects(Maintainer.self).filter({ $0.packages.isEmpty }) { realm.delete(maintainer) }
    }
    tally.removed = removed
  }

  /// Clears all properties but the name.
  private func reset(_ package: Package) {
    package.isInstalled = false
    package.area = .main
    package.section = .other
    package.priority = .optional
    package.isEssential = false
    package.installedSize = 0
    package.summary = ""
    package.architecture = ""
    package.homepage = nil
    package.version = nil
    package.maintainer = nil
  }
}

/// Sets only values that differ, and records whether any did.
private struct Changes {
  var any = false

  mutating func set<Root: AnyObject, Value: Equatable>(_ object: Root, _ path: ReferenceWritableKeyPath<Root, Value>, _ value: Value) {
    guard object[keyPath: path] != value else { return }
    object[keyPath: path] = value
    any = true
  }
}
