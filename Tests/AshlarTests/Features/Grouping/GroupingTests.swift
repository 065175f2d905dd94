import Ashlar
import Foundation
import Kinds
import TestSupport
import TestTraits
import Testing

@Suite("Groups of results", .blocking)
struct GroupingTests {
  private func nodes(_ labels: [String], links: Bool = false) throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      var made: [Node] = []
      for (index, label) in labels.enumerated() {
        made.append(realm.create(Node.self, value: ["label": label, "weight": index]))
        if links, index > 0 { made[index].next = made[index - 1] }
      }
    }
    return realm.objects(Node.self)
  }

  private func scalars(_ rows: [[String: Any]]) throws -> Results<Scalars> {
    let realm = try memoryRealm()
    try realm.write { for row in rows { realm.create(Scalars.self, value: row) } }
    return realm.objects(Scalars.self)
  }

  @Test("counts and figures are in the order of the keys")
  func figures() throws {
    let groups = try nodes(["b", "a", "b", "c", "a", "a text of more than eleven bytes"]).grouped(by: \.label)
    #expect(groups.keys == ["a", "a text of more than eleven bytes", "b", "c"])
    #expect(groups.count.values == [2, 1, 2, 1])
    #expect(groups.sum(of: \.weight).values == [5, 5, 2, 3])
    #expect(groups.average(of: \.weight).values == [2.5, 5, 1, 3])
    #expect(groups.min(of: \.weight).values == [1, 5, 0, 3])
    #expect(groups.max(of: \.weight).values == [4, 5, 2, 3])
    #expect(groups.count[key: "b"] == 2)
    #expect(groups.count[key: "z"] == nil)
    #expect(groups.count.dictionary == ["a": 2, "a text of more than eleven bytes": 1, "b": 2, "c": 1])
  }

  @Test("no objects have no groups")
  func empty() throws {
    let groups = try nodes([]).grouped(by: \.label)
    #expect(groups.keys.isEmpty)
    #expect(groups.count.isEmpty)
    #expect(groups.sum(of: \.weight).isEmpty)
    #expect(groups.top(3, by: \.weight).isEmpty)
  }

  @Test("nil is a key that precedes all others, and figures exclude nil and NaN")
  func nils() throws {
    let all = try scalars([
      ["anyString": "x", "anyInt": 4, "double": Double.nan], [:], ["anyInt": 3, "double": 1.5], ["anyString": "x", "double": 2.0],
      ["anyString": ""],
    ])
    let groups = all.grouped(by: \.anyString)
    #expect(groups.keys == [nil, "", "x"])
    #expect(groups.count.values == [2, 1, 2])
    #expect(groups.sum(of: \.anyInt).values == [3, 0, 4])
    #expect(groups.average(of: \.anyInt).values == [3, nil, 4])
    #expect(groups.min(of: \.anyInt).values == [3, nil, 4])
    #expect(groups.sum(of: \.double).values == [1.5, 0, 2])
    #expect(groups.max(of: \.double).values == [1.5, 0, 2])
    #expect(all.grouped(by: \.anyInt).keys == [nil, 3, 4])
  }

  @Test("a nil that appears after other keys is a group too")
  func lateNil() throws {
    let rows: [[String: Any]] = (0..<600).map { ["anyInt": $0 % 2, "int": 1] }
    let all = try scalars(rows + [["int": 7]])
    #expect(all.grouped(by: \.anyInt).sum(of: \.int).values == [7, 300, 300])
    #expect(all.grouped(by: \.anyInt).keys == [nil, 0, 1])
  }

  @Test("keys of all types that have an order")
  func types() throws {
    let date = Date(timeIntervalSince1970: 5.25)
    let id = UUID()
    let all = try scalars([
      ["bool": true, "int8": -3, "int16": 300, "float": 0.5, "double": Double.nan, "date": date, "decimal": "1.50", "level": 7],
      ["bool": false, "int8": 3, "int16": 300, "float": -0.5, "double": Double.nan, "date": date, "decimal": "1.5", "level": -1],
      ["bool": true, "int8": 3, "int16": -1, "float": 0.5, "double": 1.0, "date": Date.distantPast, "decimal": 2, "level": 7],
    ])
    try all.realm?.write { for object in all { object.uuid = id } }
    #expect(all.grouped(by: \.bool).keys == [false, true])
    #expect(all.grouped(by: \.int8).keys == [-3, 3])
    #expect(all.grouped(by: \.int16).count.values == [1, 2])
    #expect(all.grouped(by: \.float).keys == [-0.5, 0.5])
    #expect(all.grouped(by: \.double).count.values == [2, 1])
    #expect(all.grouped(by: \.date).keys == [.distantPast, date])
    #expect(all.grouped(by: \.decimal).count.values == [2, 1])
    #expect(all.grouped(by: \.uuid).count.values == [3])
    #expect(all.grouped(by: \.level).keys == [.low, .top])
    #expect(all.grouped(by: \.shade).count.values == [3])
    #expect(all.grouped(by: \.objectId).count.values.reduce(0, +) == 3)
  }

  @Test("figures have the types of the aggregates of results")
  func deliveredTypes() throws {
    let date = Date(timeIntervalSince1970: 5.25)
    let all = try scalars([
      ["int8": 100, "float": 0.5, "decimal": "0.1", "date": date], ["int8": 101, "float": 1.5, "decimal": "0.2", "date": date + 1],
    ])
    let groups = all.grouped(by: \.bool)
    #expect(groups.sum(of: \.int8).values == [201])
    #expect(groups.max(of: \.int8).values == [Int8(101)])
    #expect((groups.average(of: \.int8) as GroupedValues<Bool, Int8?>).values == [Int8(100)])
    #expect(groups.sum(of: \.float).values == [Float(2)])
    #expect(groups.average(of: \.decimal).values == ["0.15"])
    #expect(groups.min(of: \.date).values == [date])
    #expect(groups.max(of: \.anyDate).values == [nil])
  }

  @Test("keys and values through to-one links; a nil link is the key nil")
  func links() throws {
    let all = try nodes(["a", "b", "a", "b"], links: true)
    let groups = all.grouped(by: \.next?.label)
    #expect(groups.keys == [nil, "a", "b"])
    #expect(groups.sum(of: \.weight).values == [0, 4, 2])
    #expect(groups.sum(of: \.next?.weight).values == [0, 2, 1])
    #expect(all.grouped(by: \.next?.next?.label).count.values == [2, 1, 1])
  }

  @Test("a path with '!' is accepted while no link on it is nil")
  func forced() async throws {
    let all = try nodes(["a", "b", "a"], links: true)
    #expect(all.where { $0.next != nil }.grouped(by: \.next!.label).keys == ["a", "b"])
    let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Node.self) }
      _ = realm.objects(Node.self).grouped(by: \.next!.label).count
    }
    #expect(
      errorText(stopped).contains(
        "Cannot group by key path 'next.label': a link along the path is nil for some objects, and the type of the key is not optional. "
          + "Write '?' instead of '!' in the key path."))
  }

  @Test("several keys are tuples, in the order of the first, then of the next")
  func severalKeys() throws {
    let all = try scalars([
      ["int": 2, "anyString": "b", "bool": true], ["int": 1, "anyString": "b"], ["int": 2], ["int": 2, "anyString": "b"], ["int": 1],
      ["int": 2, "anyString": "b"],
    ])
    let pairs = all.grouped(by: \.int, \.anyString)
    #expect(pairs.keys.map(\.0) == [1, 1, 2, 2])
    #expect(pairs.keys.map(\.1) == [nil, "b", nil, "b"])
    #expect(pairs.count.values == [1, 1, 1, 3])
    let triples = all.grouped(by: \.int, \.anyString, \.bool)
    #expect(triples.count.values == [1, 1, 1, 2, 1])
    #expect(triples.keys.last.map { $0 == (2, "b", true) } == true)
  }

  @Test("the first and the largest objects of each group")
  func members() throws {
    let all = try nodes(["b", "a", "b", "a", "b"])
    let groups = all.grouped(by: \.label)
    #expect(groups.first(2).values.map { $0.map(\.weight) } == [[1, 3], [0, 2]])
    #expect(groups.top(2, by: \.weight).values.map { $0.map(\.weight) } == [[3, 1], [4, 2]])
    #expect(groups.top(1, by: \.weight, ascending: true).values.map { $0.map(\.weight) } == [[1], [0]])
    let descending = all.sorted(by: \.weight, ascending: false).grouped(by: \.label)
    #expect(descending.first(1).values.map { $0.map(\.weight) } == [[3], [4]])
    #expect(descending.top(2, by: \.label).values.map { $0.map(\.weight) } == [[3, 1], [4, 2]])
    #expect(groups.first(0).values.map(\.count) == [0, 0])
  }

  @Test("conditions, limits, lists and linking objects are grouped as they are")
  func sources() throws {
    let realm = try memoryRealm()
    let (parent, other) = try realm.write {
      let children = ["a", "b", "a"].enumerated().map { realm.create(Node.self, value: ["label": $1, "weight": $0]) }
      let parent = realm.create(Node.self, value: ["label": "parent", "weight": 10])
      parent.children.append(objectsIn: children + [children[0]])
      for child in children { child.next = parent }
      return (parent, children[1])
    }
    #expect(parent.children.grouped(by: \.label).count.values == [3, 1])
    #expect(parent.children.grouped(by: \.label).sum(of: \.weight).values == [2, 1])
    #expect(parent.previous.grouped(by: \.label).count.values == [2, 1])
    #expect(realm.objects(Node.self).where { $0.weight > 0 }.grouped(by: \.label).count.values == [1, 1, 1])
    #expect(realm.objects(Node.self).sorted(by: \.weight).limited(to: 2).grouped(by: \.label).count.keys == ["a", "b"])
    #expect(other.previous.grouped(by: \.label).count.isEmpty)
  }

  @Test("a figure is computed when it is requested, and does not change")
  func values() throws {
    let all = try nodes(["a", "b"])
    let realm = try #require(all.realm)
    let groups = all.grouped(by: \.label)
    let before = groups.count
    let frozen = all.freeze().grouped(by: \.label)
    try realm.write {
      realm.create(Node.self, value: ["label": "b"])
      #expect(groups.count.values == [1, 2])
    }
    #expect(before.values == [1, 1])
    #expect(groups.count.values == [1, 2])
    #expect(frozen.count == before)
    try realm.write { realm.delete(all[0]) }
    #expect(groups.keys == ["b"])
  }

  @Test("values of any type are equal as in orders")
  func anyValues() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let values: [AnyRealmValue] = [
      .int(3), .double(3), .string("3"), .none, .decimal128(3), .bool(true), .double(.nan), .float(.nan),
    ]
    try realm.write {
      for (id, value) in values.enumerated() { realm.create(Anything.self, value: ["id": id]).any = value }
    }
    let all = realm.objects(Anything.self)
    let counts = all.grouped(by: \.any).count
    #expect(counts.values == [1, 1, 2, 3, 1])
    #expect(counts.keys.first == AnyRealmValue.none)
    #expect(counts.keys.last == .string("3"))
    let whole = all.grouped(by: \.indexed)
    #expect(whole.sum(of: \.any).values.map(\.decimal128Value) == [9])
    #expect(whole.max(of: \.any).values == [.string("3")])
  }

  @Test("the description is a table")
  func table() throws {
    let all = try scalars([["anyString": "x", "int": 10], ["int": 5], ["anyString": "a longer key", "int": -200]])
    #expect(
      all.grouped(by: \.anyString).sum(of: \.int).description == """
        anyString     sum(int)
        nil                  5
        a longer key      -200
        x                   10
        """)
    #expect(
      all.grouped(by: \.int, \.bool).min(of: \.anyInt).description == """
         int  bool   min(anyInt)
        -200  false          nil
           5  false          nil
          10  false          nil
        """)
    let many = try nodes((0..<120).map { "\($0)" }).grouped(by: \.label).count
    #expect(many.description.hasSuffix("\n(20 more)"))
    #expect(many.ordered { $0.key.count < $1.key.count }.keys.first == "0")
  }

  @Test("paths without an order, unknown figures and negative counts stop the program")
  func misuses() async throws {
    let data = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Scalars.self).grouped(by: \.data)
    }
    #expect(errorText(data).contains("Cannot group by key path 'data': property 'Scalars.data' is of unsupported type 'data'."))
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Scalars.self).grouped(by: \.int).first(-1)
    }
    #expect(errorText(negative).contains("Cannot pass a negative value for 'count'."))
    let unmanaged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Node().children.grouped(by: \.label)
    }
    #expect(errorText(unmanaged).contains("This method may only be called on List instances retrieved from a Realm"))
  }
}
