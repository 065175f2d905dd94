import Ashlar
import Foundation

extension Harness {
  /// A Realm on the file of this name in the work folder.
  func open(_ name: String, _ durability: Realm.Configuration.Durability) throws -> Realm {
    try Realm(configuration: configuration(name, durability))
  }

  func configuration(_ name: String, _ durability: Realm.Configuration.Durability) -> Realm.Configuration {
    var configuration = Realm.Configuration(fileURL: file(name), objectTypes: BenchSchema.objectTypes)
    configuration.durability = durability
    configuration.encryptionKey = encryptionKey
    return configuration
  }

  func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".ashlar") }

  /// Removes the file of this name and all that lies beside it.
  func remove(_ name: String) throws {
    let files = FileManager.default
    for file in try files.contentsOfDirectory(atPath: folder.path) where file.hasPrefix(name + ".ashlar") {
      try files.removeItem(at: folder.appendingPathComponent(file))
    }
  }

  /// Makes a new file with all rows in one transaction; returns the seconds from begin to the end of commit.
  @discardableResult func insertAll(into name: String, _ durability: Realm.Configuration.Durability) throws -> Double {
    try remove(name)
    let realm = try open(name, durability)
    return try time {
      var generator = Generator()
      try realm.write {
        for id in 0..<rows { realm.add(Item(generator.next(id))) }
      }
    }
  }
}

extension Harness {
  /// The same rows without an index.
  func insertUnindexed(into name: String) throws -> Realm {
    try remove(name)
    let realm = try open(name, .unsynced)
    var generator = Generator()
    try realm.write {
      for id in 0..<rows {
        let row = generator.next(id)
        let values: [Any?] = [row.id, row.name, row.score, row.count, row.flag, row.created, row.category, row.note]
        realm.create(UnindexedItem.self, value: values)
      }
    }
    return realm
  }
}

extension Item {
  /// An unmanaged item with the values of a row.
  convenience init(_ row: Generator.Row) {
    self.init()
    id = row.id
    name = row.name
    score = row.score
    count = row.count
    flag = row.flag
    created = row.created
    category = row.category
    note = row.note
  }
}
