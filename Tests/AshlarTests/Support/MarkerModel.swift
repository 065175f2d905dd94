import AshlarSchema
public import Foundation
// Its URL is stored as text.
import Handwritten

@testable public import Ashlar

// Foundation's types as properties, as users of RealmSwift map them.

/// A point, stored.
public nonisolated final class PointStorage: EmbeddedObject {
  /// Across.
  public var x: Double {
    get { _double(0) }
    set { _setDouble(0, newValue) }
  }
  /// Up.
  public var y: Double {
    get { _double(1) }
    set { _setDouble(1, newValue) }
  }
  /// Its entity.
  public override class var _entity: _Entity { MarkerSchema.point }
  /// Makes an accessor.
  public override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(PointStorage(row, own), to: Self.self) }
}

extension CGPoint: CustomPersistable {
  /// What it is stored as.
  public typealias PersistedType = PointStorage
  /// The point of a stored one.
  public init(persistedValue: PointStorage) { self.init(x: persistedValue.x, y: persistedValue.y) }
  // CGFloat in an array of anything, which is how it is written in the documentation of RealmSwift.
  /// What is stored.
  public var persistableValue: PointStorage { PointStorage(value: [x, y]) }
}

nonisolated final class Marker: Object {
  var url: URL {
    get { _custom(0) }
    set { _setCustom(0, newValue) }
  }
  var maybeURL: URL? {
    get { _optionalCustom(1) }
    set { _setOptionalCustom(1, newValue) }
  }
  var urls: List<URL> {
    get { _list(2) }
    set { _setList(2, newValue) }
  }
  var position: CGPoint {
    get { _customObject(3) }
    set { _setCustomObject(3, newValue) }
  }
  var maybePosition: CGPoint? {
    get { _optionalCustomObject(4) }
    set { _setOptionalCustomObject(4, newValue) }
  }
  var path: List<CGPoint> {
    get { _list(5) }
    set { _setList(5, newValue) }
  }
  var places: Map<String, CGPoint> {
    get { _map(6) }
    set { _setMap(6, newValue) }
  }
  var maybePlaces: Map<String, CGPoint?> {
    get { _map(7) }
    set { _setMap(7, newValue) }
  }
  override class var _entity: _Entity { MarkerSchema.marker }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Marker(row, own), to: Self.self) }
  override class var _keyPathColumns: [AnyKeyPath: Int] { [\Marker.url: 0] }
  override class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [0: URL.self, 1: URL.self] }
}

nonisolated enum MarkerSchema {
  static let types: [ObjectBase.Type] = [PointStorage.self, Marker.self]

  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Markers",
      entities: [
        EntityModel(name: "PointStorage", kind: .embedded, properties: [property("x", .double), property("y", .double)]),
        EntityModel(
          name: "Marker", kind: .object,
          properties: [
            property("url", .string) { $0.customName = "URL" },
            property("maybeURL", .string) { ($0.customName, $0.isOptional) = ("URL", true) },
            property("urls", .string) { ($0.customName, $0.collection) = ("URL", .list) },
            property("position", .object) { ($0.customName, $0.target) = ("CGPoint", "PointStorage") },
            property("maybePosition", .object) { ($0.customName, $0.target, $0.isOptional) = ("CGPoint", "PointStorage", true) },
            property("path", .object) { ($0.customName, $0.target, $0.collection) = ("CGPoint", "PointStorage", .list) },
            property("places", .object) { ($0.customName, $0.target, $0.collection) = ("CGPoint", "PointStorage", .map) },
            property("maybePlaces", .object) {
              ($0.customName, $0.target, $0.collection, $0.isOptional) = ("CGPoint", "PointStorage", .map, true)
            },
          ]),
      ],
      enums: []))

  static let point = schema.entity("PointStorage", PointStorage.self)
  static let marker = {
    _ = point
    return schema.entity("Marker", Marker.self)
  }()
}

/// A required property of a failable type without a default.
nonisolated final class Picky: Object {
  var tag: Tag {
    get { _custom(0) }
    set { _setCustom(0, newValue) }
  }
  var other: Int {
    get { _int(1) }
    set { _setInt(1, newValue) }
  }
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Picky(row, own), to: Self.self) }
  override class var _keyPathColumns: [AnyKeyPath: Int] { [\Picky.tag: 0] }
  override class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [0: Tag.self] }

  private static let entity: _Entity = {
    var tag = PropertyModel(name: "tag", type: .string)
    tag.customName = "Tag"
    let model = EntityModel(name: "Picky", kind: .object, properties: [tag, PropertyModel(name: "other", type: .int)])
    return _LinkedSchema(SchemaModel(name: "Picky", entities: [model], enums: [])).entity("Picky", Picky.self)
  }()
}

/// The same without a table of its key paths, as classes written by hand are.
nonisolated final class Unsure: Object {
  var tag: Tag {
    get { _custom(0) }
    set { _setCustom(0, newValue) }
  }
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Unsure(row, own), to: Self.self) }
  override class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [0: Tag.self] }

  private static let entity: _Entity = {
    var tag = PropertyModel(name: "tag", type: .string)
    tag.customName = "Tag"
    let model = EntityModel(name: "Unsure", kind: .object, properties: [tag])
    return _LinkedSchema(SchemaModel(name: "Unsure", entities: [model], enums: [])).entity("Unsure", Unsure.self)
  }()
}
