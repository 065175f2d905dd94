import Ashlar
import Dispatch
import Foundation

/// Shows the most depended-on packages, and again whenever that changes: by this process or by another one that imports.
///
/// It retains the dependencies of each package, and reads those of changed packages again.
final class Watch {
  private let realm: Realm
  private let isTerminal = isatty(STDOUT_FILENO) != 0
  private let most: Int
  private var packages: [(name: String, dependencies: [String])] = []
  private var counts: [String: Int] = [:]
  private var shown: [[String]] = []
  private var token: NotificationToken?

  /// - Parameter most: how many packages are shown.
  init(_ realm: Realm, _ most: Int) {
    self.realm = realm
    self.most = most
    token = realm.objects(Package.self).observe(keyPaths: ["dependencies", "isInstalled"]) { [unowned self] in told($0) }
  }

  /// Watches until the program is stopped.
  static func run(_ database: URL, _ most: Int) throws -> Never {
    let queue = DispatchQueue(label: "watch")
    let configuration = Realm.Configuration(fileURL: database, objectTypes: PackageCatalogSchema.objectTypes)
    let watch = try queue.sync { Watch(try Realm(configuration: configuration, queue: queue), most) }
    withExtendedLifetime(watch) { dispatchMain() }
  }

  private func told(_ change: RealmCollectionChange<Results<Package>>) {
    switch change {
    case .initial(let all): for (index, package) in all.enumerated() { insert(package, at: index) }
    case .update(let all, let deletions, let insertions, let modifications):
      // Positions of deletions and modifications are those of before; what is modified stays, and so it is found behind both.
      let modified = modifications.map { packages[$0].name }
      for index in deletions.reversed() { remove(at: index) }
      for index in insertions { insert(all[index], at: index) }
      let places = Dictionary(uniqueKeysWithValues: packages.enumerated().map { ($1.name, $0) })
      for index in modified.compactMap({ places[$0] }) {
        remove(at: index)
        insert(all[index], at: index)
      }
    case .error: break
    }
    show()
  }

  private func insert(_ package: Package, at index: Int) {
    let names = Array(package.dependencies.map(\.name))
    for name in names { counts[name, default: 0] += 1 }
    packages.insert((package.name, names), at: index)
  }

  private func remove(at index: Int) {
    for name in packages.remove(at: index).dependencies { counts[name, default: 0] -= 1 }
  }

  private func show() {
    let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map { name, count in
      ["\(count)", name, realm.object(ofType: Package.self, forPrimaryKey: name)?.isInstalled == true ? "installed" : "not installed"]
    }
    if rows == shown, !isTerminal { return }
    shown = rows
    if isTerminal { print("\u{1B}[H\u{1B}[2J", terminator: "") }
    printTable("Most depended-on of \(packages.count) packages", rows: rows)
    fflush(nil)
  }
}
