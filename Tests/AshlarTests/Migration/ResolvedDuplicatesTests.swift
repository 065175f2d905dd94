import AshlarSchema
import AshlarStore
import Foundation
import TestSupport
import Testing

@testable import Ashlar

/// Items without a key, and what links to them in every way; the same where a code is the key, or unique.
private func items(keyed: Bool, isUnique: Bool = false) -> _LinkedSchema {
  var item = EntityModel(
    name: "Item",
    properties: [
      property("code", .string) { ($0.isPrimaryKey, $0.isIndexed) = (keyed, keyed || isUnique) },
      property("number", .int) { $0.isIndexed = true }, property("part", .object, target: "Part"),
      property("next", .object, target: "Item"),
    ])
  if isUnique { item.rules = [.unique(UniqueRule(["code"]))] }
  return _LinkedSchema(
    SchemaModel(
      name: "Items",
      entities: [
        item,
        EntityModel(name: "Part", kind: .embedded, properties: [property("number", .int)]),
        EntityModel(
          name: "Owner",
          properties: [
            property("one", .object, target: "Item"), property("list", .object, .list, target: "Item"),
            property("set", .object, .set, target: "Item"), property("map", .object, .map, target: "Item"), property("any", .any),
            property("anyList", .any, .list), property("anySet", .any, .set), property("anyMap", .any, .map),
          ]),
      ]))
}

private enum Unkeyed {
  static let schema = items(keyed: false)
  enum Item: EraType { static let entity = schema.entity("Item", Era<Item>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  enum Owner: EraType { static let entity = schema.entity("Owner", Era<Owner>.self) }
  static let types: [ObjectBase.Type] = [Era<Item>.self, EmbeddedEra<Part>.self, Era<Owner>.self]
}

private enum Keyed {
  static let schema = items(keyed: true)
  enum Item: EraType { static let entity = schema.entity("Item", Era<Item>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  enum Owner: EraType { static let entity = schema.entity("Owner", Era<Owner>.self) }
  static let types: [ObjectBase.Type] = [Era<Item>.self, EmbeddedEra<Part>.self, Era<Owner>.self]
}

private enum Uniquely {
  static let schema = items(keyed: false, isUnique: true)
  enum Item: EraType { static let entity = schema.entity("Item", Era<Item>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  enum Owner: EraType { static let entity = schema.entity("Owner", Era<Owner>.self) }
  static let types: [ObjectBase.Type] = [Era<Item>.self, EmbeddedEra<Part>.self, Era<Owner>.self]
}

private enum Numbered {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Numbers",
      entities: [
        EntityModel(
          name: "Number", properties: [property("id", .int) { ($0.isPrimaryKey, $0.isIndexed, $0.isOptional) = (true, true, true) }])
      ]))
  enum Number: EraType { static let entity = schema.entity("Number", Era<Number>.self) }
  static let types: [ObjectBase.Type] = [Era<Number>.self]
}

@Suite("Objects with the same primary key are made one by a migration")
struct ResolvedDuplicatesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The items that owners link to, by their numbers.
  private struct Links: Equatable {
    var one: Int?
    var list: [Int]
    /// Ascending, and no number twice.
    var set: [Int]
    var map: [String: Int]
    var any: Int?
    var anyNested: [Int]
    var anyList: [Int]
    var anySet: [Int]
    var anyMap: [String: Int]
  }

  // Items are made in the order of their numbers, and sets are in the order in which objects were made.
  private func distinct(_ numbers: [Int]) -> [Int] { Set(numbers).sorted() }

  private func number(_ value: Any?) -> Int? { untyped(value)?.number as? Int }
  private func number(of value: AnyRealmValue) -> Int {
    guard case .object(let object) = value else { return -1 }
    return object["number"] as? Int ?? -1
  }

  private func links(_ owner: DynamicObject) throws -> Links {
    return Links(
      one: number(owner.one), list: (try #require(owner.list as? List<DynamicObject>)).map { $0.number as? Int ?? -1 },
      set: (try #require(owner.set as? MutableSet<DynamicObject>)).map { $0.number as? Int ?? -1 },
      map: Dictionary(
        uniqueKeysWithValues: (try #require(owner.map as? Map<String, DynamicObject?>)).map { ($0.key, $0.value?.number as? Int ?? -1) }),
      any: number(owner.any), anyNested: (owner.any as? List<AnyRealmValue>).map { $0.map(number(of:)) } ?? [],
      anyList: (try #require(owner.anyList as? List<AnyRealmValue>)).map(number(of:)),
      anySet: (try #require(owner.anySet as? MutableSet<AnyRealmValue>)).map(number(of:)),
      anyMap: Dictionary(
        uniqueKeysWithValues: (try #require(owner.anyMap as? Map<String, AnyRealmValue>)).map { ($0.key, number(of: $0.value)) }))
  }

  @Test(
    "links of every kind lead to the one that stays, and the others are deleted with what they own; a code becomes the key, or unique",
    arguments: [Migration.DuplicateResolution.keepFirst, .keepLast], [(Int.max, true), (0, true), (Int.max, false), (0, false)])
  func links(resolution: Migration.DuplicateResolution, form: (memory: Int, isKey: Bool)) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let codes = (0..<300).map { _ in Int.random(in: 0..<80, using: &random) }
    var expected: [Links] = []
    do {
      let realm = try Realm(configuration: folder.release(1, Unkeyed.types))
      try realm.write {
        var items: [DynamicObject] = []
        for (number, code) in codes.enumerated() {
          let next: DynamicObject? = items.randomElement(using: &random)
          items.append(
            realm.dynamicCreate(
              "Item", value: ["code": "code \(code)", "number": number, "part": ["number": number], "next": next as Any]))
        }
        for row in 0..<200 {
          func some() -> [Int] { (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<300, using: &random) } }
          func keyed(_ numbers: [Int]) -> [String: Int] {
            Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ("k\($0)", $1) })
          }
          var links = Links(
            one: some().first, list: some(), set: distinct(some()), map: keyed(some()), any: nil, anyNested: [], anyList: some(),
            anySet: distinct(some()), anyMap: keyed(some()))
          if row % 2 == 0 { links.any = some().first } else { links.anyNested = some() }
          let any = row % 2 == 0 ? links.any.map { items[$0] } as Any : links.anyNested.map { items[$0] }
          realm.dynamicCreate(
            "Owner",
            value: [
              "one": links.one.map { items[$0] } as Any, "list": links.list.map { items[$0] }, "set": links.set.map { items[$0] },
              "map": links.map.mapValues { items[$0] },
              "any": any,
              "anyList": links.anyList.map { items[$0] }, "anySet": links.anySet.map { items[$0] },
              "anyMap": links.anyMap.mapValues { items[$0] },
            ])
          expected.append(links)
        }
      }
    }
    // What a dictionary says.
    var stays: [Int: Int] = [:]
    for (number, code) in codes.enumerated() where resolution == .keepLast || stays[code] == nil { stays[code] = number }
    func other(_ number: Int) -> Int { stays[codes[number]] ?? -1 }
    expected = expected.map {
      Links(
        one: $0.one.map(other), list: $0.list.map(other), set: distinct($0.set.map(other)), map: $0.map.mapValues(other),
        any: $0.any.map(other), anyNested: $0.anyNested.map(other), anyList: $0.anyList.map(other), anySet: distinct($0.anySet.map(other)),
        anyMap: $0.anyMap.mapValues(other))
    }

    var configuration = folder.release(2, form.isKey ? Keyed.types : Uniquely.types) { migration, _ in
      if form.isKey {
        migration.resolveDuplicates(ofType: "Item", onDuplicate: resolution)
      } else {
        migration.resolveDuplicates(ofType: "Item", by: ["code"], onDuplicate: resolution)
      }
    }
    if form.memory == 0 { configuration.migrationMemory = 0 }
    let realm = try Realm(configuration: configuration)
    for (found, expected) in zip(try realm.dynamicObjects("Owner").map(links), expected) { #expect(found == expected, "seed \(seed)") }
    #expect(Set(realm.dynamicObjects("Item").map { $0.number as? Int }) == Set(stays.values.map { $0 }), "seed \(seed)")
    #expect(realm.dynamicObjects("Item").allSatisfy { untyped($0.part)?.number as? Int == $0.number as? Int }, "seed \(seed)")
    for (code, number) in stays {
      let found =
        form.isKey
        ? realm.dynamicObject(ofType: "Item", forPrimaryKey: "code \(code)")
        : realm.dynamicObjects("Item").filter("code == %@", "code \(code)").first
      #expect(found?.number as? Int == number, "seed \(seed)")
    }
    if !form.isKey, let code = stays.keys.first {
      let error = #expect(throws: Realm.Error.self) {
        try realm.write { realm.dynamicCreate("Item", value: ["code": "code \(code)"]) }
      }
      #expect(error?.violations.map(\.properties) == [["code"]], "seed \(seed)")
    }
    // Indexes, backlinks and keys too.
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }

  private func writeTwins() throws {
    let realm = try Realm(configuration: folder.release(1, Unkeyed.types))
    try realm.write { for number in 0..<2 { realm.dynamicCreate("Item", value: ["code": "twin", "number": number]) } }
  }

  @Test("the last call for a type counts, also for keys that the block sets later")
  func last() throws {
    try writeTwins()
    let realm = try Realm(
      configuration: folder.release(2, Keyed.types) { migration, _ in
        migration.resolveDuplicates(ofType: "Item", onDuplicate: .keepFirst)
        migration.resolveDuplicates(ofType: "Item", onDuplicate: .keepLast)
        migration.enumerateObjects(ofType: "Item") { _, new in new?["code"] = "both" }
      })
    #expect(realm.dynamicObjects("Item").map { $0.number as? Int } == [1])
    #expect(realm.dynamicObject(ofType: "Item", forPrimaryKey: "both")?.number as? Int == 1)
  }

  @Test("without it two objects with one key are refused, with what to call")
  func refused() throws {
    try writeTwins()
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(2, Keyed.types) { _, _ in }) }
    #expect(error?.localizedDescription.contains("or call 'resolveDuplicates' in the migration.") == true)
  }

  @Test(
    "two objects with one key are refused even if the one that is changed had a key of the same hash",
    arguments: [(nil, -1), (Int.min + 5, 5)] as [(Int?, Int)])
  func sameHash(before: Int?, after: Int) throws {
    try folder.make(Numbered.types) { realm in
      realm.dynamicCreate("Number", value: ["id": after])
      realm.dynamicCreate("Number", value: ["id": before as Any])
    }
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: folder.release(2, Numbered.types) { migration, _ in
          migration.enumerateObjects(ofType: "Number") { _, new in new?["id"] = after }
        })
    }
    #expect(error?.localizedDescription.contains("'resolveDuplicates'") == true)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }

  @Test(
    "a type without a key, and one that the configuration lacks, fail the migration",
    arguments: [
      ("Owner", "Duplicates of type 'Owner' cannot be resolved: the type has no primary key."),
      ("Nobody", "Object type 'Nobody' is not managed by the Realm."),
    ])
  func misuse(type: String, message: String) throws {
    try writeTwins()
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: folder.release(2, Keyed.types) { migration, _ in
          migration.enumerateObjects(ofType: "Item") { old, new in new?["code"] = "\(old?["number"] ?? 0)" }
          migration.resolveDuplicates(ofType: type, onDuplicate: .keepFirst)
        })
    }
    #expect(error?.localizedDescription.contains(message) == true)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
  }
}
