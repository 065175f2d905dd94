import Foundation
import Kinds
import Shelves
import Testing

@testable import Ashlar

@Suite("Aggregates of managed and unmanaged collections")
struct CollectionAggregateTests {
  private func lists(_ isManaged: Bool, _ fill: (Lists, Shelf) -> Void) throws -> (Realm, Lists, Shelf) {
    let realm = try memoryRealm(KindsSchema.objectTypes + CollectionsSchema.objectTypes)
    let (lists, shelf) = (Lists(), Shelf())
    fill(lists, shelf)
    realm.beginWrite()
    if isManaged {
      realm.add(lists)
      realm.add(shelf)
    }
    return (realm, lists, shelf)
  }

  @Test("aggregates of an empty collection, and of nils only, are zero or nil", arguments: [false, true])
  func empty(isManaged: Bool) throws {
    let (realm, lists, shelf) = try lists(isManaged) { _, shelf in
      shelf.maybeInts.append(objectsIn: [nil, nil])
      shelf.maybeScores.updateValue(nil, forKey: "a")
    }
    #expect(lists.ints.min() == nil)
    #expect(lists.ints.max() == nil)
    #expect(lists.ints.sum() == 0)
    #expect(lists.doubles.sum() == 0)
    #expect(lists.floats.sum() == 0)
    #expect(lists.int8s.sum() == 0)
    #expect(lists.decimals.sum() == 0)
    #expect(lists.ints.average() as Double? == nil)
    #expect(lists.decimals.average() as Decimal128? == nil)
    #expect(shelf.maybeInts.min() == nil)
    #expect(shelf.maybeInts.sum() == 0)
    #expect(shelf.maybeScores.sum() == 0)
    #expect(shelf.maybeScores.average() as Double? == nil)
    #expect(shelf.scores.sum() == 0)
    #expect(lists.nodes.sum(ofProperty: "weight") as Int == 0)
    #expect(lists.nodes.max(of: \.weight) == nil)
    #expect(lists.nodes.average(ofProperty: "weight") as Double? == nil)
    #expect(shelf.thingMap.sum(ofProperty: "weight") as Int == 0)
    realm.cancelWrite()
  }

  @Test("aggregates exclude nil and NaN, integers wrap, decimals are exact", arguments: [false, true])
  func values(isManaged: Bool) throws {
    let (realm, lists, shelf) = try lists(isManaged) { lists, shelf in
      shelf.maybeInts.append(objectsIn: [3, nil, 1])
      lists.doubles.append(objectsIn: [.nan, 0.5, 2])
      lists.ints.append(objectsIn: [.max, 1])
      lists.decimals.append(objectsIn: ["0.1", "0.2", "NaN"].map { Decimal128(stringLiteral: $0) })
      lists.dates.append(objectsIn: [Date(timeIntervalSince1970: 5.25), Date(timeIntervalSince1970: -3)])
      shelf.amounts["a"] = 1.5
      shelf.amounts["b"] = 2
      shelf.ints.insert(objectsIn: [4, 5])
    }
    #expect(shelf.maybeInts.min() == 1)
    #expect(shelf.maybeInts.max() == 3)
    #expect(shelf.maybeInts.sum() == 4)
    #expect(shelf.maybeInts.average() == 2.0)
    #expect(lists.doubles.min() == 0.5)
    #expect(lists.doubles.sum() == 2.5)
    #expect(lists.doubles.average() == 1.25)
    #expect(lists.ints.sum() == .min)
    #expect(lists.decimals.sum() == Decimal128(stringLiteral: "0.3"))
    #expect(lists.decimals.average() == Decimal128(stringLiteral: "0.15"))
    #expect(lists.dates.min() == Date(timeIntervalSince1970: -3))
    #expect(lists.dates.max() == Date(timeIntervalSince1970: 5.25))
    #expect(shelf.amounts.sum() == 3.5)
    #expect(shelf.amounts.max() == 2)
    #expect(shelf.ints.sum() == 9)
    #expect(shelf.ints.max(ofProperty: "self") == 5)
    realm.cancelWrite()
  }

  @Test("aggregates of a property count each object as often as it occurs", arguments: [false, true])
  func properties(isManaged: Bool) throws {
    let heavy = Node(value: ["weight": 5])
    let (realm, lists, shelf) = try lists(isManaged) { lists, shelf in
      lists.nodes.append(objectsIn: [Node(value: ["weight": 1]), heavy, heavy])
      lists.parts.append(objectsIn: [Part(value: ["size": 0.5]), Part(value: ["size": Double.nan])])
      shelf.thingMap["a"] = Thing(value: ["weight": 2])
      shelf.thingMap["b"] = .some(nil)
      shelf.things.insert(Thing(value: ["weight": 7]))
    }
    #expect(lists.nodes.min(ofProperty: "weight") == 1)
    #expect(lists.nodes.max(of: \.weight) == 5)
    #expect(lists.nodes.sum(of: \.weight) == 11)
    #expect(lists.nodes.average(ofProperty: "weight") == 11.0 / 3)
    #expect(lists.parts.sum(of: \.size) == 0.5)
    #expect(lists.parts.average(of: \.size) == 0.5)
    #expect(shelf.thingMap.sum(ofProperty: "weight") == 2)
    #expect(shelf.thingMap.max(of: \.weight) == 2)
    #expect(shelf.things.max(of: \.weight) == 7)
    realm.cancelWrite()
  }

  @Test("aggregates of values of any type count numbers, and all kinds have an order", arguments: [false, true])
  func anyValues(isManaged: Bool) throws {
    let anything = Anything()
    anything.list.append(objectsIn: [.int(1), .string("x"), .double(0.5), .none, .bool(true)])
    let others = List<Anything>()
    others.append(objectsIn: [1, 2].map { Anything(value: ["id": $0, "any": $0]) })
    let realm = try valueRealm()
    realm.beginWrite()
    if isManaged { realm.add(anything) }
    #expect(anything.list.sum() == .decimal128(1.5))
    #expect(anything.list.average() as Decimal128? == 0.75)
    #expect(anything.list.min() == .bool(true))
    #expect(anything.list.max() == .string("x"))
    #expect(others.sum(ofProperty: "any") as Decimal128 == 3)
    #expect(others.max(of: \.any) == .int(2))
    realm.cancelWrite()
  }

  @Test("a wrong name or type stops the program", arguments: 0..<6)
  func misuse(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let (lists, shelf) = (Lists(), Shelf())
      let realm = try memoryRealm(KindsSchema.objectTypes + CollectionsSchema.objectTypes)
      try realm.write { realm.add(shelf) }
      switch number {
      case 0: _ = lists.nodes.sum(ofProperty: "label") as Int
      case 1: _ = lists.nodes.max(ofProperty: "nothing") as Int?
      case 2: _ = lists.ints.sum(ofProperty: "weight") as Int
      case 3: _ = shelf.ints.sum(ofProperty: "id") as Int
      case 4: _ = shelf.scores.max(ofProperty: "a") as Int?
      default: _ = lists.ints.sorted(ascending: true)
      }
    }
    let messages = [
      "Operation 'sum' not supported for string property 'Node.label'", "Property 'nothing' not found in object of type 'Node'",
      "Lists of 'int' can only be aggregated on \"self\".", "Sets of 'int' can only be aggregated on \"self\".",
      "Dictionaries of 'int' can only be aggregated on \"self\".",
      "This method may only be called on List instances retrieved from a Realm",
    ]
    #expect(errorText(result).contains(messages[number]))
  }
}
