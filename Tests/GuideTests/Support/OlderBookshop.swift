import AshlarSchema
import Foundation

@testable import Ashlar

/// The type 'Novel' of a release before: numbers for keys, and the author's name in each novel.
private final class OlderNovel: Object {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Older", version: 1,
      entities: [
        EntityModel(
          name: "Novel",
          properties: [
            PropertyModel(name: "isbn", type: .int, isPrimaryKey: true), PropertyModel(name: "name", type: .string),
            PropertyModel(name: "authorName", type: .string, isOptional: true),
          ])
      ]))
  static let entity = schema.entity("Novel", OlderNovel.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(OlderNovel(row, own), to: Self.self) }
}

/// Writes a file of that release, with three novels of two authors, and one of nobody's.
func writeOlderBookshop(_ url: URL) throws {
  let realm = try Realm(configuration: Realm.Configuration(fileURL: url, objectTypes: [OlderNovel.self]))
  try realm.write {
    for (isbn, name, author) in [(1, "Solaris", "Lem"), (2, "Fiasco", "Lem"), (3, "Ubik", "Dick"), (4, "Beowulf", nil)] {
      realm.dynamicCreate("Novel", value: ["isbn": isbn, "name": name, "authorName": author as Any])
    }
  }
}
