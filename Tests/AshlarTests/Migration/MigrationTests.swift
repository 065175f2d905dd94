import Ashlar
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
        let person = realm.dynamicCreate(
          "Person",
          value: [
            "firstName": "First \(number)", "lastName": "Last \(number)", "age": "\(20 + number)", "street": "Street \(number)",
            "city": number % 3 == 0 ? nil : "a city with a name that needs the heap \(number)" as Any?, "friends": before.map { [$0] } ?? [],
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
    #expect(people.map { ($0.address as? DynamicObject)?.street as? String } == (0..<10).map { "Street \($0)" })
    #expect((people[4].address as? DynamicObject)?.city as? String == "a city with a name that needs the heap 4")
    #expect((people[3].home as? DynamicObject)?.city as? String == "nowhere")
    #expect((people[4].pet as? DynamicObject)?.title as? String == "Pet 4")
    #expect(((people[4].pet as? DynamicObject)?.owner as? DynamicObject)?.id as? Int == 4)
    #expect((people[7].friends as? List<DynamicObject>)?.first?.id as? Int == 6)
    #expect((people[5].any as? DynamicObject)?.id as? Int == 4)
    #expect((people[7].scores as? List<Int?>).map { Array($0) } == [7, -7])
    #expect((people[7].notes as? Map<String, String>)?["a"] == "note 7")
    #expect(realm.dynamicObject(ofType: "Person", forPrimaryKey: 7)?.age as? Int == 27)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 2)
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }
}
