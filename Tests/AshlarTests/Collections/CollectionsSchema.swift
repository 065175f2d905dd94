import AshlarSchema
import Foundation

@testable import Ashlar

// Sets and maps of every kind, in the form that the compiler emits.

enum Tint: String, PersistableEnum {
  case red
  case green
  case blue
}

nonisolated final class Shelf: Object {
  var id: Int {
    get { _int(0) }
    set {
      _willSetKey(0)
      _setInt(0, newValue)
    }
  }
  var maybeInts: List<Int?> {
    get { _list(1) }
    set { _setList(1, newValue) }
  }
  var maybeTexts: List<String?> {
    get { _list(2) }
    set { _setList(2, newValue) }
  }
  var maybeTints: List<Tint?> {
    get { _list(3) }
    set { _setList(3, newValue) }
  }
  var maybeDates: List<Date?> {
    get { _list(4) }
    set { _setList(4, newValue) }
  }
  var maybeBools: List<Bool?> {
    get { _list(5) }
    set { _setList(5, newValue) }
  }
  var thingList: List<Thing> {
    get { _list(6) }
    set { _setList(6, newValue) }
  }
  var ints: MutableSet<Int> {
    get { _mutableSet(7) }
    set { _setMutableSet(7, newValue) }
  }
  var maybeIntSet: MutableSet<Int?> {
    get { _mutableSet(8) }
    set { _setMutableSet(8, newValue) }
  }
  var texts: MutableSet<String> {
    get { _mutableSet(9) }
    set { _setMutableSet(9, newValue) }
  }
  var maybeTextSet: MutableSet<String?> {
    get { _mutableSet(10) }
    set { _setMutableSet(10, newValue) }
  }
  var doubles: MutableSet<Double> {
    get { _mutableSet(11) }
    set { _setMutableSet(11, newValue) }
  }
  var floats: MutableSet<Float> {
    get { _mutableSet(12) }
    set { _setMutableSet(12, newValue) }
  }
  var datas: MutableSet<Data> {
    get { _mutableSet(13) }
    set { _setMutableSet(13, newValue) }
  }
  var dates: MutableSet<Date> {
    get { _mutableSet(14) }
    set { _setMutableSet(14, newValue) }
  }
  var decimals: MutableSet<Decimal128> {
    get { _mutableSet(15) }
    set { _setMutableSet(15, newValue) }
  }
  var uuids: MutableSet<UUID> {
    get { _mutableSet(16) }
    set { _setMutableSet(16, newValue) }
  }
  var objectIds: MutableSet<ObjectId> {
    get { _mutableSet(17) }
    set { _setMutableSet(17, newValue) }
  }
  var bools: MutableSet<Bool> {
    get { _mutableSet(18) }
    set { _setMutableSet(18, newValue) }
  }
  var int16s: MutableSet<Int16> {
    get { _mutableSet(19) }
    set { _setMutableSet(19, newValue) }
  }
  var tints: MutableSet<Tint> {
    get { _mutableSet(20) }
    set { _setMutableSet(20, newValue) }
  }
  var things: MutableSet<Thing> {
    get { _mutableSet(21) }
    set { _setMutableSet(21, newValue) }
  }
  var scores: Map<String, Int> {
    get { _map(22) }
    set { _setMap(22, newValue) }
  }
  var maybeScores: Map<String, Int?> {
    get { _map(23) }
    set { _setMap(23, newValue) }
  }
  var names: Map<String, String> {
    get { _map(24) }
    set { _setMap(24, newValue) }
  }
  var maybeNames: Map<String, String?> {
    get { _map(25) }
    set { _setMap(25, newValue) }
  }
  var flags: Map<String, Bool> {
    get { _map(26) }
    set { _setMap(26, newValue) }
  }
  var moments: Map<String, Date> {
    get { _map(27) }
    set { _setMap(27, newValue) }
  }
  var tintMap: Map<String, Tint> {
    get { _map(28) }
    set { _setMap(28, newValue) }
  }
  var amounts: Map<String, Decimal128> {
    get { _map(29) }
    set { _setMap(29, newValue) }
  }
  var maybeIds: Map<String, UUID?> {
    get { _map(30) }
    set { _setMap(30, newValue) }
  }
  var thingMap: Map<String, Thing?> {
    get { _map(31) }
    set { _setMap(31, newValue) }
  }
  var labels: Map<String, Label?> {
    get { _map(32) }
    set { _setMap(32, newValue) }
  }
  var labelList: List<Label> {
    get { _list(33) }
    set { _setList(33, newValue) }
  }

  required init() { super.init() }
  required init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }
  override class var _entity: Entity { _ashlarEntity }
  nonisolated static let _ashlarEntity: Entity = CollectionsSchema.schema.entity("Shelf", Shelf.self)
}

nonisolated final class Thing: Object {
  var name: String {
    get { _string(0) }
    set {
      _setString(0, newValue)
    }
  }
  var weight: Int {
    get { _int(1) }
    set {
      _setInt(1, newValue)
    }
  }
  var listed: LinkingObjects<Shelf> { _linkingObjects(2) }
  var kept: LinkingObjects<Shelf> { _linkingObjects(3) }
  var mapped: LinkingObjects<Shelf> { _linkingObjects(4) }
  var labelled: LinkingObjects<Label> { _linkingObjects(5) }

  required init() { super.init() }
  required init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }
  override class var _entity: Entity { _ashlarEntity }
  nonisolated static let _ashlarEntity: Entity = CollectionsSchema.schema.entity("Thing", Thing.self)
}

nonisolated final class Label: EmbeddedObject {
  var text: String {
    get { _string(0) }
    set {
      _setString(0, newValue)
    }
  }
  var thing: Thing? {
    get { _object(1, Thing.self) }
    set { _setObject(1, newValue) }
  }
  var inner: Map<String, Label?> {
    get { _map(2) }
    set { _setMap(2, newValue) }
  }

  required init() { super.init() }
  required init(_ row: _Row, _ own: AnyObject?) { super.init(row, own) }
  override class var _entity: Entity { _ashlarEntity }
  nonisolated static let _ashlarEntity: Entity = CollectionsSchema.schema.entity("Label", Label.self)
}

enum CollectionsSchema {
  static let objectTypes: [ObjectBase.Type] = [Label.self, Shelf.self, Thing.self]

  static let schema: LinkedSchema = LinkedSchema(
    SchemaModel(
      name: "Collections", version: 1,
      entities: [
        EntityModel(
          name: "Label", kind: .embedded,
          properties: [
            PropertyModel(name: "text", type: .string),
            PropertyModel(name: "thing", type: .object, isOptional: true, target: "Thing"),
            PropertyModel(name: "inner", type: .object, collection: .map, isOptional: true, target: "Label"),
          ]),
        EntityModel(
          name: "Shelf", kind: .object,
          properties: [
            PropertyModel(name: "id", type: .int, isPrimaryKey: true),
            PropertyModel(name: "maybeInts", type: .int, collection: .list, isOptional: true),
            PropertyModel(name: "maybeTexts", type: .string, collection: .list, isOptional: true),
            PropertyModel(name: "maybeTints", type: .string, collection: .list, isOptional: true, enumName: "Tint"),
            PropertyModel(name: "maybeDates", type: .date, collection: .list, isOptional: true),
            PropertyModel(name: "maybeBools", type: .bool, collection: .list, isOptional: true),
            PropertyModel(name: "thingList", type: .object, collection: .list, target: "Thing"),
            PropertyModel(name: "ints", type: .int, collection: .set),
            PropertyModel(name: "maybeIntSet", type: .int, collection: .set, isOptional: true),
            PropertyModel(name: "texts", type: .string, collection: .set),
            PropertyModel(name: "maybeTextSet", type: .string, collection: .set, isOptional: true),
            PropertyModel(name: "doubles", type: .double, collection: .set),
            PropertyModel(name: "floats", type: .float, collection: .set),
            PropertyModel(name: "datas", type: .data, collection: .set),
            PropertyModel(name: "dates", type: .date, collection: .set),
            PropertyModel(name: "decimals", type: .decimal128, collection: .set),
            PropertyModel(name: "uuids", type: .uuid, collection: .set),
            PropertyModel(name: "objectIds", type: .objectId, collection: .set),
            PropertyModel(name: "bools", type: .bool, collection: .set),
            PropertyModel(name: "int16s", type: .int16, collection: .set),
            PropertyModel(name: "tints", type: .string, collection: .set, enumName: "Tint"),
            PropertyModel(name: "things", type: .object, collection: .set, target: "Thing"),
            PropertyModel(name: "scores", type: .int, collection: .map),
            PropertyModel(name: "maybeScores", type: .int, collection: .map, isOptional: true),
            PropertyModel(name: "names", type: .string, collection: .map),
            PropertyModel(name: "maybeNames", type: .string, collection: .map, isOptional: true),
            PropertyModel(name: "flags", type: .bool, collection: .map),
            PropertyModel(name: "moments", type: .date, collection: .map),
            PropertyModel(name: "tintMap", type: .string, collection: .map, enumName: "Tint"),
            PropertyModel(name: "amounts", type: .decimal128, collection: .map),
            PropertyModel(name: "maybeIds", type: .uuid, collection: .map, isOptional: true),
            PropertyModel(name: "thingMap", type: .object, collection: .map, isOptional: true, target: "Thing"),
            PropertyModel(name: "labels", type: .object, collection: .map, isOptional: true, target: "Label"),
            PropertyModel(name: "labelList", type: .object, collection: .list, target: "Label"),
          ]),
        EntityModel(
          name: "Thing", kind: .object,
          properties: [
            PropertyModel(name: "name", type: .string),
            PropertyModel(name: "weight", type: .int),
            PropertyModel(name: "listed", type: .object, collection: .linkingObjects, target: "Shelf", origin: "thingList"),
            PropertyModel(name: "kept", type: .object, collection: .linkingObjects, target: "Shelf", origin: "things"),
            PropertyModel(name: "mapped", type: .object, collection: .linkingObjects, target: "Shelf", origin: "thingMap"),
            PropertyModel(name: "labelled", type: .object, collection: .linkingObjects, target: "Label", origin: "thing"),
          ]),
      ],
      enums: [
        EnumModel(name: "Tint", rawType: .string, cases: ["red", "green", "blue"].map { EnumCaseModel(name: $0, rawValue: .string($0)) })
      ]))
}
