import Ashlar
import Foundation

final class Maker: Object {
  @Persisted(primaryKey: true) var email: String
  @Persisted var name: String
}

final class Place: EmbeddedObject {
  @Persisted var street: String
  @Persisted var number: Int?
}

/// An object with every kind of value.
final class Thing: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted(indexed: true) var section: String?
  @Persisted var size: Int?
  @Persisted var isNew: Bool
  @Persisted var ratio: Double
  @Persisted var weight: Float?
  @Persisted var price: Decimal128?
  @Persisted var made: Date?
  @Persisted var tag: UUID?
  @Persisted var code: ObjectId?
  @Persisted var photo: Data?
  @Persisted var maker: Maker?
  @Persisted var place: Place?
  @Persisted var places: List<Place>
  @Persisted var scores: List<Int>
  @Persisted var words: MutableSet<String>
  @Persisted var stock: Map<String, Int>
  @Persisted var similar: List<Thing>
  @Persisted var extra: AnyRealmValue
}

/// An object without a primary key.
final class Note: Object {
  @Persisted var text: String
  @Persisted var thing: Thing?
}

/// A folder with a database, which is deleted with the object.
final class Shop: Sendable {
  let folder: URL
  private let types: [ObjectBase.Type]
  private let key: Data?
  var path: String { folder.appendingPathComponent("shop.realm").path }

  init(_ types: [ObjectBase.Type] = [Maker.self, Place.self, Thing.self, Note.self], key: Data? = nil) throws {
    self.types = types
    self.key = key
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write { _ in }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var configuration: Realm.Configuration {
    Realm.Configuration(fileURL: URL(fileURLWithPath: path), encryptionKey: key, objectTypes: types)
  }

  /// Writes as another user of the file does.
  func write(_ body: (Realm) throws -> Void) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { try body(realm) }
  }

  /// Reads the newest version.
  func read<Value>(_ body: (Realm) throws -> Value) throws -> Value {
    let realm = try Realm(configuration: configuration)
    realm.refresh()
    return try body(realm)
  }

  /// Stores things with the numbers from 0 on, 100 to a section.
  func fill(_ count: Int) throws {
    try write { realm in
      let makers = (0..<5).map { realm.create(Maker.self, value: ["email": "m\($0)@example.org", "name": "Maker \($0)"]) }
      for id in 0..<count {
        let thing = realm.create(Thing.self, value: ["id": id, "name": "thing \(id)"])
        thing.section = "s\(id / 100)"
        thing.size = id % 10 == 0 ? nil : id * 7 % 1000
        thing.maker = makers[id % 5]
        thing.ratio = Double(id) / 4
      }
    }
  }
}
