import Ashlar
import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@Suite("A migration block")
struct MigrationTests {
  private let folder: TemporaryFolder

  /// Ten people, each a friend of the one before; those of even number have a pet.
  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(1, FirstRelease.types))
    try realm.write {
      var before: DynamicObject?
      for number in 0..<10 {
        let city: Any? = number % 3 == 0 ? nil : "a city with a name that needs the heap \(number)"
        let person = realm.dynamicCreate(
          "Person",
          value: [
            "firstName": "First \(number)", "lastName": "Last \(number)", "age": "\(20 + number)", "street": "Street \(number)",
            "city": city as Any,
            "friends": before.map { [$0] } ?? [],
            "scores": [number, -number], "notes": ["a": "note \(number)"], "any": number == 5 ? before as Any : number,
          ])
        if number % 2 == 0 { person.pet = realm.dynamicCreate("Pet", value: ["name": "Pet \(number)", "owner": person]) }
        before = person
      }
      realm.dynamicCreate("Setting", value: ["key": "theme"])
    }
  }

  private func migrated(_ block: @escaping MigrationBlock) throws -> Realm {
    try Realm(configuration: folder.release(2, SecondRelease.types, migration: block))
  }

  // What an app that keeps an address book has to do at least.
  private static let numbering: MigrationBlock = { migration, oldVersion in
    var nextID = 0
    migration.enumerateObjects(ofType: "Person") { oldObject, newObject in
      newObject!["id"] = nextID
      nextID += 1
    }
  }

  @Test("merges names, converts types, splits objects, renames and fills, as apps do")
  func asAppsDo() throws {
    let realm = try migrated { migration, oldVersion in
      #expect(oldVersion == 1)
      migration.renameProperty(onType: "Pet", from: "name", to: "title")
      var nextID = 0
      migration.enumerateObjects(ofType: "Person") { oldObject, newObject in
        let firstName = oldObject!["firstName"] as! String
        let lastName = oldObject!["lastName"] as! String
        newObject!["fullName"] = "\(firstName) \(lastName)"
        if let age = Int(oldObject!["age"] as! String) { newObject!["age"] = age }
        newObject!["id"] = nextID
        nextID += 1
        newObject?["isHidden"] = false
        let address = migration.create("Address", value: ["street": oldObject!["street"]!, "city": oldObject!["city"] as? String ?? ""])
        newObject!["address"] = address
        newObject!["home"] = ["city": oldObject!["city"] as? String ?? "nowhere"]
      }
      migration.deleteData(forType: "Setting")
    }
    let people = realm.dynamicObjects("Person")
    #expect(people.map { $0.fullName as? String } == (0..<10).map { "First \($0) Last \($0)" })
    #expect(people.map { $0.age as? Int } == Array(20..<30))
    #expect(people.map { $0.id as? Int } == Array(0..<10))
    #expect(people.allSatisfy { $0.isHidden as? Bool == false })
    #expect(people.map { untyped($0.address)?.street as? String } == (0..<10).map { "Street \($0)" })
    #expect(untyped(people[4].address)?.city as? String == "a city with a name that needs the heap 4")
    #expect(untyped(people[3].home)?.city as? String == "nowhere")
    #expect(untyped(people[4].pet)?.title as? String == "Pet 4")
    #expect(untyped(untyped(people[4].pet)?.owner)?.id as? Int == 4)
    #expect((people[7].friends as? List<DynamicObject>)?.first?.id as? Int == 6)
    #expect(untyped(people[5].any)?.id as? Int == 4)
    #expect((people[7].scores as? List<Int?>).map { Array($0) } == [7, -7])
    #expect((people[7].notes as? Map<String, String>)?["a"] == "note 7")
    #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 7)?.age as? Int == 27)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 2)
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }

  private func error(_ block: @escaping MigrationBlock) throws -> Realm.Error? {
    let before = try Data(contentsOf: folder.url("data.realm"))
    let error = #expect(throws: Realm.Error.self) { try migrated(block) }
    #expect(try Realm(configuration: folder.release(1, FirstRelease.types)).dynamicObjects("Person").map { $0.age as? String }.count == 10)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
    #expect(try Data(contentsOf: folder.url("data.realm")).count >= before.count)
    return error
  }

  @Test("sees old objects by the file's names and new ones by the classes'")
  func schemas() throws {
    _ = try migrated { migration, _ in
      #expect(migration.oldSchema.objectSchema.map(\.className) == ["Person", "Pet", "Setting"])
      #expect(migration.oldSchema["Person"]?["age"]?.type == .string && migration.newSchema["Person"]?["age"]?.type == .int)
      #expect(migration.oldSchema["Setting"]?.primaryKeyProperty?.name == "key")
      #expect(migration.newSchema["Person"]?.primaryKeyProperty == nil)
      #expect(migration.newSchema["Setting"] == nil && migration.newSchema["Place"]?.isEmbedded == true)
      MigrationTests.numbering(migration, 1)
    }
  }

  @Test("new properties are zero and false, not the class's default")
  func zeros() throws {
    let realm = try migrated { migration, oldVersion in
      migration.enumerateObjects(ofType: "Person") { _, new in #expect(new?["isHidden"] as? Bool == false && new?["age"] as? Int == 0) }
      MigrationTests.numbering(migration, oldVersion)
    }
    #expect(realm.dynamicObjects("Person").allSatisfy { $0.fullName as? String == "" && $0.address == nil })
  }

  @Test("objects that it makes have the class's defaults, and are not visited")
  func creating() throws {
    let realm = try migrated { migration, _ in
      var visited = 0
      migration.enumerateObjects(ofType: "Person") { _, new in
        new?.id = visited
        visited += 1
        migration.create("Person", value: ["id": 100 + visited, "friends": [new]])
      }
      #expect(visited == 10)
      let made = migration.create("Person")
      made.id = 500
      #expect(made.isHidden as? Bool == true && made.fullName as? String == "")
    }
    #expect(realm.dynamicObjects("Person").count == 21)
    #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 107)?.isHidden as? Bool == true)
    #expect(
      (realm.dynamicObject(ofType: "Person", forPrimaryKey: 107)?.friends as? List<DynamicObject>)?.first?.id as? Int == 6)
  }

  @Test("making an embedded object fails, and what it gives is an invalidated object of that type")
  func creatingEmbedded() throws {
    let error = try error { migration, oldVersion in
      MigrationTests.numbering(migration, oldVersion)
      let made = migration.create("Place", value: ["city": "x"])
      #expect(made.isInvalidated && made.objectSchema.className == "Place")
      made["city"] = "y"
      #expect(migration.create("Pet").objectSchema.className == "Pet")
    }
    #expect(error?.localizedDescription.contains("Embedded objects cannot be created directly: 'Place'.") == true)
  }

  @Test("objects that it deletes are neither visited nor linked to")
  func deleting() throws {
    let realm = try migrated { migration, oldVersion in
      migration.enumerateObjects(ofType: "Person") { old, new in
        guard let new, let old else { return }
        if (old.pet as? DynamicObject) == nil { migration.delete(new) }
      }
      migration.enumerateObjects(ofType: "Person") { old, new in #expect((old?.pet as? DynamicObject) != nil && new != nil) }
      MigrationTests.numbering(migration, oldVersion)
    }
    let people = realm.dynamicObjects("Person")
    #expect(people.map { $0.id as? Int } == [0, 1, 2, 3, 4])
    #expect(people.allSatisfy { ($0.friends as? List<DynamicObject>)?.isEmpty == true })
  }

  @Test("enumerations nest, of types that only one side has too")
  func nesting() throws {
    _ = try migrated { migration, oldVersion in
      var pairs = 0
      migration.enumerateObjects(ofType: "Person") { _, _ in
        migration.enumerateObjects(ofType: "Pet") { old, new in
          #expect(old?.name as? String != nil && new?.title as? String == "")
          pairs += 1
        }
      }
      #expect(pairs == 50)
      var settings = 0
      migration.enumerateObjects(ofType: "Setting") { old, new in
        #expect(old?.key as? String == "theme" && new == nil)
        settings += 1
      }
      #expect(settings == 1)
      migration.create("Address", value: ["street": "s"])
      migration.enumerateObjects(ofType: "Address") { old, new in #expect(old == nil && new?.street as? String == "s") }
      migration.enumerateObjects(ofType: "Nobody") { _, _ in Issue.record("there is no such type") }
      MigrationTests.numbering(migration, oldVersion)
    }
  }

  @Test("data of a type is deleted, and the table with it where only the file has the type")
  func deletingData() throws {
    let realm = try migrated { migration, oldVersion in
      #expect(migration.deleteData(forType: "Setting") && !migration.deleteData(forType: "Nobody"))
      #expect(migration.deleteData(forType: "Pet"))
      migration.enumerateObjects(ofType: "Pet") { _, _ in Issue.record("there are none left") }
      MigrationTests.numbering(migration, oldVersion)
    }
    #expect(realm.dynamicObjects("Pet").isEmpty && realm.dynamicObjects("Person").allSatisfy { $0.pet == nil })
    let schema = try FileInspection.schema(folder.file("data.realm"))
    #expect(schema.entities.map(\.name).sorted() == ["Address", "Person", "Pet", "Place"])
    // The number of the removed table is free.
    try realm.write { realm.dynamicCreate("Pet", value: ["title": "x"]) }
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }

  @Test("a property is renamed after other changes as well")
  func renamingLate() throws {
    let realm = try migrated { migration, oldVersion in
      MigrationTests.numbering(migration, oldVersion)
      migration.renameProperty(onType: "Pet", from: "name", to: "title")
    }
    #expect(realm.dynamicObjects("Pet").map { $0.title as? String } == [0, 2, 4, 6, 8].map { "Pet \($0)" })
  }

  @Test("runs once when the version gets higher, and neither for a new file nor again")
  func runs() throws {
    let count = Guarded(0)
    let block: MigrationBlock = { migration, oldVersion in
      count.withLock { $0 += 1 }
      MigrationTests.numbering(migration, oldVersion)
    }
    for _ in 0..<2 { _ = try migrated(block) }
    #expect(count.withLock { $0 } == 1)
    _ = try Realm(configuration: folder.release(7, SecondRelease.types, migration: block))
    #expect(count.withLock { $0 } == 2)
    let other = try TemporaryFolder()
    _ = try Realm(configuration: other.release(7, SecondRelease.types, migration: block))
    #expect(count.withLock { $0 } == 2)
  }

  @Test("that leaves two objects with one key is undone, and the error names them")
  func duplicates() throws {
    let error = try error { migration, _ in
      migration.enumerateObjects(ofType: "Person") { _, new in new?.id = 5 }
    }
    #expect(error?.code == .fail)
    #expect(
      error?.localizedDescription.contains("'Person.id' is the primary key, and rows 0 and 1 would both have 5; 8 more rows repeat a key")
        == true)
  }

  @Test(
    "its errors are thrown, and its changes are undone",
    arguments: [
      ("Property 'nobody' not found in object of type 'Person'", { @Sendable old, new, _ in new.nobody = 1 }),
      ("Property 'fullName' not found in object of type 'Person'", { old, _, _ in _ = old.fullName }),
      ("Attempting to modify 'Person.age' of the old object in a migration", { old, _, _ in old.age = "1" }),
      ("Invalid value 'x' of type 'String' for 'int' property 'Person.age'", { _, new, _ in new.age = "x" }),
      ("Object type 'Nobody' is not managed", { _, _, migration in migration.create("Nobody") }),
      ("Embedded objects cannot be created directly: 'Place'", { _, _, migration in migration.create("Place") }),
      ("Invalid value '1' of type 'Int' for 'Address'", { _, _, migration in migration.create("Address", value: 1) }),
      ("Can only delete an object from the Realm it belongs to ('Person')", { old, _, migration in migration.delete(old) }),
      (
        "Cannot rename property 'Person.age' to 'fullName': the type still has it",
        { _, _, migration in migration.renameProperty(onType: "Person", from: "age", to: "fullName") }
      ),
      (
        "Cannot rename property 'Person.nobody' to 'fullName': the file has no such property",
        { _, _, migration in migration.renameProperty(onType: "Person", from: "nobody", to: "fullName") }
      ),
      (
        "Cannot rename property 'Person.street' to 'nobody': the type has no property 'nobody'",
        { _, _, migration in migration.renameProperty(onType: "Person", from: "street", to: "nobody") }
      ),
      (
        "Cannot rename property 'Person.street' to 'address': it would change from type 'string' to '<Address>'",
        { _, _, migration in migration.renameProperty(onType: "Person", from: "street", to: "address") }
      ),
      (
        "Cannot rename property 'Person.city' to 'fullName': it would change from optional to required",
        { _, _, migration in migration.renameProperty(onType: "Person", from: "city", to: "fullName") }
      ),
      (
        "Cannot rename property 'Nobody.a' to 'b': the configuration has no type 'Nobody'",
        { _, _, migration in migration.renameProperty(onType: "Nobody", from: "a", to: "b") }
      ),
      (
        "Cannot rename property 'Address.a' to 'street': the file has no type 'Address'",
        { _, _, migration in migration.renameProperty(onType: "Address", from: "a", to: "street") }
      ),
    ] as [(String, @Sendable (MigrationObject, MigrationObject, Migration) -> Void)])
  func mistakes(message: String, mistake: @escaping @Sendable (MigrationObject, MigrationObject, Migration) -> Void) throws {
    let turns = Guarded(0)
    let error = try error { migration, oldVersion in
      migration.enumerateObjects(ofType: "Person") { old, new in
        turns.withLock { $0 += 1 }
        new!.fullName = "changed"
        mistake(old!, new!, migration)
        // Nothing is changed any more.
        migration.create("Address", value: ["street": "s"])
        migration.renameProperty(onType: "Pet", from: "name", to: "title")
        #expect(!migration.deleteData(forType: "Pet"))
      }
    }
    #expect(turns.withLock { $0 } == 1)
    #expect(error?.code == .fail)
    let text = error?.localizedDescription ?? ""
    #expect(text.hasPrefix("The migration of '\(folder.file("data.realm"))' to schema version 2 failed: \(message)"))
    #expect(text.hasSuffix("The file was left as it was."))
  }

  private struct Reason: Error, Equatable { var number: Int }

  @Test("that fails on purpose has its error thrown, the first of several")
  func failing() throws {
    let error = #expect(throws: Reason.self) {
      try migrated { migration, _ in
        migration.enumerateObjects(ofType: "Person") { _, _ in migration.fail(Reason(number: 3)) }
        migration.fail(Reason(number: 4))
      }
    }
    #expect(error == Reason(number: 3))
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }

  @Test("is required for changes without an automatic conversion, and the error states this")
  func needed() throws {
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(2, SecondRelease.types)) }
    #expect(error?.localizedDescription.contains("- Property 'Person.age' has been changed from 'string' to 'int'.") == true)
    #expect(error?.localizedDescription.contains("set 'migrationBlock'") == true)
  }

  @Test("its objects are of no use once it has returned")
  func objectsAfterwards() async {
    await #expect(processExitsWith: .failure) {
      let folder = try MigrationTests().folder
      nonisolated(unsafe) var kept: MigrationObject?
      _ = try Realm(
        configuration: folder.release(2, SecondRelease.types) { migration, oldVersion in
          migration.enumerateObjects(ofType: "Person") { _, new in kept = new }
          MigrationTests.numbering(migration, oldVersion)
        })
      print(kept?.fullName ?? "")
    }
  }
}
