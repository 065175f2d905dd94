import AshlarSchema
import AshlarStore
import Foundation
import Library
import Testing
import TestSupport

@testable import Ashlar

/// The library as its app stored it before: numbers as text, several things in one property, and no type of its own for authors.
private enum OldLibrary {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "OldLibrary",
      entities: [
        EntityModel(
          name: "Book",
          properties: [
            property("isbn", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("name", .string),
            property("author", .string), property("tags", .string), property("rating", .string), property("published", .double),
            property("copies", .object, .list, target: "Copy"),
          ]),
        EntityModel(name: "Copy", properties: [property("shelf", .string), property("state", .string)]),
        EntityModel(
          name: "Member",
          properties: [
            property("id", .string) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("firstName", .string),
            property("lastName", .string) { $0.isOptional = true }, property("street", .string), property("town", .string),
            property("zip", .int),
          ]),
        EntityModel(name: "LogLine", properties: [property("text", .string)]),
      ]))
  enum Book: EraType { static let entity = schema.entity("Book", Era<Book>.self) }
  enum Copy: EraType { static let entity = schema.entity("Copy", Era<Copy>.self) }
  enum Member: EraType { static let entity = schema.entity("Member", Era<Member>.self) }
  enum LogLine: EraType { static let entity = schema.entity("LogLine", Era<LogLine>.self) }
  static let types: [ObjectBase.Type] = [Era<Book>.self, Era<Copy>.self, Era<Member>.self, Era<LogLine>.self]
}

/// Blocks in the forms that apps of RealmSwift have them, into generated classes.
@Suite("Migration code as apps of RealmSwift have it")
struct AppMigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(1, OldLibrary.types))
    try realm.write {
      for number in 0..<6 {
        let copies = (0..<number % 3).map { realm.dynamicCreate("Copy", value: ["shelf": "\(number)-\($0)", "state": "good"]) }
        realm.dynamicCreate(
          "Book",
          value: [
            "isbn": 978_000 + number, "name": "Title \(number)", "author": number % 2 == 0 ? "Ada" : "Bo, Cy",
            "tags": number == 0 ? "" : "tag\(number),all", "rating": number == 5 ? "none" : "\(number).5",
            "published": Double(number * 86_400), "copies": copies,
          ])
      }
      for number in 0..<3 {
        realm.dynamicCreate(
          "Member",
          value: [
            "id": "00000000-0000-0000-0000-00000000000\(number)", "firstName": "First\(number)",
            "lastName": number == 1 ? NSNull() : "Last\(number)", "street": "Street \(number)", "town": "Town", "zip": 1000 + number,
          ] as [String: Any])
      }
      realm.dynamicCreate("LogLine", value: ["text": "started"])
    }
  }

  private func migrated(_ block: @escaping MigrationBlock) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: folder.url("data.realm"), schemaVersion: 2, migrationBlock: block, objectTypes: LibrarySchema.objectTypes))
  }

  // Keys, which a block has to give where their type is another.
  private static func setKeys(_ migration: Migration) {
    migration.enumerateObjects(ofType: Book.className()) { oldObject, newObject in
      newObject!["isbn"] = String(oldObject!["isbn"] as! Int)
    }
    var barcode = 0
    migration.enumerateObjects(ofType: Copy.className()) { _, newObject in
      barcode += 1
      newObject!["barcode"] = barcode
    }
    migration.enumerateObjects(ofType: Member.className()) { oldObject, newObject in
      newObject!["number"] = UUID(uuidString: oldObject!["id"] as! String)!
    }
  }

  @Test("constants and defaults are filled in")
  func constants() throws {
    let realm = try migrated { migration, oldSchemaVersion in
      if oldSchemaVersion < 2 {
        migration.enumerateObjects(ofType: Copy.className()) { _, newObject in
          newObject?["format"] = "audio"
          newObject?["price"] = Decimal128(value: 9.5)
        }
        migration.enumerateObjects(ofType: Member.className()) { _, newObject in newObject?.setValue(true, forKey: "isBlocked") }
      }
      Self.setKeys(migration)
    }
    #expect(realm.objects(Copy.self).allSatisfy { $0.format == .audio && $0.price == 9.5 })
    #expect(realm.objects(Member.self).allSatisfy { $0.isBlocked })
  }

  @Test("names are merged, also where one of them is nil")
  func merged() throws {
    let realm = try migrated { migration, oldSchemaVersion in
      if oldSchemaVersion < 2 {
        migration.enumerateObjects(ofType: Member.className()) { oldObject, newObject in
          let firstName = oldObject!["firstName"] as! String
          if let lastName = oldObject!["lastName"] as? String {
            newObject!["name"] = "\(firstName) \(lastName)"
          } else {
            newObject!["name"] = firstName
          }
        }
      }
      Self.setKeys(migration)
    }
    let names: [String] = realm.objects(Member.self).map { $0.name }
    #expect(names == ["First0 Last0", "First1", "First2 Last2"])
  }

  @Test("numbers, dates, keys and lists are made of text and numbers")
  func converted() throws {
    let realm = try migrated { migration, oldSchemaVersion in
      guard oldSchemaVersion < 2 else { return }
      migration.enumerateObjects(ofType: Book.className()) { oldObject, newObject in
        newObject?["rating"] = Double(oldObject?["rating"] as! String) ?? 0
        newObject?["published"] = Date(timeIntervalSince1970: oldObject?["published"] as! Double)
        let tags = (oldObject?.value(forKey: "tags") as! String).split(separator: ",").map(String.init)
        newObject?["keywords"] = tags
      }
      Self.setKeys(migration)
    }
    let books = Array(realm.objects(Book.self))
    #expect(books.map { $0.isbn } == ["978000", "978001", "978002", "978003", "978004", "978005"])
    #expect(books.map { $0.rating } == [0.5, 1.5, 2.5, 3.5, 4.5, 0])
    #expect(books[3].published == Date(timeIntervalSince1970: 3 * 86_400))
    #expect(books[0].keywords.isEmpty)
    #expect(Array(books[4].keywords) == ["tag4", "all"])
    #expect(realm.object(ofType: Book.self, forPrimaryKey: "978003")?.rating == 3.5)
    #expect(realm.object(ofType: Member.self, forPrimaryKey: UUID(uuidString: "00000000-0000-0000-0000-000000000002")!) != nil)
  }

  @Test("objects are split into others, each made once, and into embedded ones")
  func split() throws {
    let realm = try migrated { migration, oldSchemaVersion in
      var authors: [String: MigrationObject] = [:]
      migration.enumerateObjects(ofType: "Book") { oldObject, newObject in
        guard let oldObject, let newObject else { return }
        let list = newObject.dynamicList("authors")
        for name in (oldObject["author"] as! String).components(separatedBy: ", ") {
          let author = authors[name] ?? migration.create("Author", value: ["name": name])
          authors[name] = author
          list.append(author)
        }
        for copy in oldObject.dynamicList("copies") { #expect(copy["state"] as? String == "good") }
      }
      migration.enumerateObjects(ofType: "Member") { oldObject, newObject in
        newObject!["address"] = ["lines": [oldObject!["street"], oldObject!["town"]], "postcode": "\(oldObject!["zip"]!)"]
      }
      Self.setKeys(migration)
    }
    let authors = Array(realm.objects(Author.self))
    #expect(authors.map { $0.name } == ["Ada", "Bo", "Cy"])
    #expect(authors.map { $0.books.count } == [3, 3, 3])
    let books = realm.objects(Book.self)
    let written: [[String]] = [0, 1].map { index in books[index].authors.map { $0.name } }
    #expect(written == [["Ada"], ["Bo", "Cy"]])
    let address = try #require(realm.objects(Member.self)[1].address)
    #expect(Array(address.lines) == ["Street 1", "Town"])
    #expect(address.postcode == "1001")
  }

  @Test("a list of links becomes a link of what it held")
  func turned() throws {
    let realm = try migrated { migration, _ in
      Self.setKeys(migration)
      var copies: [Int: MigrationObject] = [:]
      migration.enumerateObjects(ofType: "Copy") { _, newObject in copies[copies.count] = newObject }
      var index = 0
      migration.enumerateObjects(ofType: "Book") { oldObject, newObject in
        for _ in oldObject!["copies"] as! List<MigrationObject> {
          copies[index]!["book"] = newObject
          index += 1
        }
      }
    }
    let counts: [Int] = realm.objects(Book.self).map { $0.copies.count }
    #expect(counts == [0, 1, 2, 0, 1, 2])
  }

  @Test("a property is renamed, the data of a type is deleted, and single objects are deleted")
  func renamed() throws {
    let realm = try migrated { migration, oldSchemaVersion in
      if oldSchemaVersion < 2 {
        migration.renameProperty(onType: Book.className(), from: "name", to: "title")
        migration.deleteData(forType: "LogLine")
      }
      Self.setKeys(migration)
      migration.enumerateObjects(ofType: Book.className()) { oldObject, newObject in
        if oldObject?["rating"] as? String == "none" { migration.delete(newObject!) }
      }
    }
    let titles: [String] = realm.objects(Book.self).map { $0.title }
    #expect(titles == ["Title 0", "Title 1", "Title 2", "Title 3", "Title 4"])
    #expect(realm.dynamicObjects("Book").count == 5)
    #expect(try FileInspection.schema(folder.file("data.realm")).entities.allSatisfy { $0.name != "LogLine" })
  }

  @Test("steps behind 'oldSchemaVersion <' run from the version that the file has on", arguments: [1, 2, 3] as [UInt64])
  func steps(from version: UInt64) throws {
    let types = OldLibrary.types
    if version > 1 { _ = try Realm(configuration: folder.release(version, types)) }
    let realm = try Realm(
      configuration: folder.release(4, types) { migration, oldSchemaVersion in
        if oldSchemaVersion < 2 {
          migration.enumerateObjects(ofType: "LogLine") { _, new in new!["text"] = "\(new!["text"]!), 2" }
        }
        if oldSchemaVersion < 3 {
          migration.enumerateObjects(ofType: "LogLine") { _, new in new!["text"] = "\(new!["text"]!), 3" }
        }
        if oldSchemaVersion < 4 {
          migration.enumerateObjects(ofType: "LogLine") { _, new in new!["text"] = "\(new!["text"]!), 4" }
        }
      })
    let text = realm.dynamicObjects("LogLine").first?["text"] as? String
    #expect(text == "started" + [", 2", ", 3", ", 4"].dropFirst(Int(version) - 1).joined())
  }
}
