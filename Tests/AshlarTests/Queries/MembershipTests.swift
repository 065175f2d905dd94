import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Values that are one of several", .blocking)
struct MembershipTests {
  private static let texts = ["", "a", "Ada", "É", "é", "a text that is longer than a cell", String(repeating: "x", count: 300)]
  private static let ids = (0..<6).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) }
  private static let moments = [-1e17, -1.5, 0, 1.25, 8e8, 1e17].map(Date.init(timeIntervalSinceReferenceDate:))
  private static let decimals = ["-1", "0", "1.0", "1.00", "2.5", "1e30", "NaN"].compactMap { try? Decimal128(string: $0) }
  private static let objectIds = (0..<5).compactMap { try? ObjectId(string: String(repeating: "\($0)", count: 24)) }

  private func filled(_ random: inout SeededGenerator) throws -> Results<Scalars> {
    let realm = try memoryRealm()
    try realm.write {
      for row in 0..<600 {
        let scalars = Scalars()
        (scalars.int, scalars.int8, scalars.int16) = (row, Int8(random.below(20) - 10), Int16(random.below(20)))
        (scalars.int32, scalars.int64) = (Int32(random.below(20)), Int64(random.below(20)) << 40)
        (scalars.float, scalars.double) = (Float(random.below(20)) / 4, random.chance(10) ? .nan : Double(random.below(20)) / 4)
        (scalars.string, scalars.data) = (random.pick(Self.texts), Data(random.pick(Self.texts).utf8))
        (scalars.date, scalars.decimal) = (random.pick(Self.moments), random.pick(Self.decimals))
        (scalars.objectId, scalars.uuid) = (random.pick(Self.objectIds), random.pick(Self.ids))
        (scalars.bool, scalars.shade, scalars.level) = (random.chance(50), random.pick(Shade.allCases), random.pick(Level.allCases))
        if random.chance(70) {
          (scalars.anyInt, scalars.anyDouble, scalars.anyString) = (random.below(20), Double(random.below(9)), random.pick(Self.texts))
          (scalars.anyUUID, scalars.anyDate, scalars.anyShade) = (random.pick(Self.ids), random.pick(Self.moments), .light)
          (scalars.anyDecimal, scalars.anyBool) = (random.pick(Self.decimals), random.chance(50))
        }
        realm.add(scalars)
      }
    }
    return realm.objects(Scalars.self)
  }

  @Test("every type: `in` finds what `==` with one of the values finds", arguments: [1 as UInt64, 2, 3])
  func everyType(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = try filled(&random)
    func check<Value>(
      _ values: [Value], _ text: String, _ member: (Query<Scalars>) -> Query<Value>, _ equals: (Query<Scalars>, Value) -> Query<Bool>
    ) {
      // Few values are scanned for, many are looked up in a set.
      for count in [0, 1, 3, values.count, 12, 200] {
        let wanted = (0..<count).map { values[($0 + count) % values.count] }
        let found = all.where { member($0).in(wanted) }.map(\.int)
        var expected = Set<Int>()
        for value in wanted.prefix(values.count * 2) { expected.formUnion(all.where { equals($0, value) }.map(\.int)) }
        let isSame = Array(found) == expected.sorted()
        #expect(isSame, "\(text), \(count) values, seed \(seed)")
        let others = all.where { !member($0).in(wanted) }.map(\.int)
        #expect(others.count + found.count == all.count && expected.isDisjoint(with: others), "not \(text), \(count) values, seed \(seed)")
      }
    }
    check([true, false], "bool", { $0.bool }, { $0.bool == $1 })
    check(Array(0..<14), "int", { $0.int }, { $0.int == $1 })
    check([-3, 0, 4, 100], "int8", { $0.int8 }, { $0.int8 == $1 })
    check([1, 0, 4, 1000], "int16", { $0.int16 }, { $0.int16 == $1 })
    check([1, 0, 4, .max], "int32", { $0.int32 }, { $0.int32 == $1 })
    check([1 << 40, 0, 4 << 40, .min], "int64", { $0.int64 }, { $0.int64 == $1 })
    check([0, 0.25, 1.1, .nan, 3], "float", { $0.float }, { $0.float == $1 })
    check([-0.0, 0.25, 1.1, .nan, 3, .infinity], "double", { $0.double }, { $0.double == $1 })
    check(Self.texts, "string", { $0.string }, { $0.string == $1 })
    check(Self.texts.map { Data($0.utf8) }, "data", { $0.data }, { $0.data == $1 })
    check(Self.moments, "date", { $0.date }, { $0.date == $1 })
    check(Self.decimals, "decimal", { $0.decimal }, { $0.decimal == $1 })
    check(Self.objectIds, "objectId", { $0.objectId }, { $0.objectId == $1 })
    check(Self.ids, "uuid", { $0.uuid }, { $0.uuid == $1 })
    check([Shade.light], "enum of text", { $0.shade }, { $0.shade == $1 })
    check([Level.low, .top], "enum of numbers", { $0.level }, { $0.level == $1 })
    check([nil, 3, 4], "Int?", { $0.anyInt }, { $0.anyInt == $1 })
    check([nil, 3, 4.5], "Double?", { $0.anyDouble }, { $0.anyDouble == $1 })
    check([nil, "", "Ada"], "String?", { $0.anyString }, { $0.anyString == $1 })
    check([nil, Self.ids[2]], "UUID?", { $0.anyUUID }, { $0.anyUUID == $1 })
    check([nil, Self.moments[2]], "Date?", { $0.anyDate }, { $0.anyDate == $1 })
    check([nil, Self.decimals[2]], "Decimal128?", { $0.anyDecimal }, { $0.anyDecimal == $1 })
    check([nil, Shade.light], "Shade?", { $0.anyShade }, { $0.anyShade == $1 })
    check([nil, true], "Bool?", { $0.anyBool }, { $0.anyBool == $1 })
  }

  @Test("values of any type: numbers of all types by value, text like data, nil, and objects")
  func anyValues() throws {
    let realm = try valueRealm()
    var values: [AnyRealmValue] = [
      .none, .int(1), .double(1), .float(1), .decimal128(1), .double(1.5), .double(.nan), .int(.max), .bool(true), .bool(false),
      .string("a"), .data(Data("a".utf8)), .string(""), .date(Self.moments[3]), .uuid(Self.ids[1]), .objectId(Self.objectIds[1]),
      .decimal128(Self.decimals[4]), .int(0), .double(-0.0),
    ]
    try realm.write {
      let target = realm.create(Target.self, value: ["name": "t"])
      values.append(.object(target))
      for (id, value) in values.enumerated() {
        let object = realm.create(Anything.self, value: ["id": id])
        (object.any, object.indexed) = (value, value)
        object.list.append(value)
      }
      // So that an index is worth its look-ups.
      for id in 1000..<3000 { realm.create(Anything.self, value: ["id": id, "any": "other", "indexed": "other"]) }
    }
    let all = realm.objects(Anything.self)
    for subset in [[0], [1], [5, 6], [7, 8, 10], [11, 12, 13, 14], [15, 16, 17, 19], Array(values.indices)] {
      let wanted = subset.map { values[$0] }
      let expected = Set(wanted.flatMap { value in all.where { $0.any == value }.map(\.id) }).sorted()
      #expect(Array(all.where { $0.any.in(wanted) }.map(\.id)) == expected, "\(subset)")
      #expect(Array(all.where { $0.indexed.in(wanted) }.map(\.id)) == expected, "indexed \(subset)")
      let inLists = Set(wanted.flatMap { value in all.where { $0.list.contains(value) }.map(\.id) }).sorted()
      #expect(Array(all.where { $0.list.containsAny(in: wanted) }.map(\.id)) == inLists, "in lists \(subset)")
    }
  }

  @Test("objects, through links and in lists; one that is in no Realm equals nothing")
  func objects() throws {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<40).map { realm.create(Node.self, value: ["weight": $0]) }
      for (index, node) in nodes.enumerated() where index > 0 {
        node.next = nodes[index - 1]
        node.children.append(objectsIn: nodes[max(0, index - 3)..<index])
      }
    }
    let all = realm.objects(Node.self)
    let wanted: [Node?] = [all[3], all[7], nil]
    #expect(Array(all.where { $0.next.in(wanted) }.map(\.weight)) == [0, 4, 8])
    #expect(Array(all.where { $0.next.in([Node(), all[5]]) }.map(\.weight)) == [6])
    #expect(Array(all.where { $0.children.containsAny(in: [all[3], all[20]]) }.map(\.weight)) == [4, 5, 6, 21, 22, 23])
    #expect(Array(all.where { $0.next.weight.in(Array(10..<30)) }.map(\.weight)) == Array(11..<31))
    let frozen = all.where { $0.next.in(wanted) }.freeze()
    #expect(frozen.map(\.weight) == [0, 4, 8])
  }

  @Test("counts are among several numbers")
  func counts() throws {
    let realm = try memoryRealm()
    try realm.write { for count in 0..<5 { realm.create(Node.self, value: ["parts": (0..<count).map { _ in Part() }]) } }
    #expect(realm.objects(Node.self).where { $0.parts.isEmpty }.map(\.parts.count) == [0])
    #expect(Array(realm.objects(Node.self).where { $0.parts.count.in([1, 4, 9]) }.map(\.parts.count)) == [1, 4])
  }

  @Test("text in another case where that is asked for")
  func ignoringCase() throws {
    let realm = try memoryRealm()
    try realm.write {
      for text in ["ADA", "ada", "bo", "É", "Z"] { realm.create(Scalars.self, value: ["string": text, "anyString": text]) }
    }
    let all = realm.objects(Scalars.self)
    #expect(all.where { $0.string.in(["Ada", "é"], options: .caseInsensitive) }.map(\.string) == ["ADA", "ada", "É"])
    #expect(all.where { $0.string.in(["Ada", "é"], options: []) }.isEmpty)
    #expect(all.where { $0.anyString.in([nil, "BO"], options: .caseInsensitive) }.map(\.string) == ["bo"])
  }

  @Test("an index and a primary key are looked up, within writes as well, and a scan answers the same")
  func indexes() throws {
    let realm = try memoryRealm()
    try realm.write {
      for row in 0..<4000 { realm.create(Dog.self, value: ["name": "\(row)", "chip": (row % 5 == 0 ? nil : Self.ids[row % 5]) as Any]) }
      for id in 0..<4000 { realm.create(OptionalIntKey.self, value: ["id": id * 2, "number": id % 3]) }
      realm.create(OptionalIntKey.self, value: ["id": nil, "text": "nil"])
    }
    let dogs = realm.objects(Dog.self)
    func isFound(_ values: [UUID?]) -> Bool {
      let wanted = dogs.filter { values.contains($0.chip) }
      let found = dogs.where { $0.chip.in(values) }
      return found.count == wanted.count && zip(found, wanted).allSatisfy { $0.isSameObject(as: $1) }
    }
    #expect(isFound([Self.ids[1], nil, Self.ids[3], Self.ids[1], Self.ids[5]]) && isFound([nil]) && isFound([]))
    let keys: [Int?] = [7998, 4, 5, nil, 4, 0, -2]
    let keyed = realm.objects(OptionalIntKey.self)
    #expect(keyed.where { $0.id.in(keys) }.map(\.id) == [0, 4, 7998, nil])
    #expect(keyed.where { $0.id.in(keys) && $0.number == 2 }.map(\.id) == [4])
    #expect(keyed.where { $0.id == 4 }.map(\.id) == [4] && keyed.where { $0.id == 5 }.isEmpty && keyed.where { $0.id == nil }.count == 1)
    try realm.write {
      keyed.where { $0.id == 4 }.forEach { realm.delete($0) }
      realm.create(OptionalIntKey.self, value: ["id": 5])
      dogs[0].chip = Self.ids[3]
      #expect(keyed.where { $0.id.in(keys) }.map(\.id) == [0, 7998, nil, 5])
      #expect(isFound([Self.ids[1], Self.ids[3]]))
    }
    let core = realm._core
    func probe(_ query: Query<Bool>, _ entity: _Entity) -> Bool {
      IndexProbe(leaf: query.condition(), entity, core)?.isUseful(entity, core) ?? false
    }
    #expect(probe(Query<Dog>().chip.in([Self.ids[1], Self.ids[2]]), Dog._entity))
    #expect(
      probe(Query<OptionalIntKey>().id.in(keys), OptionalIntKey._entity) && probe(Query<OptionalIntKey>().id == 4, OptionalIntKey._entity))
    #expect(!probe(Query<OptionalIntKey>().id.in((0..<4000).map(Optional.some)), OptionalIntKey._entity), "a scan takes less time")
  }

  @Test("a primary key of each type is looked up by a condition")
  func keys() throws {
    let realm = try memoryRealm()
    try realm.write {
      for number in -100..<100 {
        realm.create(SmallKey.self, value: ["id": number, "value": number])
        realm.create(TextKey.self, value: ["id": "key \(number)", "value": number])
      }
      for id in Self.ids { realm.create(UUIDKey.self, value: ["id": id]) }
      realm.create(EnumKey.self, value: ["id": Level.top, "value": 1])
    }
    #expect(realm.objects(SmallKey.self).where { $0.id == -7 }.map(\.value) == [-7])
    #expect(realm.objects(TextKey.self).where { $0.id.in(["key 3", "key -3", nil]) }.map(\.value) == [-3, 3])
    #expect(realm.objects(UUIDKey.self).where { $0.id == Self.ids[4] }.count == 1)
    #expect(realm.objects(EnumKey.self).where { $0.id == .top }.count == 1 && realm.objects(EnumKey.self).where { $0.id == .low }.isEmpty)
    #expect(realm.objects(SmallKey.self).where { $0.id == 7 && $0.value == 8 }.isEmpty)
  }
}
