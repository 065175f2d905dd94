import Ashlar
import Foundation
import Handwritten
import TestSupport
import Testing

@Suite("Classes that an import has given @Persisted")
struct ModernizedClassTests {
  @Test("store, index, link back and observe as they were declared, in memory and after reopening")
  func yard() throws {
    let folder = try TemporaryFolder()
    let types = [YardAnimal.self, YardTag.self] as [ObjectBase.Type]
    let id = try { () throws -> String in
      let realm = try Realm(configuration: folder.configuration("a.realm", types))
      let (rex, tom) = (YardAnimal(name: "Rex"), YardAnimal(name: "Tom"))
      #expect(rex.renamed == 1 && rex.kind == .dog && rex.age == nil && rex.id != tom.id && rex.mood == "calm" && rex.loud == "REX")
      try realm.write {
        rex.friends.append(tom)
        (rex.age, rex.weight, rex.scores["a"], rex.kind) = (3, 1.5, 7, .cat)
        rex.tag = YardTag()
        rex.mood = "not stored"
        realm.add(rex)
      }
      #expect(tom.admirers.map(\.name) == ["Rex"])
      return rex.id
    }()
    let realm = try Realm(configuration: folder.configuration("a.realm", types))
    let rex = try #require(realm.object(ofType: YardAnimal.self, forPrimaryKey: id))
    #expect(rex.name == "Rex" && rex.age == 3 && rex.weight == 1.5 && rex.scores["a"] == 7 && rex.kind == .cat && rex.tag?.label == "none")
    #expect(rex.mood == "calm" && rex.renamed == 0)
    #expect(YardAnimal.primaryKey() == "id" && YardAnimal.indexedProperties() == ["name"])
    #expect(realm.objects(YardAnimal.self).where { $0.name == "Tom" }.count == 1)
  }
}
