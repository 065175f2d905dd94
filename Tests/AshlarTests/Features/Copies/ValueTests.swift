import Ashlar
import Foundation
import TestSupport
import Testing
import Traits

@Suite("Values")
struct ValueTests {
  private func realm() throws -> Realm {
    try Realm(configuration: memory(UUID().uuidString, [Rider.self, Horse.self, Race.self, Saddle.self]))
  }

  private let full = Rider.Value(
    id: 1, name: "Ada", born: Date(timeIntervalSince1970: 5.5), gait: .walk, nicknames: ["A", "Ad"], colours: [3, 9], scores: ["x": 1.5],
    horses: [.value(Horse.Value(name: "Bolt")), .value(Horse.Value(name: "Comet"))], saddle: Saddle.Value(size: 15, weight: 2.25),
    secret: Data([1, 2]))

  @Test("an unmanaged object yields the value it was created from")
  func unmanaged() throws {
    #expect(try Rider(full).value(depth: 1) == full)
  }

  @Test("a managed object gives back the value it was added from")
  func managed() throws {
    let realm = try realm()
    let rider = try realm.write { try realm.add(full, as: Rider.self) }
    #expect(rider.realm != nil)
    #expect(rider.value(depth: 1) == full)
  }

  @Test("a value of every type equals the one read from an unmanaged object, a managed one and JSON")
  func everyType() throws {
    let realm = try Realm(configuration: memory(UUID().uuidString, [Kit.self]))
    let (mark, owner) = (UUID(), ObjectId.generate())
    let full = Kit.Value(
      id: ObjectId.generate(), flag: true, small: -7, middle: .max, large: .min, ratio: 0.1, exact: "1.10", price: "-2e9", mark: mark,
      owner: owner, photo: Data([0, 255]), gait: .walk, days: [nil, Date(timeIntervalSince1970: 0.25)], gaits: [.canter, .walk],
      prices: ["0.5", "7"], marks: [nil, mark], photos: ["none": nil, "one": Data([1])], owners: ["x": owner], flags: [true, false],
      ratios: ["y": nil, "z": .infinity])
    let empty = Kit.Value(id: ObjectId.generate(), mark: mark)
    for value in [full, empty] {
      #expect(try Kit(value).value() == value)
      #expect(try realm.write { try realm.add(value, as: Kit.self) }.value() == value)
      #expect(realm.object(ofType: Kit.self, forPrimaryKey: value.id)?.value() == value)
    }
    var finite = full
    finite.ratios = ["y": nil]
    #expect(try JSONDecoder().decode(Kit.Value.self, from: JSONEncoder().encode(finite)) == finite)
  }

  @Test("an update writes the properties that differ, and no others")
  func differences() throws {
    let realm = try realm()
    let rider = try realm.write { try realm.add(full, as: Rider.self) }
    nonisolated(unsafe) var changed: Set<String> = []
    let token = rider.observe { if case .change(_, let properties) = $0 { changed.formUnion(properties.map(\.name)) } }
    var value = rider.value()
    value.name = "Grace"
    value.scores["x"] = 2
    try realm.write { try realm.add(value, as: Rider.self) }
    realm.refresh()
    #expect(changed == ["name", "scores"])
    token.invalidate()
  }

  @Test("equal numbers that are written otherwise are stored by an update")
  func equalNumbers() throws {
    let realm = try Realm(configuration: memory(UUID().uuidString, [Kit.self]))
    let mark = UUID()
    var value = Kit.Value(id: ObjectId.generate(), mark: mark, ratios: ["x": 0], weights: [1, 0, 2], costs: ["0"])
    try realm.write { try realm.add(value, as: Kit.self) }
    (value.ratios["x"], value.weights[1], value.costs[0]) = (-0.0, -0.0, "-0")
    let kit = try realm.write { try realm.add(value, as: Kit.self) }
    #expect(kit.ratios["x"]??.sign == .minus)
    #expect(kit.weights.map(\.sign) == [.plus, .minus, .plus])
    #expect(kit.costs[0].description == "-0")
  }

  @Test("a shorter, a longer and another list, set and map replace what was there")
  func replaced() throws {
    let realm = try realm()
    var value = full
    value.horses = []
    for (names, colours, scores) in [
      (["A", "B", "C"], [1, 2, 3], ["a": 1.0]), (["A", "C"], [3], ["a": 1, "b": 2]), (["X", "C", "D"], [0, 3, 4], ["b": 3]), ([], [], [:]),
    ] as [([String], Set<Int>, [String: Double])] {
      (value.nicknames, value.colours, value.scores) = (names, colours, scores)
      #expect(try realm.write { try realm.add(value, as: Rider.self) }.value() == value)
    }
  }

  @Test("links beyond the depth are keys")
  func keys() throws {
    let realm = try realm()
    let rider = try realm.write { try realm.add(full, as: Rider.self) }
    #expect(rider.value().horses == [.key("Bolt"), .key("Comet")])
    #expect(rider.value().saddle == full.saddle)
  }

  @Test("links that form a cycle are followed only to the given depth")
  func ring() throws {
    let realm = try realm()
    let rider = try realm.write {
      let rider = realm.create(Rider.self, value: ["id": 1])
      rider.teacher = rider
      return rider
    }
    let inner = rider.value()
    #expect(inner.teacher == .key(1))
    #expect(rider.value(depth: 1).teacher == .value(inner))
  }

  @Test("links by key are looked up in the Realm")
  func lookup() throws {
    let realm = try realm()
    try realm.write {
      let bolt = realm.create(Horse.self, value: ["name": "Bolt"])
      let rider = try realm.add(Rider.Value(id: 1, teacher: nil, horses: [.key("Bolt")], secret: Data()), as: Rider.self)
      #expect(rider.horses.first == bolt)
    }
    #expect(realm.objects(Horse.self).count == 1)
  }

  @Test("a link to a key that no object has is an error, and nothing is added")
  func missing() throws {
    let realm = try realm()
    try realm.write {
      let error = #expect(throws: Realm.Error.self) {
        try realm.add(Rider.Value(id: 1, horses: [.value(Horse.Value(name: "Bolt")), .key("Comet")]), as: Rider.self)
      }
      #expect(error?.code == .invalidInput)
    }
    #expect(realm.objects(Rider.self).isEmpty)
    #expect(realm.objects(Horse.self).isEmpty)
  }

  @Test("a link by key needs a Realm")
  func noRealm() {
    let error = #expect(throws: Realm.Error.self) { try Rider(Rider.Value(id: 1, teacher: .key(2))) }
    #expect(error?.code == .invalidInput)
  }

  @Test("a value that was changed elsewhere updates its object")
  func update() throws {
    let realm = try realm()
    let rider = try realm.write { try realm.add(full, as: Rider.self) }
    var value = rider.value()
    value.name = "Grace"
    value.horses.removeFirst()
    value.nicknames = []
    let updated = try realm.write { try realm.add(value, as: Rider.self) }
    #expect(updated == rider)
    #expect(rider.value() == value)
  }

  @Test("objects without a primary key are added each time")
  func withoutKey() throws {
    let realm = try realm()
    let value = Race.Value(at: Date(timeIntervalSince1970: 0), hurdles: [Saddle.Value(size: 1), Saddle.Value(size: 2)])
    try realm.write {
      try realm.add(value, as: Race.self)
      try realm.add(value, as: Race.self)
    }
    #expect(realm.values(of: realm.objects(Race.self)) == [value, value])
  }

  @Test("values of results are in the order of the results")
  func results() throws {
    let realm = try realm()
    try realm.write { for id in [2, 3, 1] { try realm.add(Rider.Value(id: id), as: Rider.self) } }
    #expect(realm.values(of: realm.objects(Rider.self).sorted(byKeyPath: "id")).map(\.id) == [1, 2, 3])
  }

  @Test("the memberwise initializer has the schema's defaults")
  func defaults() {
    #expect(Rider.Value(id: 1).gait == .canter)
    #expect(Saddle.Value().size == 17)
  }

  @Test("a value is coded under the schema's keys, without what is left out")
  func coding() throws {
    let data = try JSONEncoder().encode(full)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["title"] as? String == "Ada")
    #expect(object["secret"] == nil)
    var expected = full
    expected.secret = Data()
    #expect(try JSONDecoder().decode(Rider.Value.self, from: data) == expected)
  }

  @Test("a value can be sent to another task")
  func sending() async throws {
    let value = full
    #expect(await Task.detached { value.name }.value == "Ada")
  }
}
