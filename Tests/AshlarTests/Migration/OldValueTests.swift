import AshlarSchema
import Foundation
import Testing
import TestSupport

@testable import Ashlar

/// Shelves that link to boxes, and boxes that own parts.
private enum First {
  static let schema = storage(2, shelf: [], box: [])
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Box: EraType { static let entity = schema.entity("Box", Era<Box>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, Era<Box>.self, EmbeddedEra<Part>.self]
}

/// The same, with room for a second one of each value.
private enum Second {
  static let schema = storage(
    3,
    shelf: [
      property("second", .object, target: "Box"), property("others", .object, .list, target: "Box"),
      property("named", .object, .map, target: "Box"), property("different", .object, .set, target: "Box"), property("some", .any),
    ],
    box: [
      property("spare", .object, target: "Part"), property("spares", .object, .list, target: "Part"),
      property("spareSizes", .int, .list),
    ])
  enum Shelf: EraType { static let entity = schema.entity("Shelf", Era<Shelf>.self) }
  enum Box: EraType { static let entity = schema.entity("Box", Era<Box>.self) }
  enum Part: EraType { static let entity = schema.entity("Part", EmbeddedEra<Part>.self) }
  static let types: [ObjectBase.Type] = [Era<Shelf>.self, Era<Box>.self, EmbeddedEra<Part>.self]
}

private func storage(_ version: UInt64, shelf: [PropertyModel], box: [PropertyModel]) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Storage", version: version,
      entities: [
        EntityModel(
          name: "Shelf",
          properties: [
            property("name", .string), property("first", .object, target: "Box"), property("boxes", .object, .list, target: "Box"),
            property("labelled", .object, .map, target: "Box"), property("distinct", .object, .set, target: "Box"), property("any", .any),
          ] + shelf),
        EntityModel(
          name: "Box",
          properties: [
            property("label", .string), property("part", .object, target: "Part"), property("parts", .object, .list, target: "Part"),
            property("sizes", .int, .list),
          ] + box),
        EntityModel(name: "Part", kind: .embedded, properties: [property("number", .int)]),
      ]))
}

private struct WeakObject {
  weak var object: MigrationObject?
}

@Suite("Values of old objects, given to new ones as they are")
struct OldValueTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, First.types))
    try realm.write {
      let boxes = (0..<3).map { number in
        realm.dynamicCreate(
          "Box",
          value: [
            "label": "box \(number)", "part": ["number": number], "parts": [["number": 10 + number], ["number": 20 + number]],
            "sizes": [number, number + 1],
          ])
      }
      realm.dynamicCreate(
        "Shelf",
        value: [
          "name": "shelf", "first": boxes[1], "boxes": [boxes[2], boxes[0], boxes[2]], "labelled": ["a": boxes[0], "b": boxes[1]],
          "distinct": [boxes[0], boxes[2]], "any": [boxes[1], 7] as [Any],
        ] as [String: Any])
    }
  }

  private func migrated(_ block: @escaping MigrationBlock) throws -> Realm {
    try Realm(configuration: folder.release(3, Second.types, migration: block))
  }

  private func labels(_ boxes: some Sequence<DynamicObject>) -> [String] { boxes.map { $0["label"] as? String ?? "none" } }
  private func numbers(_ parts: List<DynamicObject>) -> [Int] { parts.map { $0["number"] as? Int ?? -1 } }

  @Test("links, lists, sets and maps of links lead to the same objects")
  func links() throws {
    let realm = try migrated { migration, _ in
      migration.enumerateObjects(ofType: "Shelf") { old, new in
        new!["second"] = old!["first"]
        new!["others"] = old!["boxes"]
        new!["named"] = old!["labelled"]
        new!["different"] = old!["distinct"]
        new!["some"] = old!["any"]
      }
    }
    #expect(realm.dynamicObjects("Box").count == 3)
    let shelf = try #require(realm.dynamicObjects("Shelf").first)
    #expect(untyped(shelf["second"])?["label"] as? String == "box 1")
    #expect(labels(shelf.dynamicList("others")) == ["box 2", "box 0", "box 2"])
    #expect(labels(shelf.dynamicMutableSet("different")).sorted() == ["box 0", "box 2"])
    let named = shelf.dynamicMap("named") as Map<String, DynamicObject?>
    #expect((named["a"] ?? nil)?["label"] as? String == "box 0")
    #expect((named["b"] ?? nil)?["label"] as? String == "box 1")
    let some = try #require(shelf["some"] as? List<AnyRealmValue>)
    try #require(some.count == 2)
    #expect(some[0].dynamicObject?["label"] as? String == "box 1")
    #expect(some[1].intValue == 7)
  }

  @Test("objects that a block keeps remain those of their rows, and are changed through it")
  func kept() throws {
    let realm = try migrated { migration, _ in
      var old: [MigrationObject] = []
      var new: [MigrationObject] = []
      var lists: [List<Int>] = []
      migration.enumerateObjects(ofType: "Box") { before, after in
        // Every second pair is kept; the accessors of the others may be used for the next row.
        if before!["label"] as? String != "box 1" {
          old.append(before!)
          new.append(after!)
        }
        if let sizes = before!["sizes"] as? List<Int> { lists.append(sizes) }
        after!["label"] = "new \(before!["label"] as? String ?? "none")"
      }
      #expect(old.map { $0["label"] as? String } == ["box 0", "box 2"])
      #expect(new.map { $0["label"] as? String } == ["new box 0", "new box 2"])
      #expect(lists.map { Array($0) } == [[0, 1], [1, 2], [2, 3]])
      for object in new { object["label"] = "kept \(object["label"] as? String ?? "none")" }
    }
    #expect(labels(realm.dynamicObjects("Box")) == ["kept new box 0", "new box 1", "kept new box 2"])
  }

  @Test("a weak reference to an object that a block received never refers to the object of another row")
  func weaklyKept() throws {
    _ = try migrated { migration, _ in
      var kept: [WeakObject] = []
      migration.enumerateObjects(ofType: "Box") { before, after in
        for earlier in kept {
          #expect(earlier.object == nil || earlier.object !== before && earlier.object !== after)
        }
        kept += [WeakObject(object: before), WeakObject(object: after)]
      }
      #expect(kept.count == 6)
    }
  }

  @Test("the collections of each object are its own, although the block keeps none")
  func collections() throws {
    let realm = try migrated { migration, _ in
      migration.enumerateObjects(ofType: "Box") { old, new in
        new!["sizes"] = ((old!["sizes"] as? List<Int>).map(Array.init) ?? []).map { $0 * 10 }
        new!["spareSizes"] = (new!["sizes"] as? List<Int>).map(Array.init)
      }
    }
    for (number, box) in realm.dynamicObjects("Box").enumerated() {
      #expect((box["sizes"] as? List<Int>).map(Array.init) == [number * 10, number * 10 + 10])
      #expect((box["spareSizes"] as? List<Int>).map(Array.init) == [number * 10, number * 10 + 10])
    }
  }

  @Test("embedded objects and lists of them are copied")
  func embedded() throws {
    let realm = try migrated { migration, _ in
      migration.enumerateObjects(ofType: "Box") { old, new in
        new!["spare"] = old!["part"]
        new!["spares"] = old!["parts"]
        new!["spareSizes"] = old!["sizes"]
      }
    }
    for (number, box) in realm.dynamicObjects("Box").enumerated() {
      #expect(untyped(box["part"])?["number"] as? Int == number)
      #expect(untyped(box["spare"])?["number"] as? Int == number)
      #expect(numbers(box.dynamicList("parts")) == [10 + number, 20 + number])
      #expect(numbers(box.dynamicList("spares")) == [10 + number, 20 + number])
      #expect((box["spareSizes"] as? List<Int>).map(Array.init) == [number, number + 1])
    }
  }

  @Test("an old object is the value of a new one, which links to the same objects and owns copies")
  func created() throws {
    let realm = try migrated { migration, _ in
      migration.enumerateObjects(ofType: "Shelf") { old, _ in migration.create("Shelf", value: old!) }
      migration.enumerateObjects(ofType: "Box") { old, _ in
        if old!["label"] as? String == "box 1" { migration.create("Box", value: old!) }
      }
    }
    let shelves = Array(realm.dynamicObjects("Shelf"))
    try #require(shelves.count == 2)
    #expect(shelves[1]["name"] as? String == "shelf")
    let first = try #require(untyped(shelves[0]["first"]))
    #expect(first.isSameObject(as: untyped(shelves[1]["first"])))
    #expect(labels(shelves[1].dynamicList("boxes")) == ["box 2", "box 0", "box 2"])
    let boxes = Array(realm.dynamicObjects("Box"))
    try #require(boxes.count == 4)
    #expect(boxes[3]["label"] as? String == "box 1")
    #expect(numbers(boxes[3].dynamicList("parts")) == [11, 21])
    #expect(numbers(boxes[1].dynamicList("parts")) == [11, 21])
  }
}
