import AshlarSchema
import Foundation

@testable import Ashlar

// Classes in the shape of emitted ones, for what values can be: custom types, any values, enums with an unknown case.

struct Web: CustomPersistable, Comparable {
  typealias PersistedType = String
  let host: String
  init(_ host: String) { self.host = host }
  init(persistedValue: String) { host = persistedValue.lowercased() }
  var persistableValue: String { host }
  static func < (a: Web, b: Web) -> Bool { a.host < b.host }
}

struct Tag: FailableCustomPersistable {
  typealias PersistedType = String
  let text: String
  init(_ text: String) { self.text = text }
  init?(persistedValue: String) {
    guard persistedValue.hasPrefix("#") else { return nil }
    text = String(persistedValue.dropFirst())
  }
  var persistableValue: String { "#" + text }
}

struct Level100: CustomPersistable {
  typealias PersistedType = Int
  let percent: Double
  init(percent: Double) { self.percent = percent }
  init(persistedValue: Int) { percent = Double(persistedValue) / 100 }
  var persistableValue: Int { Int(percent * 100) }
}

struct MapPoint: CustomPersistable {
  typealias PersistedType = Location
  var latitude: Double
  var longitude: Double
  init(_ latitude: Double, _ longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
  init(persistedValue: Location) { self.init(persistedValue.latitude, persistedValue.longitude) }
  var persistableValue: Location { Location(value: [latitude, longitude]) }
}

enum Weather: String, PersistableEnum {
  case sunny, rainy, other
  static var _unknownCase: Self? { .other }
}

nonisolated final class Location: EmbeddedObject {
  var latitude: Double {
    get { _double(0) }
    set { _setDouble(0, newValue) }
  }
  var longitude: Double {
    get { _double(1) }
    set { _setDouble(1, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.location }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Location(row, own), to: Self.self) }
}

nonisolated final class Target: Object {
  var name: String {
    get { _string(0) }
    set { _setString(0, newValue) }
  }
  var any: AnyRealmValue {
    get { _any(1) }
    set { _setAny(1, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.target }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Target(row, own), to: Self.self) }
}

nonisolated final class Anything: Object {
  var id: Int {
    get { _int(0) }
    set {
      _willSetKey(0)
      _setInt(0, newValue)
    }
  }
  var any: AnyRealmValue {
    get { _any(1) }
    set { _setAny(1, newValue) }
  }
  var indexed: AnyRealmValue {
    get { _any(2) }
    set { _setAny(2, newValue) }
  }
  var list: List<AnyRealmValue> {
    get { _list(3) }
    set { _setList(3, newValue) }
  }
  var set: MutableSet<AnyRealmValue> {
    get { _mutableSet(4) }
    set { _setMutableSet(4, newValue) }
  }
  var map: Map<String, AnyRealmValue> {
    get { _map(5) }
    set { _setMap(5, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.anything }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Anything(row, own), to: Self.self) }
}

nonisolated final class Custom: Object {
  var web: Web {
    get { _custom(0) }
    set { _setCustom(0, newValue) }
  }
  var anyWeb: Web? {
    get { _optionalCustom(1) }
    set { _setOptionalCustom(1, newValue) }
  }
  var tag: Tag {
    get { _custom(2) }
    set { _setCustom(2, newValue) }
  }
  var anyTag: Tag? {
    get { _optionalCustom(3) }
    set { _setOptionalCustom(3, newValue) }
  }
  var level: Level100 {
    get { _custom(4) }
    set { _setCustom(4, newValue) }
  }
  var point: MapPoint {
    get { _customObject(5) }
    set { _setCustomObject(5, newValue) }
  }
  var anyPoint: MapPoint? {
    get { _optionalCustomObject(6) }
    set { _setOptionalCustomObject(6, newValue) }
  }
  var webs: List<Web> {
    get { _list(7) }
    set { _setList(7, newValue) }
  }
  var points: List<MapPoint> {
    get { _list(8) }
    set { _setList(8, newValue) }
  }
  var tags: List<Tag> {
    get { _list(9) }
    set { _setList(9, newValue) }
  }
  var weather: Weather {
    get { _value(10) }
    set { _setValue(10, newValue) }
  }
  var anyWeather: Weather? {
    get { _optionalValue(11) }
    set { _setOptionalValue(11, newValue) }
  }
  var weathers: List<Weather> {
    get { _list(12) }
    set { _setList(12, newValue) }
  }
  var webSet: MutableSet<Web> {
    get { _mutableSet(13) }
    set { _setMutableSet(13, newValue) }
  }
  var pointMap: Map<String, MapPoint> {
    get { _map(14) }
    set { _setMap(14, newValue) }
  }
  var anyPointMap: Map<String, MapPoint?> {
    get { _map(15) }
    set { _setMap(15, newValue) }
  }
  var anyTags: List<Tag?> {
    get { _list(16) }
    set { _setList(16, newValue) }
  }
  var webMap: Map<String, Web> {
    get { _map(17) }
    set { _setMap(17, newValue) }
  }
  var anyTagMap: Map<String, Tag?> {
    get { _map(18) }
    set { _setMap(18, newValue) }
  }
  var tagMap: Map<String, Tag> {
    get { _map(19) }
    set { _setMap(19, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.custom }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Custom(row, own), to: Self.self) }
  override class var _keyPathColumns: [AnyKeyPath: Int] {
    [\Custom.web: 0, \Custom.anyWeb: 1, \Custom.tag: 2, \Custom.anyTag: 3, \Custom.level: 4, \Custom.point: 5, \Custom.anyPoint: 6]
  }
  override class var _failableTypes: [Int: any FailableCustomPersistable.Type] { [2: Tag.self, 3: Tag.self] }
}

nonisolated final class WebKey: Object {
  var id: Web {
    get { _custom(0) }
    set {
      _willSetKey(0)
      _setCustom(0, newValue)
    }
  }
  var value: Int {
    get { _int(1) }
    set { _setInt(1, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.webKey }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(WebKey(row, own), to: Self.self) }
}

nonisolated final class Measurement: AsymmetricObject {
  var value: Int {
    get { _int(0) }
    set { _setInt(0, newValue) }
  }
  override class var _entity: _Entity { ValueSchema.measurement }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Measurement(row, own), to: Self.self) }
}

/// A property of a model that is written by hand.
func property(_ name: String, _ type: ValueType, _ change: (inout PropertyModel) -> Void = { _ in }) -> PropertyModel {
  var property = PropertyModel(name: name, type: type)
  change(&property)
  return property
}

nonisolated enum ValueSchema {
  static let types: [ObjectBase.Type] = [Location.self, Target.self, Anything.self, Custom.self, WebKey.self]

  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Values",
      entities: [
        EntityModel(name: "Location", kind: .embedded, properties: [property("latitude", .double), property("longitude", .double)]),
        EntityModel(name: "Target", kind: .object, properties: [property("name", .string), property("any", .any)]),
        EntityModel(
          name: "Anything", kind: .object,
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) },
            property("any", .any), property("indexed", .any) { $0.isIndexed = true },
            property("list", .any) { $0.collection = .list },
            property("set", .any) { $0.collection = .set },
            property("map", .any) { $0.collection = .map },
          ]),
        EntityModel(
          name: "Custom", kind: .object,
          properties: [
            property("web", .string) { ($0.customName, $0.isIndexed) = ("Web", true) },
            property("anyWeb", .string) { ($0.customName, $0.isOptional) = ("Web", true) },
            property("tag", .string) { ($0.customName, $0.defaultValue) = ("Tag", .string("#none")) },
            property("anyTag", .string) { ($0.customName, $0.isOptional) = ("Tag", true) },
            property("level", .int) { $0.customName = "Level100" },
            property("point", .object) { ($0.customName, $0.target) = ("MapPoint", "Location") },
            property("anyPoint", .object) { ($0.customName, $0.target, $0.isOptional) = ("MapPoint", "Location", true) },
            property("webs", .string) { ($0.customName, $0.collection) = ("Web", .list) },
            property("points", .object) { ($0.customName, $0.target, $0.collection) = ("MapPoint", "Location", .list) },
            property("tags", .string) { ($0.customName, $0.collection) = ("Tag", .list) },
            property("weather", .string) { $0.enumName = "Weather" },
            property("anyWeather", .string) { ($0.enumName, $0.isOptional) = ("Weather", true) },
            property("weathers", .string) { ($0.enumName, $0.collection) = ("Weather", .list) },
            property("webSet", .string) { ($0.customName, $0.collection) = ("Web", .set) },
            property("pointMap", .object) { ($0.customName, $0.target, $0.collection) = ("MapPoint", "Location", .map) },
            property("anyPointMap", .object) {
              ($0.customName, $0.target, $0.collection, $0.isOptional) = ("MapPoint", "Location", .map, true)
            },
            property("anyTags", .string) { ($0.customName, $0.collection, $0.isOptional) = ("Tag", .list, true) },
            property("webMap", .string) { ($0.customName, $0.collection) = ("Web", .map) },
            property("anyTagMap", .string) { ($0.customName, $0.collection, $0.isOptional) = ("Tag", .map, true) },
            property("tagMap", .string) { ($0.customName, $0.collection) = ("Tag", .map) },
          ]),
        EntityModel(
          name: "WebKey", kind: .object,
          properties: [
            property("id", .string) { ($0.customName, $0.isPrimaryKey, $0.isIndexed) = ("Web", true, true) }, property("value", .int),
          ]),
        EntityModel(name: "Measurement", kind: .asymmetric, properties: [property("value", .int)]),
      ],
      enums: [
        weatherCases
      ]))

  private static var weatherCases: EnumModel {
    var model = EnumModel(
      name: "Weather", rawType: .string, cases: ["sunny", "rainy", "other"].map { EnumCaseModel(name: $0, rawValue: .string($0)) })
    model.unknownCase = 2
    return model
  }

  static let location = schema.entity("Location", Location.self)
  static let target = schema.entity("Target", Target.self)
  static let anything = schema.entity("Anything", Anything.self)
  static let custom = {
    _ = location
    return schema.entity("Custom", Custom.self)
  }()
  static let webKey = schema.entity("WebKey", WebKey.self)
  static let measurement = schema.entity("Measurement", Measurement.self)
}

func valueRealm() throws -> Realm { try Realm(configuration: memory(UUID().uuidString, ValueSchema.types)) }
