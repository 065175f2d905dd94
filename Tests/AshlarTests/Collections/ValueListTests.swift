import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport

@Suite("Lists of values")
struct ValueListTests {
  private func check<Element: Equatable>(
    _ path: ReferenceWritableKeyPath<Lists, List<Element>>, _ values: [Element], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder()
    let object = Lists()
    object[keyPath: path].append(objectsIn: values)
    #expect(Array(object[keyPath: path]) == values, "unmanaged", sourceLocation: sourceLocation)
    try {
      let realm = try Realm(configuration: folder.configuration())
      let list = object[keyPath: path]
      try realm.write { realm.add(object) }
      #expect(list === object[keyPath: path] && list.realm == realm, sourceLocation: sourceLocation)
      #expect(Array(list) == values, "added", sourceLocation: sourceLocation)
      try realm.write {
        var wanted = values
        list.append(values[0])
        wanted.append(values[0])
        list.insert(values[1], at: 0)
        wanted.insert(values[1], at: 0)
        list.remove(at: 1)
        wanted.remove(at: 1)
        list.move(from: 0, to: list.count - 1)
        wanted.append(wanted.removeFirst())
        list.swapAt(0, list.count - 1)
        wanted.swapAt(0, wanted.count - 1)
        list.move(from: list.count - 1, to: 0)
        wanted.insert(wanted.removeLast(), at: 0)
        list[0] = values[1]
        wanted[0] = values[1]
        #expect(Array(list) == wanted, "changed", sourceLocation: sourceLocation)
        list.append(objectsIn: list)
        #expect(Array(list) == wanted + wanted, "appended to itself", sourceLocation: sourceLocation)
        list.removeSubrange(1..<2)
        list.removeFirst(1)
        list.removeLast(list.count - values.count)
        list.removeAll()
        #expect(list.isEmpty, sourceLocation: sourceLocation)
        list.append(objectsIn: values)
      }
      #expect(Array(list) == values, "committed", sourceLocation: sourceLocation)
    }()
    let realm = try Realm(configuration: folder.configuration())
    let stored = try #require(realm.objects(Lists.self).first)
    #expect(Array(stored[keyPath: path]) == values, "reopened", sourceLocation: sourceLocation)
  }

  @Test("numbers keep their values and order")
  func numbers() throws {
    try check(\.bools, [true, false, true])
    try check(\.ints, [1, .min, .max])
    try check(\.int8s, [1, .min, .max])
    try check(\.int16s, [1, .min, .max])
    try check(\.int32s, [1, .min, .max])
    try check(\.int64s, [1, .min, .max])
    try check(\.floats, [1.5, -.infinity, 3])
    try check(\.doubles, [1.5, -.infinity, 3])
    try check(\.decimals, ["1.50", "-3E+10", "0"])
  }

  @Test("text and bytes keep their values and order")
  func texts() throws {
    try check(\.strings, ["", "short", "a text of more than fifteen bytes"])
    try check(\.datas, [Data([1]), Data(), Data(repeating: 9, count: 5000)])
  }

  @Test("dates, ids and enums keep their values and order")
  func others() throws {
    try check(\.dates, [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: -1e9), Date(timeIntervalSince1970: 0)])
    try check(\.objectIds, [ObjectId.generate(), ObjectId(), ObjectId.generate()])
    try check(\.uuids, [UUID(), UUID(), UUID()])
    try check(\.shades, [.light, .dark, .light])
    try check(\.levels, [.top, .low, .middle])
  }

  @Test("random edits give what an array gives", arguments: [11 as UInt64, 12, 13])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    let object = try realm.write { realm.create(Lists.self) }
    var (ints, strings): ([Int], [String]) = ([], [])
    for round in 0..<40 {
      let before = (ints, strings)
      realm.beginWrite()
      for _ in 0..<25 {
        edit(object.ints, &ints, generator.below(1000), &generator)
        edit(object.strings, &strings, generator.pick(ScalarValues.texts), &generator)
      }
      if generator.chance(30) {
        realm.cancelWrite()
        (ints, strings) = before
      } else {
        try realm.commitWrite()
      }
      #expect(Array(object.ints) == ints && Array(object.strings) == strings, "seed \(seed), round \(round)")
    }
  }

  private func edit<Element>(_ list: List<Element>, _ model: inout [Element], _ value: Element, _ generator: inout SeededGenerator) {
    let index = model.isEmpty ? 0 : generator.below(model.count)
    switch generator.below(9) {
    case 0, 1, 2:
      list.append(value)
      model.append(value)
    case 3:
      list.insert(value, at: index)
      model.insert(value, at: index)
    case 4 where !model.isEmpty:
      list.remove(at: index)
      model.remove(at: index)
    case 5 where !model.isEmpty:
      list[index] = value
      model[index] = value
    case 6 where !model.isEmpty:
      let to = generator.below(model.count)
      list.move(from: index, to: to)
      model.insert(model.remove(at: index), at: to)
    case 7 where !model.isEmpty:
      let other = generator.below(model.count)
      list.swapAt(index, other)
      model.swapAt(index, other)
    case 8 where generator.chance(20):
      list.removeSubrange(index...)
      model.removeSubrange(index...)
    default: break
    }
  }

  @Test("a list sorts and reverses in place")
  func algorithms() throws {
    let realm = try memoryRealm()
    let object = try realm.write { realm.create(Lists.self, value: ["ints": [3, 1, 2]]) }
    try realm.write { object.ints.sort() }
    #expect(Array(object.ints) == [1, 2, 3])
    try realm.write { object.ints.reverse() }
    #expect(Array(object.ints) == [3, 2, 1])
    #expect(object.ints.first == 3 && object.ints.last == 1 && object.ints.contains(2) && object.ints.firstIndex(of: 1) == 2)
  }

  @Test("an iteration covers what was there at its beginning")
  func iteration() throws {
    let realm = try memoryRealm()
    let object = try realm.write { realm.create(Lists.self, value: ["ints": [1, 2, 3]]) }
    var seen: [Int] = []
    try realm.write {
      for value in object.ints {
        seen.append(value)
        object.ints.append(value * 10)
        object.ints.remove(at: 0)
      }
    }
    #expect(seen == [1, 2, 3] && Array(object.ints) == [10, 20, 30])
  }

  @Test("lists are equal when they are the same property, or unmanaged with equal elements")
  func equality() throws {
    let realm = try memoryRealm()
    let object = try realm.write { realm.create(Lists.self, value: ["ints": [1]]) }
    let sibling = try #require(realm.objects(Lists.self).first)
    #expect(object.ints == sibling.ints && object.ints !== sibling.ints)
    let (a, b) = (List<Int>(), List<Int>())
    #expect(a == b)
    a.append(1)
    #expect(a != b && a != object.ints)
    #expect(object.ints.description.hasPrefix("List<int> <0x"))
  }

  @Test("a list is decoded from JSON as it was encoded")
  func coding() throws {
    let list = try JSONDecoder().decode(List<Int>.self, from: Data("[3,1,2]".utf8))
    #expect(Array(list) == [3, 1, 2])
    #expect(String(decoding: try JSONEncoder().encode(list), as: UTF8.self) == "[3,1,2]")
  }
}
