import AshlarSchema
import Foundation
import Testing

@testable import Ashlar

@Suite("Elements and indexes of collections")
struct CollectionElementTests {
  @Test("lists, sets and maps of every element type add, insert, get, find, remove, compare and encode", arguments: ElementRow.all)
  func elements(_ row: ElementRow) throws {
    try row.check(EveryElement())
    let realm = try memoryRealm([EveryElement.self])
    try realm.write { try row.check(realm.create(EveryElement.self, value: [String: Any]())) }
  }

  @Test("stored elements of every type are read after a commit, and in a frozen copy", arguments: [0])
  func committed(_ seed: Int) throws {
    let realm = try memoryRealm([EveryElement.self])
    let object = EveryElement()
    let (texts, maybe): (List<String>, MutableSet<Int?>) = (object.list(.string, false), object.set(.int, true))
    texts.append(objectsIn: ["a", "more than eleven bytes"])
    maybe.insert(objectsIn: [3, nil, 1])
    try realm.write { realm.add(object) }
    let (stored, numbers): (List<String>, MutableSet<Int?>) = (object.list(.string, false), object.set(.int, true))
    #expect(Array(stored) == ["a", "more than eleven bytes"])
    #expect(Array(numbers) == [nil, 1, 3])
    #expect(Array(stored.freeze()) == ["a", "more than eleven bytes"])
    #expect(Array(numbers.freeze()) == [nil, 1, 3])
  }

  private static let members = [
    "subscript", "set", "insert", "insert all", "remove", "replace", "move from", "move to", "swap first", "swap second", "removeSubrange",
    "replaceSubrange", "offsets", "objects", "results", "mutable set", "any",
  ]

  private static func use(_ member: String, _ index: Int, _ list: List<Int>, _ set: MutableSet<Int>, _ realm: Realm) {
    switch member {
    case "subscript": _ = list[index]
    case "set": list[index] = 1
    case "insert": list.insert(1, at: index)
    case "insert all": list.insert(contentsOf: [1, 2], at: index)
    case "remove": list.remove(at: index)
    case "replace": list.replace(index: index, object: 1)
    case "move from": list.move(from: index, to: 0)
    case "move to": list.move(from: 0, to: index)
    case "swap first": list.swapAt(index, 0)
    case "swap second": list.swapAt(0, index)
    case "removeSubrange": list.removeSubrange(index...index)
    case "replaceSubrange": list.replaceSubrange(index...index, with: [1])
    case "offsets": list.remove(atOffsets: [index])
    case "objects": _ = list.objects(at: [index])
    case "results": _ = realm.objects(EveryElement.self)[index]
    case "mutable set": _ = set[index]
    default: _ = AnyRealmCollection(list)[index]
    }
  }

  @Test("a negative index stops every indexed member, naming the parameter", arguments: members)
  func negative(_ member: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [member = member as String] in
      try CollectionElementTests.run(member, -1)
    }
    let names = ["move from": "from", "move to": "to", "swap first": "index1", "swap second": "index2"]
    let message =
      member == "objects" ? "Indexes for collection are out of bounds." : "Cannot pass a negative value for '\(names[member] ?? "index")'."
    #expect(errorText(result).contains(message))
  }

  @Test("an index past the end stops every indexed member, naming index and limit", arguments: members)
  func pastTheEnd(_ member: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [member = member as String] in
      try CollectionElementTests.run(member, 4)
    }
    let limit = ["insert": 4, "insert all": 4, "results": 1][member] ?? 3
    let message =
      member == "objects" ? "Indexes for collection are out of bounds." : "Index 4 is out of bounds (must be less than \(limit))."
    #expect(errorText(result).contains(message))
  }

  // Of three elements.
  static func run(_ member: String, _ index: Int) throws {
    let realm = try memoryRealm([EveryElement.self])
    realm.beginWrite()
    let object = realm.create(EveryElement.self, value: [String: Any]())
    let (list, set): (List<Int>, MutableSet<Int>) = (object.list(.int, false), object.set(.int, false))
    list.append(objectsIn: [1, 2, 3])
    set.insert(objectsIn: [1, 2, 3])
    use(member, index, list, set, realm)
  }

  @Test("more elements than there are cannot be removed", arguments: [true, false])
  func tooMany(_ fromTheFront: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [fromTheFront = fromTheFront as Bool] in
      let list = List<Int>()
      list.append(objectsIn: [1, 2])
      if fromTheFront { list.removeFirst(3) } else { list.removeLast(3) }
    }
    #expect(
      errorText(result).contains("It is not possible to remove more objects (3) from a list than it already contains (2)."))
  }
}
