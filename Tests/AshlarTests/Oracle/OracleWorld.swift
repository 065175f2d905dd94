import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// A schema made at random, the rows of a Realm of it, and the same rows as plain Swift.
///
/// `Alpha` and `Beta` have values, links to each other and what links to them; `Gamma` is embedded in both.
final class OracleWorld {
  /// An object. Its values by property: of to-one links, `.null`, `.link` or `.embedded`; of lists and sets `.list`, of maps `.map`.
  final class Row {
    let type: String
    let id: Int
    var values: [String: OracleValue] = [:]
    init(_ type: String, _ id: Int) { (self.type, self.id) = (type, id) }
  }

  let model: SchemaModel
  // As in the model, and what links to each as conditions name it.
  private let entities: [EntityModel]
  var rows: [String: [Int: Row]] = [:]
  var generator: SeededGenerator
  private var nextId = 0

  static let keys = ["k", "l", "a key that is longer than a cell"]
  private static let scalars: [ValueType] = [
    .bool, .int, .int8, .int16, .int32, .int64, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid, .any,
  ]
  // Those of which no two values are equal without being the same.
  private static let unlike: [ValueType] = [.int, .int16, .string, .date, .objectId, .uuid]
  private static let indexable: Set<ValueType> = [.bool, .int, .int8, .int16, .int32, .int64, .string, .date, .objectId, .uuid, .any]

  // Properties of every type of value, and collections of these kinds.
  private static func values(_ count: Int, _ kinds: [CollectionKind], isIndexed: Bool, _ generator: inout SeededGenerator)
    -> [PropertyModel]
  {
    var properties: [PropertyModel] = []
    for number in 0..<count {
      let type = generator.pick(scalars)
      properties.append(
        PropertyModel(
          name: "p\(number)", type: type, isOptional: type != .any && generator.chance(50),
          isIndexed: isIndexed && indexable.contains(type) && generator.chance(60)))
    }
    for (number, kind) in kinds.enumerated() {
      // Which elements of a set are the same is none of a condition's business.
      let type = generator.pick(kind == .set ? unlike : scalars)
      properties.append(
        PropertyModel(name: "c\(number)", type: type, collection: kind, isOptional: type != .any && kind != .set && generator.chance(40)))
    }
    return properties
  }

  /// - Parameter isIndexed: whether about half of the properties that can have an index do.
  init(_ seed: UInt64, isIndexed: Bool) {
    var generator = SeededGenerator(seed: seed)
    let names = ["Alpha", "Beta"]
    var entities: [EntityModel] = []
    var targets: [String: String] = [:]
    for name in names { for link in ["link", "links"] { targets["\(name).\(link)"] = generator.pick(names) } }
    for name in names {
      var properties = [PropertyModel(name: "id", type: .int, isPrimaryKey: true)]
      properties += OracleWorld.values(7, [.list, .set, .map, .list], isIndexed: isIndexed, &generator)
      properties.append(PropertyModel(name: "link", type: .object, isOptional: true, target: targets["\(name).link"]))
      properties.append(PropertyModel(name: "links", type: .object, collection: .list, target: targets["\(name).links"]))
      properties.append(PropertyModel(name: "linkMap", type: .object, collection: .map, isOptional: true, target: generator.pick(names)))
      properties.append(PropertyModel(name: "place", type: .object, isOptional: true, target: "Gamma"))
      properties.append(PropertyModel(name: "places", type: .object, collection: .list, target: "Gamma"))
      for origin in ["link", "links"] {
        for other in names where targets["\(other).\(origin)"] == name {
          properties.append(
            PropertyModel(
              name: BackwardLinks.name(other, origin), type: .object, collection: .linkingObjects, target: other, origin: origin))
        }
      }
      entities.append(EntityModel(name: name, properties: properties))
    }
    // Embedded objects have no indexes.
    var properties = OracleWorld.values(4, [.list, .map], isIndexed: false, &generator)
    properties.append(PropertyModel(name: "link", type: .object, isOptional: true, target: generator.pick(names)))
    properties.append(PropertyModel(name: "links", type: .object, collection: .list, target: generator.pick(names)))
    entities.append(EntityModel(name: "Gamma", kind: .embedded, properties: properties))
    self.entities = entities
    model = SchemaModel(
      name: "Oracle", entities: entities.map { EntityModel(name: $0.name, kind: $0.kind, properties: Array($0.columns)) })
    self.generator = generator
  }

  func entity(_ name: String) -> EntityModel { entities.first { $0.name == name }! }
  func ids(_ type: String) -> [Int] { (rows[type] ?? [:]).keys.sorted() }
  func row(_ type: String, _ id: Int) -> Row? { rows[type]?[id] }

  /// The object that a link leads to, or that is embedded.
  func row(_ value: OracleValue?) -> Row? {
    switch value {
    case .link(let type, let id): return row(type, id)
    case .embedded(let type, let values):
      let row = Row(type, -1)
      row.values = values
      return row
    default: return nil
    }
  }

  /// The elements of a collection; objects that link to a row several times are linking objects as often.
  func elements(_ row: Row, _ property: PropertyModel) -> [OracleValue] {
    if let origin = property.origin, let source = property.target {
      let link = OracleValue.link(row.type, row.id)
      return ids(source).flatMap { id -> [OracleValue] in
        let links: [OracleValue]
        switch self.row(source, id)?.values[origin] {
        case .list(let several): links = several
        case let one?: links = [one]
        case nil: links = []
        }
        return links.filter { $0 == link }.map { _ in .link(source, id) }
      }
    }
    switch row.values[property.name] {
    case .list(let values): return values
    case .map(let entries): return Array(entries.values)
    default: return []
    }
  }

  // MARK: - Writing

  private func random(_ property: PropertyModel) -> OracleValue {
    func one() -> OracleValue {
      if property.type == .object {
        let target = property.target ?? ""
        if target == "Gamma" {
          if property.collection == .none, generator.chance(25) { return .null }
          var values: [String: OracleValue] = [:]
          for inner in entity(target).properties { values[inner.name] = random(inner) }
          return .embedded(target, values)
        }
        let ids = ids(target)
        return ids.isEmpty || property.collection != .list && generator.chance(25) ? .null : .link(target, generator.pick(ids))
      }
      if property.isOptional, generator.chance(25) { return .null }
      return .random(property.type, &generator, link: ("Alpha", ids("Alpha")))
    }
    switch property.collection {
    case .none: return one()
    case .list: return .list((0..<generator.below(4)).map { _ in one() }.filter { property.type != .object || $0 != .null })
    case .set:
      var found: [OracleValue] = []
      for _ in 0..<generator.below(4) {
        let value = one()
        if !found.contains(value) { found.append(value) }
      }
      return .list(found)
    case .map: return .map(Dictionary(uniqueKeysWithValues: OracleWorld.keys.filter { _ in generator.chance(50) }.map { ($0, one()) }))
    case .linkingObjects: return .null
    }
  }

  private func object(_ realm: Realm) -> (String, Int) -> Any? {
    { type, id in realm.dynamicObject(ofType: type, forPrimaryKey: id) }
  }

  func add(_ count: Int, to realm: Realm) {
    for _ in 0..<count {
      let type = generator.pick(["Alpha", "Beta"])
      let row = Row(type, nextId)
      nextId += 1
      for property in entity(type).columns where property.name != "id" {
        row.values[property.name] = random(property)
      }
      let values = row.values.mapValues { $0.stored(object(realm)) }.merging(["id": row.id]) { $1 }
      _ = realm.dynamicCreate(type, value: values)
      rows[type, default: [:]][row.id] = row
    }
  }

  func change(_ count: Int, in realm: Realm) {
    for _ in 0..<count {
      let type = generator.pick(["Alpha", "Beta"])
      guard let id = ids(type).randomElement(using: &generator), let row = row(type, id),
        let object = realm.dynamicObject(ofType: type, forPrimaryKey: id)
      else { continue }
      if generator.chance(8) {
        realm.delete(object)
        rows[type]?[id] = nil
        for other in rows.values.flatMap(\.values) {
          for property in entity(other.type).columns {
            if let value = other.values[property.name] {
              other.values[property.name] = value.without(.link(type, id))
            }
          }
        }
        continue
      }
      let properties = entity(type).columns.filter { $0.name != "id" }
      let property = generator.pick(properties)
      let value = random(property)
      row.values[property.name] = value
      _ = realm.dynamicCreate(
        type, value: ["id": id, property.name: value.stored(self.object(realm))] as [String: Any], update: .all)
    }
  }
}

extension OracleValue {
  /// After an object was deleted: links to it are nil, and lists do not have it any more.
  fileprivate func without(_ link: OracleValue) -> OracleValue {
    switch self {
    case link: .null
    case .list(let values): .list(values.filter { $0 != link }.map { $0.without(link) })
    case .map(let values): .map(values.mapValues { $0.without(link) })
    case .embedded(let type, let values): .embedded(type, values.mapValues { $0.without(link) })
    default: self
    }
  }
}
