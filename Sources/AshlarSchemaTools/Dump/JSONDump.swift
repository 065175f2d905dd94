internal import AshlarSchema

/// A schema as JSON: `{"name","version","types":[…],"enums":[…],"projections":[…]}`, and `"customTypes":[…]` if there are any.
struct JSONDump {
  private let schema: SchemaModel

  init(_ schema: SchemaModel) { self.schema = schema }

  var value: JSONValue {
    .object(
      [
        ("name", .string(schema.name)), ("version", .number(String(schema.version))), ("types", .array(schema.entities.map(type))),
        ("enums", .array(schema.enums.map(enumeration))), ("projections", .array(schema.projections.map(projection))),
      ] + (schema.customTypes.isEmpty ? [] : [("customTypes", .array(schema.customTypes.map(customType)))]))
  }

  private func customType(_ model: CustomTypeModel) -> JSONValue {
    var pairs: [(String, JSONValue)] = [
      ("name", .string(model.name)), ("persisted", .string(model.target ?? model.persistedType.schemaName)),
      ("failable", .bool(model.isFailable)),
    ]
    if let documentation = model.documentation { pairs.append(("doc", .string(documentation))) }
    return .object(pairs)
  }

  private func projection(_ model: ProjectionModel) -> JSONValue {
    var pairs: [(String, JSONValue)] = [("name", .string(model.name)), ("of", .string(model.root))]
    if let documentation = model.documentation { pairs.append(("doc", .string(documentation))) }
    let properties = model.properties.map { property in
      var pairs: [(String, JSONValue)] = [
        ("name", .string(property.name)), (property.swiftType == nil ? "path" : "keyPath", .string(property.path)),
      ]
      if let type = property.swiftType { pairs.append(("type", .string(type))) }
      if let documentation = property.documentation { pairs.append(("doc", .string(documentation))) }
      return JSONValue.object(pairs)
    }
    return .object(pairs + [("properties", .array(properties))])
  }

  private func type(_ entity: EntityModel) -> JSONValue {
    let kind =
      switch entity.kind {
      case .object: "object"
      case .embedded: "embedded"
      case .asymmetric: "asymmetric"
      }
    var pairs: [(String, JSONValue)] = [
      ("name", .string(entity.name)), ("kind", .string(kind)), ("table", .string(entity.storedName)),
    ]
    if !entity.was.isEmpty { pairs.append(("was", .array(entity.was.map(JSONValue.string)))) }
    if !entity.dropped.isEmpty { pairs.append(("dropped", .array(entity.dropped.map(JSONValue.string)))) }
    if let documentation = entity.documentation { pairs.append(("doc", .string(documentation))) }
    pairs.append(("properties", .array(entity.properties.map(property))))
    if !entity.rules.isEmpty { pairs.append(("rules", .array(entity.rules.map { rule($0, of: entity) }))) }
    return .object(pairs)
  }

  private func rule(_ rule: EntityRule, of entity: EntityModel) -> JSONValue {
    var pairs: [(String, JSONValue)] = [
      ("rule", .string("\(rule.kind)")),
      ("properties", .array(rule.properties.map { .string(entity.column(storedAs: $0)?.name ?? $0) })),
    ]
    switch rule {
    case .unique(let unique):
      if let condition = unique.condition {
        pairs.append(("condition", condition.value.map { JSONValue.bool($0) } ?? .string("nil")))
      }
      if unique.nilCounts { pairs.append(("nilCounts", .bool(true))) }
    case .range(_, let bounds):
      if let low = bounds.low { pairs.append((bounds.excludesLow ? "above" : "min", json(low))) }
      if let high = bounds.high { pairs.append((bounds.excludesHigh ? "below" : "max", json(high))) }
    case .length(_, let bounds), .count(_, let bounds):
      pairs.append(("min", .number("\(bounds.low)")))
      if let high = bounds.high { pairs.append(("max", .number("\(high)"))) }
    case .pattern(_, let text): pairs.append(("pattern", .string(text)))
    case .oneOf(_, let values): pairs.append(("values", .array(values.map(json))))
    case .order(_, let relation, _): pairs.append(("relation", .string(relation.symbol)))
    case .holderDeleted(_, let word), .targetDeleted(_, let word): pairs.append(("deleteRule", .string(word.word)))
    case .primaryKey, .index, .required: break
    }
    return .object(pairs)
  }

  private func property(_ property: PropertyModel) -> JSONValue {
    var pairs: [(String, JSONValue)] = [("name", .string(property.name)), ("type", .string(property.schemaType))]
    if property.collection != .linkingObjects { pairs.append(("column", .string(property.storedName))) }
    if property.foreignType != nil { pairs.append(("foreign", .bool(true))) }
    if let origin = property.origin { pairs.append(("origin", .string(origin))) }
    if property.isPrimaryKey { pairs.append(("primaryKey", .bool(true))) }
    if property.isIndexed { pairs.append(("indexed", .bool(true))) }
    if let value = property.defaultValue { pairs.append(("default", json(value))) }
    if property.isBackfilled { pairs.append(("backfill", .bool(true))) }
    if !property.was.isEmpty { pairs.append(("was", .array(property.was.map(JSONValue.string)))) }
    if let documentation = property.documentation { pairs.append(("doc", .string(documentation))) }
    return .object(pairs)
  }

  private func enumeration(_ model: EnumModel) -> JSONValue {
    var pairs: [(String, JSONValue)] = [("name", .string(model.name)), ("raw", .string(model.rawType.schemaName))]
    if let documentation = model.documentation { pairs.append(("doc", .string(documentation))) }
    if let unknown = model.unknownCase { pairs.append(("unknown", .string(model.cases[unknown].name))) }
    if let name = model.externalName { pairs.append(("swift", .string(name))) }
    let cases = model.cases.map { one in
      var pairs: [(String, JSONValue)] = [("name", .string(one.name)), ("value", json(one.rawValue))]
      if let documentation = one.documentation { pairs.append(("doc", .string(documentation))) }
      return JSONValue.object(pairs)
    }
    pairs.append(("cases", .array(cases)))
    return .object(pairs)
  }

  /// Converts a default or a raw value to JSON. A value for which JSON has no type, such as a date or NaN, becomes a string; a new
  /// identifier or an expression becomes an object.
  private func json(_ value: DefaultValue) -> JSONValue {
    switch value {
    case .bool(let bool): .bool(bool)
    case .int(let int): .number(String(int))
    case .double(let double): double.isFinite ? .number(double.description) : .string(double.description)
    case .string(let string): .string(string)
    case .data(let bytes): .string(Base64.encode(bytes))
    case .date(let seconds, let nanoseconds): .string(CivilDate(seconds: seconds, nanoseconds: nanoseconds).text)
    case .now: .string("now")
    case .newUUID: .object([("new", .string("UUID"))])
    case .newUUIDv7: .object([("new", .string("UUIDv7"))])
    case .newObjectId: .object([("new", .string("ObjectId"))])
    case .code: .object([("swift", .string("supplied by code"))])
    case .decimal128(let low, let high): .string(DecimalText.text(low: low, high: high))
    case .objectId(let bytes): .string(hexDigits(bytes))
    case .uuid(let bytes): .string(uuidText(bytes))
    }
  }
}
