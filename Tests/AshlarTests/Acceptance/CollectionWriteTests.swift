import Ashlar
import Foundation
import Shelves
import TestSupport
import Testing

@Suite("Writes to collections")
struct CollectionWriteTests {
  private static let mutators = [
    "List append", "List append all", "List insert", "List insert all", "List set", "List remove", "List removeAll", "List removeFirst",
    "List removeLast", "List removeSubrange", "List replace", "List replaceSubrange", "List move", "List move offsets", "List swapAt",
    "List offsets", "List setValue", "Set insert", "Set insert all", "Set remove", "Set removeAll", "Set formUnion",
    "Set formIntersection", "Set subtract", "Set setValue", "Dictionary updateValue", "Dictionary set", "Dictionary remove",
    "Dictionary removeAll", "Dictionary merge", "Dictionary setValue",
  ]

  private static func change(_ mutator: String, _ shelf: Shelf) {
    let (list, set, map) = (shelf.maybeInts, shelf.ints, shelf.scores)
    switch mutator {
    case "List append": list.append(1)
    case "List append all": list.append(objectsIn: [1])
    case "List insert": list.insert(1, at: 0)
    case "List insert all": list.insert(contentsOf: [1], at: 0)
    case "List set": list[0] = 1
    case "List remove": list.remove(at: 0)
    case "List removeAll": list.removeAll()
    case "List removeFirst": list.removeFirst()
    case "List removeLast": list.removeLast()
    case "List removeSubrange": list.removeSubrange(0..<1)
    case "List replace": list.replace(index: 0, object: 1)
    case "List replaceSubrange": list.replaceSubrange(0..<1, with: [1])
    case "List move": list.move(from: 0, to: 0)
    case "List move offsets": list.move(fromOffsets: [0], toOffset: 0)
    case "List swapAt": list.swapAt(0, 0)
    case "List offsets": list.remove(atOffsets: [0])
    case "List setValue": list.setValue(1, forKey: "self")
    case "Set insert": set.insert(1)
    case "Set insert all": set.insert(objectsIn: [1])
    case "Set remove": set.remove(1)
    case "Set removeAll": set.removeAll()
    case "Set formUnion": set.formUnion(set)
    case "Set formIntersection": set.formIntersection(set)
    case "Set subtract": set.subtract(set)
    case "Set setValue": set.setValue(1, forKey: "self")
    case "Dictionary updateValue": map.updateValue(1, forKey: "a")
    case "Dictionary set": map["a"] = 1
    case "Dictionary remove": map.removeObject(for: "a")
    case "Dictionary removeAll": map.removeAll()
    case "Dictionary merge": map.merge(map) { old, _ in old }
    default: map.setValue(1, forKey: "a")
    }
  }

  private static func stored() throws -> (Realm, Shelf) {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = Shelf()
    shelf.maybeInts.append(objectsIn: [1, 2])
    shelf.ints.insert(1)
    shelf.scores["a"] = 1
    try realm.write { realm.add(shelf) }
    return (realm, shelf)
  }

  @Test("every mutator stops outside a write", arguments: mutators)
  func outside(_ mutator: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mutator = mutator as String] in
      let (_, shelf) = try CollectionWriteTests.stored()
      CollectionWriteTests.change(mutator, shelf)
    }
    let kind = mutator.prefix { $0 != " " }
    #expect(errorText(result).contains("Cannot modify \(kind) outside of a write transaction. Put the change inside 'realm.write"))
  }

  @Test("frozen, invalidated and foreign collections are not changed", arguments: ["List", "Set", "Dictionary"], 0..<3)
  func refused(_ kind: String, _ reason: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind = kind as String, reason = reason as Int] in
      let (realm, shelf) = try CollectionWriteTests.stored()
      let mutator = ["List": "List append", "Set": "Set insert", "Dictionary": "Dictionary set"][kind] ?? ""
      switch reason {
      case 0: CollectionWriteTests.change(mutator, shelf.freeze())
      case 1:
        let (list, set, map) = (shelf.maybeInts, shelf.ints, shelf.scores)
        try realm.write {
          realm.delete(shelf)
          switch kind {
          case "List": list.append(1)
          case "Set": set.insert(1)
          default: map["a"] = 1
          }
        }
      default:
        nonisolated(unsafe) let foreign = shelf
        try onThread { CollectionWriteTests.change(mutator, foreign) }
      }
    }
    let messages = [
      "Cannot modify managed \(kind) outside of a write transaction: it is frozen.", "Object has been deleted or invalidated.",
      "Realm accessed from incorrect thread.",
    ]
    #expect(errorText(result).contains(messages[reason]))
  }

  @Test("a list can be assigned or appended to itself, and its own results assigned to it")
  func selfAssignment() throws {
    let (realm, shelf) = try CollectionWriteTests.stored()
    try realm.write {
      shelf.maybeInts = shelf.maybeInts
      shelf.ints = shelf.ints
      shelf.scores = shelf.scores
    }
    #expect(Array(shelf.maybeInts) == [1, 2])
    #expect(Array(shelf.ints) == [1])
    #expect(shelf.scores["a"] == 1)
    try realm.write {
      shelf.maybeInts.append(objectsIn: shelf.maybeInts)
      shelf.thingList.append(objectsIn: (0..<4).map { Thing(value: ["weight": $0]) })
    }
    #expect(Array(shelf.maybeInts) == [1, 2, 1, 2])
    try realm.write { shelf["thingList"] = shelf.thingList.where { $0.weight > 1 } }
    #expect(Array(shelf.thingList.map(\.weight)) == [2, 3])
    try realm.write { shelf["maybeInts"] = shelf.maybeInts.sorted(ascending: false) }
    #expect(Array(shelf.maybeInts) == [2, 2, 1, 1])
    let loose = Shelf()
    loose.maybeInts = shelf.maybeInts
    loose.maybeInts.append(7)
    #expect(shelf.maybeInts.count == 4)
  }

  @Test("objects of another Realm are not stored in a collection")
  func otherRealm() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ((_, mine), (realm, theirs)) = (try CollectionWriteTests.stored(), try CollectionWriteTests.stored())
      try realm.write { theirs.thingList.append(Thing()) }
      try mine.realm?.write { mine.thingList = theirs.thingList }
    }
    #expect(errorText(result).contains("Object is already managed by another Realm ('Thing'). Use create instead"))
  }

  @Test("replacing an embedded object of a list or map invalidates the one that was there")
  func replacedEmbedded() throws {
    let (realm, shelf) = try CollectionWriteTests.stored()
    try realm.write {
      shelf.labelList.append(objectsIn: ["a", "b"].map { Label(value: ["text": $0]) })
      shelf.labels["x"] = Label(value: ["text": "x"])
    }
    let old = Array(shelf.labelList) + [try #require(shelf.labels["x"] ?? nil)]
    try realm.write {
      shelf.labelList[0] = Label(value: ["text": "c"])
      shelf.labelList.replace(index: 1, object: Label(value: ["text": "d"]))
      shelf.labels["x"] = Label(value: ["text": "y"])
    }
    #expect(old.map(\.isInvalidated) == [true, true, true])
    #expect(Array(shelf.labelList.map(\.text)) == ["c", "d"])
    #expect(shelf.labels["x"]??.text == "y")
    #expect(realm.objects(Shelf.self).first?.labelList.count == 2)
  }

  @Test("an embedded object that has an owner is not added to another", arguments: 0..<4)
  func managedEmbedded(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let (realm, shelf) = try CollectionWriteTests.stored()
      try realm.write {
        shelf.labelList.append(Label())
        let label = shelf.labelList[0]
        switch number {
        case 0: shelf.labelList.append(label)
        case 1: shelf.labelList.insert(contentsOf: [label], at: 0)
        case 2: shelf.labelList.replaceSubrange(0..<0, with: [label])
        default: shelf.labels["a"] = label
        }
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a \(number < 3 ? "List" : "Dictionary")"))
  }
}
