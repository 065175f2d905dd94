import Ashlar
import Foundation
import Shelves
import TestSupport
import TestTraits
import Testing

@Suite("Text looked up in sets and maps", .blocking)
struct SoughtTextTests {
  @Test("text about as long as a slot, with zeros and high bytes in it, is found where it is and nowhere else")
  func lengths() throws {
    let seed = seed()
    print("sought text: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "b", "\u{0}", "é", "\u{10FFFF}"]
    // Few letters, so that many texts are the beginning of others.
    func text() -> String { String((0..<generator.below(15)).map { _ in generator.pick(letters) }) }
    let stored = Set((0..<600).map { _ in text() })
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration("a.realm", CollectionsSchema.objectTypes))
    let shelf = try realm.write {
      let shelf = realm.create(Shelf.self, value: ["id": 1])
      shelf.texts.insert(objectsIn: stored)
      shelf.maybeTextSet.insert(objectsIn: stored.map { $0 } + [nil])
      for text in stored { shelf.scores[text] = text.utf8.count }
      return shelf
    }
    #expect(shelf.texts.map { Array($0.utf8) } == stored.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(shelf.maybeTextSet.contains(nil))
    for asked in stored.sorted() + (0..<600).map({ _ in text() }) {
      let isThere = stored.contains(asked)
      #expect(shelf.texts.contains(asked) == isThere, "\(Array(asked.utf8))")
      #expect(shelf.maybeTextSet.contains(asked) == isThere, "\(Array(asked.utf8))")
      #expect(shelf.scores[asked] == (isThere ? asked.utf8.count : nil), "\(Array(asked.utf8))")
    }
  }
}
