import AshlarSchema
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// A file that is only read and has more than the program's classes: its columns are ignored, as its tables are.
@Suite("Read-only files with more than the classes", .blocking)
struct ExtraColumnTests {
  private func reading(_ folder: TemporaryFolder, _ types: [ObjectBase.Type]) -> Realm.Configuration {
    var configuration = folder.configuration("data.realm", types)
    (configuration.readOnly, configuration.schemaVersion) = (true, 5)
    return configuration
  }

  private func make(_ folder: TemporaryFolder) throws {
    var configuration = folder.configuration("data.realm", WiderSchema.types)
    configuration.schemaVersion = 5
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for key in 0..<120 {
        let wide = realm.create(WiderKey.self, value: ["id": key, "value": key * 2, "early": "early \(key)", "weight": Double(key)])
        wide.next = key > 0 ? realm.object(ofType: WiderKey.self, forPrimaryKey: Int8(key - 1)) : nil
      }
      for key in stride(from: 0, to: 120, by: 7) {
        if let wide = realm.object(ofType: WiderKey.self, forPrimaryKey: Int8(key)) { realm.delete(wide) }
      }
    }
  }

  @Test("columns that a class lacks are ignored: rows, keys, conditions, order, sums and copies are right")
  func columns() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    let before = try Data(contentsOf: folder.url())
    let left = (0..<120).filter { $0 % 7 != 0 }
    let copy = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: reading(folder, [SmallKey.self, TextKey.self]))
      let objects = realm.objects(SmallKey.self)
      #expect(objects.map { Int($0.id) } == left && objects.map(\.value) == left.map { $0 * 2 })
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: 8)?.value == 16)
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: 7) == nil)
      #expect(objects.where { $0.value >= 100 }.count == left.count { $0 >= 50 })
      #expect(objects.sorted(by: \.value, ascending: false).first?.value == 236)
      #expect(objects.sum(of: \.value) == left.reduce(0) { $0 + $1 * 2 })
      #expect(realm.freeze().objects(SmallKey.self).count == left.count && realm.objects(TextKey.self).isEmpty)
      #expect(realm.dynamicObjects("SmallKey").first?["value"] as? Int == 2)
      try realm.writeCopy(toFile: copy.url())
    }()
    #expect(try Data(contentsOf: folder.url()) == before)
    var copied = copy.configuration("data.realm", WiderSchema.types)
    copied.schemaVersion = 5
    let realm = try Realm(configuration: copied)
    #expect(realm.objects(WiderKey.self).where { $0.early == "early 8" }.first?.next == nil)
    #expect(realm.object(ofType: WiderKey.self, forPrimaryKey: 9)?.next?.early == "early 8")
  }

  @Test("an index with a column that a class lacks is not searched", arguments: [true, false])
  func indexes(_ isSorted: Bool) throws {
    let folder = try TemporaryFolder()
    var configuration = folder.configuration("data.realm", [WideIndex.self])
    configuration.schemaVersion = 5
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write {
        for key in 0..<100 { realm.create(WideIndex.self, value: ["id": key, "value": key % 10, "early": "early \(key)"]) }
      }
    }()
    let realm = try Realm(configuration: reading(folder, [SmallKey.self]))
    realm._core.rules.planChoice = .search
    let objects = realm.objects(SmallKey.self).filter("value == 3 AND id >= 0")
    #expect(objects.count == 10)
    let found = isSorted ? objects.sorted(byKeyPath: "id", ascending: false).limited(to: 3) : objects.limited(to: 3)
    #expect(found.map(\.id) == (isSorted ? [93, 83, 73] : [3, 13, 23]))
  }

  @Test("columns that the file lacks, or has with another type, are refused, and so is opening it to write")
  func refused() throws {
    let folder = try TemporaryFolder()
    try make(folder)
    let missing = #expect(throws: Realm.Error.self) { try Realm(configuration: reading(folder, [LackingKey.self])) }
    #expect(missing?.localizedDescription.contains("SmallKey.more") == true)
    #expect(missing?.localizedDescription.contains("SmallKey.early") == false)
    var writing = folder.configuration("data.realm", [SmallKey.self])
    writing.schemaVersion = 5
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: writing) }
    #expect(error?.code == .schemaMismatch && error?.localizedDescription.contains("SmallKey.early") == true)
  }
}

/// `SmallKey` with more columns, before and behind its own in the order of the file, and wide enough for smaller clusters.
nonisolated final class WiderKey: Object {
  var early: String {
    get { _string(0) }
    set { _setString(0, newValue) }
  }
  var id: Int8 {
    get { _value(1) }
    set {
      _willSetKey(1)
      _setValue(1, newValue)
    }
  }
  var weight: Double {
    get { _double(2) }
    set { _setDouble(2, newValue) }
  }
  var value: Int {
    get { _int(3) }
    set { _setInt(3, newValue) }
  }
  var next: WiderKey? {
    get { _object(4, WiderKey.self) }
    set { _setObject(4, newValue) }
  }
  override class var _entity: _Entity { WiderSchema.wider }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(WiderKey(row, own), to: Self.self) }
}

/// `SmallKey` with a further column, which is the second part of an index.
nonisolated final class WideIndex: Object {
  override class var _entity: _Entity { WiderSchema.indexed }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(WideIndex(row, own), to: Self.self) }
}

/// `SmallKey` with a column that the file lacks.
nonisolated final class LackingKey: Object {
  override class var _entity: _Entity { WiderSchema.lacking }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(LackingKey(row, own), to: Self.self) }
}

nonisolated enum WiderSchema {
  static let types: [ObjectBase.Type] = [WiderKey.self]

  private static let key = property("id", .int8) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }

  static let wider = _LinkedSchema(
    SchemaModel(
      name: "Wider",
      entities: [
        EntityModel(
          name: "WiderKey", storedName: "SmallKey",
          properties: [
            PropertyModel(name: "early", type: .string, isIndexed: true), key, PropertyModel(name: "weight", type: .double),
            PropertyModel(name: "value", type: .int), PropertyModel(name: "next", type: .object, isOptional: true, target: "WiderKey"),
          ]
            + (0..<8).map { PropertyModel(name: "wide\($0)", type: .decimal128) })
      ])
  ).entity("WiderKey", WiderKey.self)

  static let indexed: _Entity = {
    var entity = EntityModel(
      name: "WideIndex", storedName: "SmallKey",
      properties: [key, PropertyModel(name: "value", type: .int), PropertyModel(name: "early", type: .string)])
    entity.rules = [.index(["value", "early", "id"])]
    return _LinkedSchema(SchemaModel(name: "Indexed", entities: [entity])).entity("WideIndex", WideIndex.self)
  }()

  static let lacking = _LinkedSchema(
    SchemaModel(
      name: "Lacking",
      entities: [
        EntityModel(
          name: "LackingKey", storedName: "SmallKey",
          properties: [key, PropertyModel(name: "value", type: .int), PropertyModel(name: "more", type: .int)])
      ])
  ).entity("LackingKey", LackingKey.self)
}
