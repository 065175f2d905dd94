import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

/// Shelves with boxes, boxes with parts: objects of their own.
private enum Loose {
  static let schema = storage(.object)
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Box: EraType { static let entity = schema.entity("Box", Era<Box>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", Era<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, Era<Box>.self, Era<Part>.self]
}

/// The same, embedded.
private enum Embedded {
  static let schema = storage(.embedded)
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Box: EraType { static let entity = schema.entity("Box", EmbeddedEra<Box>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, EmbeddedEra<Box>.self, EmbeddedEra<Part>.self]
}

private func storage(_ kind: EntityKind) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Storage", version: 1,
      entities: [
        EntityModel(
          name: "Shelf",
          properties: [
            property("name", .string), property("first", .object, target: "Box"), property("boxes", .object, .list, target: "Box"),
            property("labelled", .object, .map, target: "Box"), property("any", .any),
          ]),
        EntityModel(
          name: "Box", kind: kind,
          properties: [
            property("label", .string), property("part", .object, target: "Part"), property("parts", .object, .list, target: "Part"),
            property("shelf", .object, target: "Shelf"), property("sizes", .int, .list),
          ]),
        EntityModel(name: "Part", kind: kind, properties: [property("number", .int)]),
      ]))
}

@Suite("Objects that become embedded, and embedded ones that become objects")
struct EmbeddingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ body: (Realm) -> Void) throws {
    let realm = try Realm(configuration: folder.release(1, Loose.types))
    try realm.write { body(realm) }
  }

  private func opened(_ version: UInt64 = 2, migration: MigrationBlock? = nil) throws -> Realm {
    try Realm(configuration: folder.release(version, Embedded.types, migration: migration))
  }

  private func numbers(_ realm: Realm) -> [Int] { realm.dynamicObjects("Part").compactMap { $0.number as? Int }.sorted() }

  @Test("an object with one owner stays what it is")
  func oneOwner() throws {
    try write { realm in
      let shelf = realm.dynamicCreate("Shelf", value: ["name": "a", "first": ["label": "b", "part": ["number": 7], "sizes": [1, 2]]])
      untyped(shelf.first)?.shelf = shelf
    }
    let realm = try opened()
    let box = try #require(untyped(realm.dynamicObjects("Shelf").first?.first))
    #expect(box.label as? String == "b" && untyped(box.part)?.number as? Int == 7)
    #expect(untyped(box.shelf)?.name as? String == "a" && (box.sizes as? List<Int>).map { Array($0) } == [1, 2])
    #expect(realm.dynamicObjects("Box").count == 1 && box.objectSchema.isEmbedded)
    try realm.write { realm.delete(realm.dynamicObjects("Shelf")[0]) }
    #expect(realm.dynamicObjects("Box").isEmpty && realm.dynamicObjects("Part").isEmpty)
  }

  @Test("an object without an owner is deleted, with what only it owns")
  func noOwner() throws {
    try write { realm in
      realm.dynamicCreate("Box", value: ["label": "nobody's", "part": ["number": 1], "parts": [["number": 2]]])
      realm.dynamicCreate("Shelf", value: ["first": ["label": "b", "part": ["number": 3]]])
    }
    let realm = try opened()
    #expect(realm.dynamicObjects("Box").map { $0.label as? String } == ["b"])
    #expect(numbers(realm) == [3])
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }

  @Test("an object with several owners is copied for each, with what it owns")
  func severalOwners() throws {
    try write { realm in
      let part = realm.dynamicCreate("Part", value: ["number": 9])
      let box = realm.dynamicCreate("Box", value: ["label": "shared", "part": part, "parts": [part, part], "sizes": [4]])
      for name in ["a", "b"] {
        realm.dynamicCreate("Shelf", value: ["name": name, "first": box, "boxes": [box, box], "labelled": ["x": box]])
      }
    }
    let realm = try opened()
    let shelves = realm.dynamicObjects("Shelf")
    #expect(realm.dynamicObjects("Box").count == 8 && numbers(realm) == Array(repeating: 9, count: 24))
    for shelf in shelves {
      let boxes = (shelf.boxes as? List<DynamicObject>).map { Array($0) } ?? []
      let all = boxes + [untyped(shelf.first), (shelf.labelled as? Map<String, DynamicObject?>)?["x"] ?? nil].compactMap { $0 }
      #expect(all.count == 4)
      for box in all {
        #expect(box.label as? String == "shared" && (box.sizes as? List<Int>).map { Array($0) } == [4])
        #expect((box.parts as? List<DynamicObject>)?.map { $0.number as? Int } == [9, 9])
        #expect(untyped(box.part)?.number as? Int == 9)
      }
    }
    try realm.write { realm.delete(shelves[0]) }
    #expect(realm.dynamicObjects("Box").count == 4 && realm.dynamicObjects("Part").count == 12)
    _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
  }

  @Test("a value that links to one is refused, and the file is unchanged")
  func values() throws {
    try write { realm in
      let box = realm.dynamicCreate("Box", value: ["label": "b"])
      realm.dynamicCreate("Shelf", value: ["first": box, "any": box])
    }
    let error = #expect(throws: Realm.Error.self) { try opened() }
    #expect(
      error?.localizedDescription.contains("objects of type 'Box' become embedded, and an AnyRealmValue of 'Shelf.any' links to one.")
        == true)
    #expect(try Realm(configuration: folder.release(1, Loose.types)).dynamicObjects("Box").count == 1)
    let realm = try opened { migration, _ in migration.enumerateObjects(ofType: "Shelf") { _, new in new?.any = nil } }
    #expect(untyped(realm.dynamicObjects("Shelf").first?.first)?.label as? String == "b")
  }

  @Test("a block makes objects of such a type, and deletes an owner without what others own")
  func block() throws {
    try write { realm in
      let box = realm.dynamicCreate("Box", value: ["label": "shared"])
      for name in ["a", "b"] { realm.dynamicCreate("Shelf", value: ["name": name, "first": box]) }
    }
    let realm = try opened { migration, _ in
      migration.enumerateObjects(ofType: "Shelf") { old, new in
        if old?.name as? String == "a" { migration.delete(new!) }
      }
      let box = migration.create("Box", value: ["label": "new"])
      migration.create("Shelf", value: ["name": "c"]).first = box
    }
    #expect(realm.dynamicObjects("Shelf").map { untyped($0.first)?.label as? String } == ["shared", "new"])
    #expect(realm.dynamicObjects("Box").count == 2)
  }

  @Test("embedded objects become objects in the catalog alone")
  func toObjects() throws {
    do {
      let realm = try Realm(configuration: folder.release(1, Embedded.types))
      try realm.write {
        realm.dynamicCreate("Shelf", value: ["name": "a", "first": ["label": "b", "part": ["number": 7]], "boxes": [["label": "c"]]])
      }
    }
    let realm = try Realm(configuration: folder.release(2, Loose.types))
    let shelf = realm.dynamicObjects("Shelf")[0]
    #expect(untyped(shelf.first)?.label as? String == "b" && realm.dynamicObjects("Box").count == 2)
    try realm.write { realm.delete(shelf) }
    #expect(realm.dynamicObjects("Box").count == 2 && numbers(realm) == [7])
  }

  @Test("chains of both, with objects made and deleted in between, lose nothing", arguments: [1, 2, 3] as [UInt64])
  func chain(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var expected: [String: [String]] = [:]
    for version in UInt64(1)...8 {
      let realm = try Realm(configuration: folder.release(version, version % 2 == 1 ? Loose.types : Embedded.types))
      try #require(realm.dynamicObjects("Shelf").count == expected.count)
      for shelf in realm.dynamicObjects("Shelf") {
        let labels = (shelf.boxes as? List<DynamicObject>).map { $0.map { $0.label as? String ?? "" } }
        #expect(labels.map { Array($0) } == expected[shelf.name as? String ?? ""], "seed \(seed), version \(version)")
      }
      try realm.write {
        for number in 0..<3 {
          let labels = (0..<Int.random(in: 0..<4, using: &random)).map { "box \(version) \(number) \($0)" }
          realm.dynamicCreate("Shelf", value: ["name": "\(version) \(number)", "boxes": labels.map { ["label": $0] }])
          expected["\(version) \(number)"] = labels
        }
        // Two shelves may share while boxes are objects.
        if version % 2 == 1, let box = realm.dynamicObjects("Box").randomElement(using: &random),
          let shelf = realm.dynamicObjects("Shelf").randomElement(using: &random)
        {
          (shelf.boxes as? List<DynamicObject>)?.append(box)
          expected[shelf.name as? String ?? "", default: []].append(box.label as? String ?? "")
        }
        if let shelf = realm.dynamicObjects("Shelf").randomElement(using: &random) {
          expected[shelf.name as? String ?? ""] = nil
          realm.delete(shelf)
        }
      }
      _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
    }
  }
}
