import AshlarSchema
import Foundation
import Testing

@testable import Ashlar

/// What holds of lists, sets and maps of one element type.
struct ElementChecks<Element: RealmCollectionValue> {
  private let type: ValueType
  private let isOptional: Bool
  private let values: [Element]

  init(_ type: ValueType, _ isOptional: Bool, _ values: [Element]) {
    (self.type, self.isOptional, self.values) = (type, isOptional, values)
  }

  func run(_ object: EveryElement) throws {
    list(object.list(type, isOptional))
    set(object.set(type, isOptional))
    map(object.map(type, isOptional))
  }

  private func list(_ list: List<Element>) {
    let (first, last) = (values[0], values[values.count - 1])
    list.append(last)
    list.append(objectsIn: values)
    list.insert(first, at: 1)
    var expected = [last, first] + values
    #expect(Array(list) == expected, "a loop gives what was added")
    #expect(list.indices.map { list[$0] } == expected, "as do positions")
    #expect(list.index(of: first) == 1)
    #expect(list.index(of: last) == 0)
    list[0] = first
    expected[0] = first
    list.swapAt(0, list.count - 1)
    expected.swapAt(0, expected.count - 1)
    list.remove(at: 1)
    expected.remove(at: 1)
    list.move(from: 0, to: 1)
    expected.insert(expected.remove(at: 0), at: 1)
    #expect(Array(list) == expected, "after changes")
    let copy = List<Element>()
    copy.append(objectsIn: list)
    #expect(copy == list || list.realm != nil, "unmanaged lists are equal by their elements")
    #expect(copy != list || list.realm == nil, "a managed list equals no unmanaged one")
    list.removeAll()
    #expect(list.isEmpty)
    #expect(list.index(of: first) == nil)
  }

  private func set(_ set: MutableSet<Element>) {
    set.insert(objectsIn: values + values)
    set.insert(values[0])
    #expect(set.count == values.count)
    #expect(values.allSatisfy { set.contains($0) })
    #expect(set.indices.map { set[$0] } == Array(set), "positions and loops agree")
    set.remove(values[0])
    #expect(!set.contains(values[0]))
    #expect(set.count == values.count - 1)
    #expect(set.isSubset(of: set))
    set.removeAll()
    #expect(set.isEmpty)
  }

  private func map(_ map: Map<String, Element>) {
    for (index, value) in values.enumerated() { map.updateValue(value, forKey: "key \(index)") }
    #expect(map.count == values.count)
    for (index, value) in values.enumerated() { #expect(map["key \(index)"] == .some(value)) }
    #expect(map["none"] == nil)
    #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == Dictionary(uniqueKeysWithValues: zip(map.keys, map.values)))
    map.removeObject(for: "key 0")
    #expect(map["key 0"] == nil)
    map.updateValue(values[0], forKey: "key 1")
    #expect(map["key 1"] == .some(values[0]))
    map.removeAll()
    #expect(map.count == 0)
  }
}

extension ElementChecks where Element: Codable {
  /// Codable needs no Realm: what is decoded is unmanaged.
  func runCodable() throws {
    let list = List<Element>()
    list.append(objectsIn: values)
    let set = MutableSet<Element>()
    set.insert(objectsIn: values)
    let map = Map<String, Element>()
    for (index, value) in values.enumerated() { map.updateValue(value, forKey: "\(index)") }
    #expect(try copy(list) == list)
    #expect(try copy(set) == set)
    #expect(try copy(map) == map)
  }

  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}
