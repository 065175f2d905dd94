import Ashlar
import Foundation
import Shelves
import Testing

@Suite("Equality in unmanaged and managed sets and maps")
struct EqualityTests {
  private let composed = "\u{e9}"
  private let decomposed = "e\u{301}"

  @Test("a set has composed and decomposed letters apart, managed and not", arguments: [false, true])
  func lettersInSets(isManaged: Bool) throws {
    try withShelf(isManaged) { shelf in
      shelf.texts.insert(objectsIn: [composed, decomposed, composed])
      #expect(Set(shelf.texts.map { Array($0.utf8) }) == Set([composed, decomposed].map { Array($0.utf8) }))
      shelf.texts.remove(decomposed)
      #expect(shelf.texts.map { Array($0.utf8) } == [Array(composed.utf8)])
      #expect(!shelf.texts.contains(decomposed))
      #expect(shelf.texts.contains(composed))
    }
  }

  @Test("a map has composed and decomposed keys apart, managed and not", arguments: [false, true])
  func lettersInMaps(isManaged: Bool) throws {
    try withShelf(isManaged) { shelf in
      shelf.scores[composed] = 1
      shelf.scores[decomposed] = 2
      #expect(shelf.scores.count == 2)
      #expect(shelf.scores[composed] == 1)
      #expect(shelf.scores[decomposed] == 2)
      shelf.scores[composed] = nil
      #expect(shelf.scores.keys.map { Array($0.utf8) } == [Array(decomposed.utf8)])
    }
  }

  @Test("an update stores letters in decomposed form in place of composed ones")
  func lettersInUpdates() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    func shelf(_ text: String) -> Shelf {
      let shelf = Shelf()
      shelf.id = 1
      shelf.maybeTexts.append(objectsIn: ["a", text, "b"])
      shelf.names["name"] = text
      return shelf
    }
    try realm.write { realm.add(shelf(composed)) }
    try realm.write { realm.add(shelf(decomposed), update: .modified) }
    let stored = try #require(realm.object(ofType: Shelf.self, forPrimaryKey: 1))
    #expect(stored.maybeTexts.map { Array(($0 ?? "").utf8) } == ["a", decomposed, "b"].map { Array($0.utf8) })
    #expect(stored.names["name"].map { Array($0.utf8) } == Array(decomposed.utf8))
  }

  @Test("NaN is one element, and zero and negative zero are one, managed and not", arguments: [false, true])
  func numbers(isManaged: Bool) throws {
    try withShelf(isManaged) { shelf in
      shelf.doubles.insert(objectsIn: [.nan, 0, -0.0, -.nan, 1])
      #expect(shelf.doubles.count == 3)
      #expect(shelf.doubles.contains(.nan))
      #expect(shelf.doubles.contains(-0.0))
      shelf.doubles.remove(.nan)
      #expect(shelf.doubles.count == 2)
      shelf.floats.insert(objectsIn: [.nan, .nan])
      #expect(shelf.floats.count == 1)
      shelf.decimals.insert(objectsIn: ["NaN", "NaN", "1.0", "1.00"].map { Decimal128(stringLiteral: $0) })
      #expect(shelf.decimals.count == 2)
    }
  }

  @Test("dates are one element when they are stored as the same nanosecond, managed and not", arguments: [false, true])
  func dates(isManaged: Bool) throws {
    try withShelf(isManaged) { shelf in
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      shelf.dates.insert(objectsIn: [date, date + 1e-12, date + 1])
      #expect(shelf.dates.count == 2)
    }
  }

  @Test("two unmanaged sets are equal by the same rule")
  func equality() {
    let (a, b) = (MutableSet<String>(), MutableSet<String>())
    a.insert(composed)
    b.insert(decomposed)
    #expect(a != b)
    b.insert(composed)
    a.insert(decomposed)
    #expect(a == b)
    let (c, d) = (MutableSet<Double>(), MutableSet<Double>())
    c.insert(.nan)
    d.insert(.nan)
    #expect(c == d)
  }

  @Test("a key with a dot stops the program when it is set in an unmanaged map")
  func keyWithADot() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let map = Map<String, Int>()
      map["a.b"] = 1
    }
    #expect(errorText(result).contains("Invalid key 'a.b': key must not contain '.'. Percent-encode it."))
  }

  @Test("a key that begins with a dollar sign stops the program when it is set in an unmanaged map")
  func keyWithADollarSign() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Map<String, Int>().updateValue(1, forKey: "$a")
    }
    #expect(errorText(result).contains("Invalid key '$a': key must not start with '$'. Percent-encode it."))
  }

  @Test("a key that a map may not have is thrown when it is decoded, and reads as nil", arguments: ["a.b", "$a"])
  func decodedKey(key: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Map<String, Int>.self, from: Data(#"{"\#(key)": 1}"#.utf8)) }
    #expect(Map<String, Int>()[key] == nil)
  }

  @Test("a list is no element of a set: stored ones would be alike")
  func listInASet() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      MutableSet<AnyRealmValue>().insert(.list(List()))
    }
    #expect(errorText(result).contains("A list or dictionary cannot be an element of a MutableSet."))
  }

  private func withShelf(_ isManaged: Bool, _ body: (Shelf) throws -> Void) throws {
    guard isManaged else { return try body(Shelf()) }
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    try realm.write {
      let shelf = Shelf()
      realm.add(shelf)
      try body(shelf)
    }
  }
}
