import RealmSwift

/// The methods of a database that the diary calls, so that tests can replace it.
protocol Database {
  init(configuration: Realm.Configuration, queue: DispatchQueue?) throws
  @discardableResult func refresh() -> Bool
  func objects<Element: RealmFetchable>(_ type: Element.Type) -> Results<Element>
  func add(_ object: Object, update: Realm.UpdatePolicy)
  func write<Result>(withoutNotifying tokens: [NotificationToken], _ block: () throws -> Result) throws -> Result
}

extension Realm: Database {}

protocol Watchable {
  associatedtype Change
  func observe(keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (Change) -> Void) -> NotificationToken
}

extension Results: Watchable { typealias Change = RealmCollectionChange<Results> }

/// A store of objects of any type.
struct Store<Base: Database> {
  let database: Base

  func all<T: Object>(_ type: T.Type, sortedBy key: String, where predicate: NSPredicate? = nil) -> Results<T> {
    let found = database.objects(type)
    return newest(predicate.map { found.filter($0) } ?? found, by: key)
  }

  private func newest<T: RealmCollectionValue>(_ found: Results<T>, by key: String) -> Results<T> {
    found.sorted(byKeyPath: key, ascending: false).distinct(by: [key])
  }

  func save(_ object: Object) throws {
    try database.write(withoutNotifying: []) { database.add(object, update: .modified) }
  }
}

func watch<T: Watchable>(_ values: T) -> NotificationToken { values.observe(keyPaths: nil, on: nil) { _ in } }

/// The file, whose second version marks entries without stars.
func configuration(_ url: URL, version: UInt64) -> Realm.Configuration {
  Realm.Configuration(
    fileURL: url, schemaVersion: version,
    migrationBlock: { migration, old in
      guard old < 2 else { return }
      migration.enumerateObjects(ofType: Entry.className()) { old, new in
        guard let old, let new else { return }
        let stars = old["stars"] as! Int8
        let title = old["title"] as! String
        new["stars"] = stars + 1
        new["title"] = title.prefix(5)
        new["score"] = (old["score"] as? Float ?? 0) + Float(stars)
      }
    })
}
