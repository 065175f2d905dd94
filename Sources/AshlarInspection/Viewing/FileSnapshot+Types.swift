internal import Ashlar
internal import AshlarSchema

extension FileSnapshot {
  /// Returns the types with their numbers of objects, properties, indexes and rules, as JSON.
  /// - Parameter sizes: The sizes of tables and indexes, if they are known.
  public func typeList(sizes: FileSizes? = nil) -> JSONValue {
    let models = types.all
    return .members([
      "version": .digits(version), "types": .array(models.map { describe($0, among: models, sizes) }),
    ])
  }

  private func describe(_ model: EntityModel, among models: [EntityModel], _ sizes: FileSizes?) -> JSONValue {
    let indexes = FileSnapshot.indexes(of: model).map { names in
      JSONValue.members([
        "properties": .array(names.map { .string($0) }), "bytes": sizes?.index(model.storedName, names).map { .count($0) } ?? .null,
      ])
    }
    let links = models.flatMap { source in
      source.columns.filter { $0.type == .object && $0.target == model.name }.map { property in
        JSONValue.members(["type": .string(source.name), "property": .string(property.name)])
      }
    }
    return .members([
      "name": .string(model.name), "kind": .string(model.kind == .embedded ? "embedded" : "object"),
      "count": .count(realm.dynamicObjects(model.name).count), "bytes": sizes?.tables[model.storedName].map { .count($0) } ?? .null,
      "key": .array(model.keyColumns.map { .string(model.columns[$0].name) }),
      "label": .text(ObjectLabel.column(of: model).map { model.columns[$0].name }), "documentation": .text(model.documentation),
      "properties": .array(model.columns.map { FileSnapshot.describe($0, model) }), "indexes": .array(indexes),
      "rules": .array(model.rules.map { .string(FileSnapshot.describe($0, model)) }), "linkedBy": .array(links),
    ])
  }

  private static func describe(_ property: PropertyModel, _ model: EntityModel) -> JSONValue {
    let isSingle = property.collection == .none
    let width: JSONValue = property.type.form == .integer ? .count(property.type.kind.width * 8) : .null
    let isKey = model.keyColumns.contains { model.columns[$0].name == property.name }
    // Conditions, orders, groups and summaries name properties by paths, in which a dot separates two names.
    let canName = !property.name.utf8.contains(UInt8(ascii: "."))
    let isOrdered = canName && isSingle && property.type.kind.isOrdered
    return .members([
      "name": .string(property.name), "type": .string(name(property.type)), "width": width,
      "collection": .string(name(property.collection)), "optional": .bool(property.isOptional || property.type == .any),
      "primaryKey": .bool(isKey), "indexed": .bool(property.isIndexed), "target": .text(property.target),
      "sortable": .bool(isOrdered), "group": .bool(isOrdered), "summary": .bool(canName), "cases": cases(of: property, model),
      "documentation": .text(property.documentation),
    ])
  }

  // Returns the raw values of a checked enum; null for other properties, because a file does not contain the cases of other enums.
  private static func cases(of property: PropertyModel, _ model: EntityModel) -> JSONValue {
    for case .oneOf(property.storedName, let values) in model.rules {
      return .array(
        values.map { value in
          var cell = JSONValue.null
          // The raw value of an enum is an integer, a text or a floating-point number.
          if case .int(let number) = value { cell = .digits(number) }
          if case .string(let text) = value { cell = .string(text) }
          if case .double(let number) = value { cell = ValueWriter.scalar(.double(number)) }
          return .members(["name": .null, "value": cell])
        })
    }
    return .null
  }

  /// Returns the name of a type for viewers: that of its form, as in the cells of an `AnyRealmValue`. All integer types have the same name.
  static func name(_ type: ValueType) -> String { type.form == .integer ? "int" : "\(type.form)" }

  private static func name(_ collection: CollectionKind) -> String {
    switch collection {
    case .none: "none"
    case .list: "list"
    case .set: "set"
    case .map: "map"
    case .linkingObjects: "linkingObjects"
    }
  }

  private static func indexes(of model: EntityModel) -> [[String]] {
    var indexes: [[String]] = model.columns.filter(\.isIndexed).map { [$0.name] }
    for case .index(let names) in model.rules { indexes.append(names) }
    for case .unique(let rule) in model.rules where !indexes.contains(rule.properties) { indexes.append(rule.properties) }
    return indexes
  }

  private static func describe(_ rule: EntityRule, _ model: EntityModel) -> String {
    // The name of a rule that compares two properties already contains the comparison.
    rule.name(of: model.name) + ((rule.kind == .order ? nil : rule.valueText).map { " (\($0))" } ?? "")
  }
}

/// The sizes of the tables and indexes of a file, from an inspection of all of its pages.
public struct FileSizes: Sendable {
  /// The sizes of tables in bytes, by stored name.
  let tables: [String: Int]
  private let indexes: [[String]: Int]

  init(tables: [String: Int], indexes: [[String]: Int]) { (self.tables, self.indexes) = (tables, indexes) }

  /// Returns the size of an index in bytes; nil if it is unknown.
  func index(_ table: String, _ columns: [String]) -> Int? { indexes[[table] + columns] }
}
