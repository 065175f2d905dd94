import Ashlar
import Foundation
import Shelves
import Testing

@Suite("Lists of optional values")
struct OptionalElementTests {
  @Test("nil is kept among values of every width, in memory and stored")
  func everyWidth() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let moment = Date(timeIntervalSince1970: 1)
    let shelf = Shelf()
    func fill() {
      shelf.maybeInts.append(objectsIn: [1, nil, .min])
      shelf.maybeTexts.append(objectsIn: [nil, "", "a text of more than fifteen bytes", longLabel])
      shelf.maybeTints.append(objectsIn: [.blue, nil])
      shelf.maybeDates.append(objectsIn: [nil, moment])
      shelf.maybeBools.append(objectsIn: [true, nil, false])
    }
    func check(_ times: Int, _ place: Comment) {
      func repeated<Element>(_ values: [Element]) -> [Element] { (0..<times).flatMap { _ in values } }
      #expect(Array(shelf.maybeInts) == repeated([1, nil, .min]), place)
      #expect(Array(shelf.maybeTexts) == repeated([nil, "", "a text of more than fifteen bytes", longLabel]), place)
      #expect(Array(shelf.maybeTints) == repeated([.blue, nil]), place)
      #expect(Array(shelf.maybeDates) == repeated([nil, moment]), place)
      #expect(Array(shelf.maybeBools) == repeated([true, nil, false]), place)
    }
    fill()
    check(1, "unmanaged")
    try realm.write {
      realm.add(shelf)
      check(1, "added")
      fill()
      check(2, "appended")
    }
    check(2, "stored")
    try realm.write {
      shelf.maybeInts[0] = nil
      shelf.maybeInts[1] = 7
      shelf.maybeTexts[0] = "another text of more than fifteen bytes"
      shelf.maybeTexts[2] = nil
      shelf.maybeBools.move(from: 0, to: 1)
    }
    #expect(Array(shelf.maybeInts.prefix(3)) == [nil, 7, .min])
    #expect(Array(shelf.maybeTexts.prefix(3)) == ["another text of more than fifteen bytes", "", nil])
    #expect(Array(shelf.maybeBools.prefix(3)) == [nil, true, false])
    #expect(shelf.maybeInts.firstIndex(of: 7) == 1)
    #expect(shelf.maybeTexts.contains(nil))
  }

  @Test("values by name, descriptions, coding, reflection")
  func untyped() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = try realm.write {
      realm.create(
        Shelf.self, value: ["id": 1, "maybeInts": [1, nil, NSNull()] as [Any?], "maybeTints": ["red", nil] as [String?]] as [String: Any])
    }
    #expect(Array(shelf.maybeInts) == [1, nil, nil])
    #expect(Array(shelf.maybeTints) == [.red, nil])
    #expect(shelf.maybeInts.description == "List<int?> <0x0> (\n\t[0] 1,\n\t[1] (null),\n\t[2] (null)\n)")
    #expect(String(decoding: try JSONEncoder().encode(shelf.maybeInts), as: UTF8.self) == "[1,null,null]")
    #expect(Array(try JSONDecoder().decode(List<Int?>.self, from: Data("[null,3]".utf8))) == [nil, 3])
    #expect((shelf["maybeInts"] as? List<Int?>).map(Array.init) == [1, nil, nil])
    #expect(shelf.objectSchema["maybeInts"]?.isOptional == true)
    let copy = Shelf(value: shelf)
    #expect(Array(copy.maybeInts) == [1, nil, nil])
  }
}
