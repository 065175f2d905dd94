import AshlarStore
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// A value of its own in the file.
let longLabel = "ab" + String(repeating: "é zz", count: 200)

@Suite("Conditions compared with plain Swift", .blocking)
struct OracleTests {
  private func fill(_ realm: Realm, _ generator: inout SeededGenerator, _ count: Int) throws {
    let labels = [
      "", "a", "ab", "b", "é", "É", "zz", "abzz", "a label that is longer than a cell", "Ab", longLabel + "ab", longLabel + "b",
    ]
    try realm.write {
      let nodes = (0..<count).map { _ in
        let node = Node(value: ["label": generator.pick(labels), "weight": generator.below(12)])
        if generator.chance(60) { node.part = Part(value: ["size": Double(generator.below(8)) / 2]) }
        for _ in 0..<generator.below(3) { node.parts.append(Part(value: ["size": Double(generator.below(8)) / 2])) }
        return node
      }
      for node in nodes {
        if generator.chance(60) { node.next = generator.pick(nodes) }
        for _ in 0..<generator.below(4) { node.children.append(generator.pick(nodes)) }
      }
      realm.add(nodes)
    }
    try realm.write { for node in realm.objects(Node.self) where generator.chance(10) { realm.delete(node) } }
  }

  private func check(_ realm: Realm, _ seed: UInt64, rounds: Int) {
    var generator = SeededGenerator(seed: seed &* 31)
    let all = realm.objects(Node.self)
    let nodes = Array(all)
    for _ in 0..<rounds { check(.random(&generator, depth: 3), all, nodes, seed) }
  }

  // The rows that a condition leaves of some, said in each way.
  private func check<Nodes: RealmCollection>(_ condition: RandomCondition, _ all: Nodes, _ nodes: [Node], _ seed: UInt64)
  where Nodes.Element == Node {
    let wanted = nodes.filter(condition.holds).map(\.rowKey)
    func check(_ found: Results<Node>, _ how: String) {
      let found = found.map(\.rowKey)
      #expect(Array(found) == wanted, "\(condition.text), \(how): found \(found.count), wanted \(wanted.count), seed \(seed)")
    }
    check(all.filter(RealmPredicate(format: condition.format, argumentArray: condition.arguments)), "as text")
    guard let query = condition.query else { return }
    check(all.where(query), "in 'where'")
    let (format, arguments) = query(Query<Node>._constructForTesting())._constructPredicate()
    check(all.filter(RealmPredicate(format: format, argumentArray: arguments)), "printed as \(format)")
  }

  @Test(
    "random conditions find the same on results of results, lists, sorted and frozen ones, within a write and without",
    arguments: [63 as UInt64])
  func collections(_ first: UInt64) throws {
    let seed = Soak.isOn ? seed() : first
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    try fill(realm, &generator, 60)
    let conditions = rounds(.conditions)
    var done = 0
    while done < conditions {
      let isWriting = generator.chance(50)
      if isWriting {
        realm.beginWrite()
        for node in realm.objects(Node.self) where generator.chance(20) { node.weight = generator.below(12) }
      }
      let all = realm.objects(Node.self)
      let big = all.max { $0.children.count < $1.children.count }
      let inner = RandomCondition.random(&generator, depth: 1)
      let frozen = isWriting ? nil : all.freeze()
      for _ in 0..<100 {
        let condition = RandomCondition.random(&generator, depth: 3)
        switch generator.below(5) {
        case 0:
          let some = all.filter(RealmPredicate(format: inner.format, argumentArray: inner.arguments))
          check(condition, some, all.filter(inner.holds), seed)
        case 1:
          guard let list = big?.children else { continue }
          check(condition, list, Array(list), seed)
        case 2:
          let sorted = all.sorted(byKeyPath: "weight", ascending: false)
          check(condition, sorted, Array(sorted), seed)
        case 3:
          guard let frozen else { continue }
          check(condition, frozen, Array(frozen), seed)
        default: check(condition, all, Array(all), seed)
        }
        done += 1
      }
      if isWriting { try realm.commitWrite() }
    }
  }

  @Test("random conditions find the same in memory, in a file and reopened", arguments: [61 as UInt64, 62])
  func nodes(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let memory = try memoryRealm()
    try fill(memory, &generator, 300)
    check(memory, seed, rounds: 60)
    memory.beginWrite()
    for node in memory.objects(Node.self) where node.weight % 3 == 0 {
      node.weight = 1
      node.label = "changed to something longer"
      node.next = node
      node.children.append(node)
    }
    check(memory, seed + 1, rounds: 60)
    memory.cancelWrite()
    check(memory, seed, rounds: 10)
    let folder = try TemporaryFolder()
    try {
      let file = try Realm(configuration: folder.configuration())
      try fill(file, &generator, 300)
      check(file, seed + 2, rounds: 30)
    }()
    check(try Realm(configuration: folder.configuration()), seed + 2, rounds: 60)
  }

  private typealias Pair = (text: String, query: (Query<Scalars>) -> Query<Bool>, holds: (ScalarValues) -> Bool)

  // The six comparisons of a property and its optional twin with a value that is there.
  private func comparisons<T: Comparable & _HasPersistedType>(
    _ name: String, _ value: T, _ path: KeyPath<ScalarValues, T>, _ query: @escaping (Query<Scalars>) -> Query<T>,
    _ optional: @escaping (Query<Scalars>) -> Query<T?>
  ) -> [Pair] where T.PersistedType: _QueryNumeric {
    [
      ("\(name) == \(value)", { query($0) == value }, { $0[keyPath: path] == value }),
      ("\(name) != \(value)", { query($0) != value }, { $0[keyPath: path] != value }),
      ("\(name) < \(value)", { query($0) < value }, { $0[keyPath: path] < value }),
      ("\(name) <= \(value)", { query($0) <= value }, { $0[keyPath: path] <= value }),
      ("\(name) > \(value)", { query($0) > value }, { $0[keyPath: path] > value }),
      ("\(name) >= \(value)", { query($0) >= value }, { $0[keyPath: path] >= value }),
      ("any \(name) == \(value)", { optional($0) == value }, { !$0.isNil && $0[keyPath: path] == value }),
      ("any \(name) != \(value)", { optional($0) != value }, { $0.isNil || $0[keyPath: path] != value }),
      ("any \(name) < \(value)", { optional($0) < value }, { !$0.isNil && $0[keyPath: path] < value }),
      ("any \(name) <= \(value)", { optional($0) <= value }, { !$0.isNil && $0[keyPath: path] <= value }),
      ("any \(name) > \(value)", { optional($0) > value }, { !$0.isNil && $0[keyPath: path] > value }),
      ("any \(name) >= \(value)", { optional($0) >= value }, { !$0.isNil && $0[keyPath: path] >= value }),
      ("any \(name) == nil", { optional($0) == nil }, { $0.isNil }),
      ("any \(name) != nil", { optional($0) != nil }, { !$0.isNil }),
      ("any \(name) >= nil", { optional($0) >= nil }, { $0.isNil }),
      ("any \(name) in [nil, \(value)]", { optional($0).in([nil, value]) }, { $0.isNil || $0[keyPath: path] == value }),
    ]
  }

  private func equalities<T: Equatable>(
    _ name: String, _ value: T, _ path: KeyPath<ScalarValues, T>, _ query: @escaping (Query<Scalars>) -> Query<T>,
    _ optional: @escaping (Query<Scalars>) -> Query<T?>
  ) -> [Pair] {
    [
      ("\(name) == \(value)", { query($0) == value }, { $0[keyPath: path] == value }),
      ("\(name) != \(value)", { query($0) != value }, { $0[keyPath: path] != value }),
      ("\(name) in", { query($0).in([value]) }, { $0[keyPath: path] == value }),
      ("any \(name) == \(value)", { optional($0) == value }, { !$0.isNil && $0[keyPath: path] == value }),
      ("any \(name) != \(value)", { optional($0) != value }, { $0.isNil || $0[keyPath: path] != value }),
      ("any \(name) == nil", { optional($0) == nil }, { $0.isNil }),
      ("any \(name) != nil", { optional($0) != nil }, { !$0.isNil }),
    ]
  }

  @Test("comparisons with every type of value, nil and NaN included", arguments: [71 as UInt64, 72, 73])
  func scalars(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    var rows: [ScalarValues] = []
    try realm.write {
      for _ in 0..<300 {
        let values = ScalarValues.random(&generator)
        values.write(to: realm.create(Scalars.self))
        rows.append(values)
      }
    }
    let all = realm.objects(Scalars.self)
    for _ in 0..<4 {
      let v = generator.pick(rows)
      var pairs: [Pair] = []
      pairs += comparisons("int", v.int, \.int, { $0.int }, { $0.anyInt })
      pairs += comparisons("int8", v.int8, \.int8, { $0.int8 }, { $0.anyInt8 })
      pairs += comparisons("int16", v.int16, \.int16, { $0.int16 }, { $0.anyInt16 })
      pairs += comparisons("int32", v.int32, \.int32, { $0.int32 }, { $0.anyInt32 })
      pairs += comparisons("int64", v.int64, \.int64, { $0.int64 }, { $0.anyInt64 })
      pairs += comparisons("float", v.float, \.float, { $0.float }, { $0.anyFloat })
      pairs += comparisons("double", v.double, \.double, { $0.double }, { $0.anyDouble })
      pairs += comparisons("date", v.date, \.date, { $0.date }, { $0.anyDate })
      pairs += comparisons("decimal", v.decimal, \.decimal, { $0.decimal }, { $0.anyDecimal })
      pairs += comparisons("level", v.level, \.level, { $0.level }, { $0.anyLevel })
      pairs += equalities("bool", v.bool, \.bool, { $0.bool }, { $0.anyBool })
      pairs += equalities("string", v.string, \.string, { $0.string }, { $0.anyString })
      pairs += equalities("data", v.data, \.data, { $0.data }, { $0.anyData })
      pairs += equalities("objectId", v.objectId, \.objectId, { $0.objectId }, { $0.anyObjectId })
      pairs += equalities("uuid", v.uuid, \.uuid, { $0.uuid }, { $0.anyUUID })
      pairs += equalities("shade", v.shade, \.shade, { $0.shade }, { $0.anyShade })
      pairs.append(("bool itself", { $0.bool }, { $0.bool }))
      pairs.append(("not bool", { !$0.bool }, { !$0.bool }))
      for pair in pairs {
        let found = Array(all.where(pair.query).map(\.uuid))
        let wanted = rows.filter(pair.holds).map(\.uuid)
        #expect(found == wanted, "\(pair.text), seed \(seed)")
      }
    }
  }
}

extension Node {
  /// Which row it is.
  fileprivate var rowKey: Int64 { _rowAccess.key }
}
