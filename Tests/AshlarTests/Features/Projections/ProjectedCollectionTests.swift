import Ashlar
import Concerts
import Testing

@Suite("Projected collections")
struct ProjectedCollectionTests {
  @Test("they follow the collection and its objects")
  func live() throws {
    let season = try Season()
    let card = try #require(season.card("Trios"))
    let names = card.names
    #expect(Array(names) == ["Moe", "Aas", "Lind"] && names.count == 3 && names[1] == "Aas" && names.realm == season.realm)
    #expect(names.index(of: "Lind") == 2 && names.index(of: "Nobody") == nil && names.first == "Moe" && names.reversed().first == "Lind")
    try season.realm.write {
      card.rootObject.players.remove(at: 0)
      season.musician("Lind")?.familyName = "Lund"
    }
    #expect(Array(names) == ["Aas", "Lund"])
    #expect(names.description == "ProjectedCollection<String> {\n\t[0] Aas\n\t[1] Lund\n}")
  }

  @Test("setting an element sets the object's property")
  func setting() throws {
    let season = try Season()
    let card = try #require(season.card("Suites"))
    try season.realm.write { card.names[0] = "Lyng" }
    #expect(season.musician("Lyng")?.firstName == "Ada")
  }

  @Test("they are made of any list of objects, managed or not")
  func adHoc() throws {
    let teacher = Musician()
    for name in ["A", "B"] {
      let pupil = Musician()
      pupil.firstName = name
      teacher.pupils.append(pupil)
    }
    let names = teacher.pupils.projectTo.firstName
    #expect(Array(names) == ["A", "B"] && names.realm == nil && !names.isInvalidated)
    names[1] = "C"
    #expect(teacher.pupils[1].firstName == "C")
  }

  @Test("they go with the object that has the collection")
  func invalidation() throws {
    let season = try Season()
    let card = try #require(season.card("Trios"))
    let names = card.names
    #expect(!names.isInvalidated)
    try season.realm.write { season.realm.delete(card.rootObject) }
    #expect(names.isInvalidated)
  }

  @Test("a path that cannot be written to stops the program when it is")
  func readOnly() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let season = try Season()
      try season.realm.write { season.card("Suites")?.pupilCounts[0] = 1 }
    }
    #expect(errorText(result).contains("The values of this ProjectedCollection cannot be set: its key path is not writable."))
  }
}
