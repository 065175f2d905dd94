import AshlarSchema
import Foundation

@testable import Ashlar

// Classes in the shape of emitted ones, for points on the earth.

nonisolated final class Spot: EmbeddedObject {
  var type: String {
    get { _string(0) }
    set { _setString(0, newValue) }
  }
  var coordinates: List<Double> {
    get { _list(1) }
    set { _setList(1, newValue) }
  }
  override class var _entity: _Entity { GeoSchema.spot }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Spot(row, own), to: Self.self) }
}

/// Not a point: no type.
nonisolated final class Untyped: EmbeddedObject {
  var coordinates: List<Double> {
    get { _list(0) }
    set { _setList(0, newValue) }
  }
  override class var _entity: _Entity { GeoSchema.untyped }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Untyped(row, own), to: Self.self) }
}

nonisolated final class Sight: Object {
  var name: String {
    get { _string(0) }
    set { _setString(0, newValue) }
  }
  var spot: Spot? {
    get { _embedded(1, Spot.self) }
    set { _setEmbedded(1, newValue) }
  }
  var spots: List<Spot> {
    get { _list(2) }
    set { _setList(2, newValue) }
  }
  var untyped: Untyped? {
    get { _embedded(3, Untyped.self) }
    set { _setEmbedded(3, newValue) }
  }
  var near: Sight? {
    get { _object(4, Sight.self) }
    set { _setObject(4, newValue) }
  }
  override class var _entity: _Entity { GeoSchema.sight }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Sight(row, own), to: Self.self) }
}

nonisolated enum GeoSchema {
  static let types: [ObjectBase.Type] = [Spot.self, Untyped.self, Sight.self]

  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Geo",
      entities: [
        EntityModel(
          name: "Spot", kind: .embedded,
          properties: [
            property("type", .string) { $0.defaultValue = .string("Point") }, property("coordinates", .double) { $0.collection = .list },
          ]),
        EntityModel(name: "Untyped", kind: .embedded, properties: [property("coordinates", .double) { $0.collection = .list }]),
        EntityModel(
          name: "Sight", kind: .object,
          properties: [
            property("name", .string),
            property("spot", .object) { ($0.isOptional, $0.target) = (true, "Spot") },
            property("spots", .object) { ($0.collection, $0.target) = (.list, "Spot") },
            property("untyped", .object) { ($0.isOptional, $0.target) = (true, "Untyped") },
            property("near", .object) { ($0.isOptional, $0.target) = (true, "Sight") },
          ]),
      ]))

  static let spot = schema.entity("Spot", Spot.self)
  static let untyped = schema.entity("Untyped", Untyped.self)
  static let sight = {
    _ = (spot, untyped)
    return schema.entity("Sight", Sight.self)
  }()
}

extension Spot {
  convenience init(_ latitude: Double, _ longitude: Double) { self.init(value: ["Point", [longitude, latitude]]) }
}
