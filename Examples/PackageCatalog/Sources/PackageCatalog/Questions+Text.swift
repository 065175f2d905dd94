import Ashlar

// Queries in text, and results in sections.
extension Questions {
  /// The packages that satisfy a condition in text, such as one that a user has typed.
  func printMatching(_ text: String, _ count: Int) throws {
    let predicate = try RealmPredicate(parsing: text)
    try predicate.check(on: realm.objects(Package.self))
    let found = realm.objects(Package.self).filter(predicate).sorted(by: [
      SortDescriptor(keyPath: "installedSize", ascending: false), SortDescriptor(keyPath: "name"),
    ])
    printTable(
      "\(found.count == 1 ? "1 package is" : "\(found.count) packages are") found by: \(text)",
      rows: found.limited(to: count).map { [humanSize(kibibytes: $0.installedSize), $0.name, $0.maintainer?.name ?? "", $0.summary] })
  }

  /// Sections of the archive with their largest packages.
  func printSections(_ count: Int) {
    let order = [SortDescriptor(keyPath: "section"), SortDescriptor(keyPath: "installedSize", ascending: false), "name"]
    let sections = realm.objects(Package.self).filter("isInstalled == true").sectioned(by: \.section, sortDescriptors: order)
    let largest = sections.sorted { ($1.count, $0.key.rawValue) < ($0.count, $1.key.rawValue) }.prefix(count)
    printTable(
      "Largest of \(sections.count) sections",
      rows: largest.map { section in
        let names = section.prefix(5).map(\.name)
        return ["\(section.count)", section.key.rawValue, names.joined(separator: ", ") + (section.count > names.count ? ", …" : "")]
      })
  }
}
