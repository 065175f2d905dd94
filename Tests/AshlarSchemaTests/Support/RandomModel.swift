import AshlarSchema
import TestSupport

/// Valid models of all shapes.
struct RandomModel {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func schema() -> SchemaModel {
    let enums = (0..<Int.random(in: 0...4, using: &random)).map { enumeration("\(pick(Self.stems))Enum\($0)") }
    let names = (0..<Int.random(in: 0...6, using: &random)).map { "\(pick(Self.stems))\($0)" }
    let kinds = names.map { _ in pick([EntityKind.object, .object, .embedded, .asymmetric]) }
    let targets = zip(names, kinds).filter { $0.1 != .asymmetric }
    let embedded = zip(names, kinds).filter { $0.1 == .embedded }.map(\.0)
    customTypes = (0..<Int.random(in: 0...3, using: &random)).map { customType("\(pick(Self.stems))Custom\($0)", embedded) }
    var entities: [EntityModel] = []
    for (name, kind) in zip(names, kinds) { entities.append(entity(name, kind, targets: targets, enums: enums)) }
    addLinkingObjects(to: &entities)
    let roots = targets.map(\.0)
    let projections = roots.isEmpty ? [] : (0..<Int.random(in: 0...2, using: &random)).map { projection("P\($0)", of: pick(roots)) }
    return SchemaModel(
      name: pick(Self.stems), version: UInt64.random(in: 0..<UInt64.max, using: &random), entities: entities, enums: enums,
      customTypes: customTypes, projections: projections)
  }

  private var customTypes: [CustomTypeModel] = []

  private mutating func customType(_ name: String, _ embedded: [String]) -> CustomTypeModel {
    let target = chance(2) && !embedded.isEmpty ? pick(embedded) : nil
    return CustomTypeModel(
      name: name, persistedType: target == nil ? pick(ValueType.allCases.filter { $0 != .object && $0 != .any }) : .object, target: target,
      isFailable: chance(2), documentation: text())
  }

  private mutating func projection(_ name: String, of root: String) -> ProjectionModel {
    let properties = (0..<Int.random(in: 0...4, using: &random)).map { index in
      ProjectedPropertyModel(
        name: "\(pick(Self.stems))\(index)", path: pick(["a", "a.b", "größe.count"]), swiftType: chance(3) ? "[String: Int]?" : nil,
        documentation: text())
    }
    return ProjectionModel(name: name, root: root, properties: properties, documentation: text())
  }

  private mutating func names() -> [String] {
    chance(4) ? (0..<Int.random(in: 1...2, using: &random)).map { "old \(pick(Self.stems))\($0)" } : []
  }

  private static let stems = ["Dog", "Person", "no", "Größe", "犬", "class", "🐕", "null", "a_b"]
  private static let texts = [
    "", "One line.", "Two\nlines", "\"quoted\" \\ and\ttab", " leading", "trailing ", "# x: y", "é\u{301}\u{2028}\u{1}\u{7f}",
  ]

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func text() -> String? { chance(3) ? pick(Self.texts) : nil }
  private mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }

  private mutating func enumeration(_ name: String) -> EnumModel {
    var model = listedEnumeration(name)
    if chance(3) { model.externalName = pick(["Zoo.\(name)", name]) }
    return model
  }

  private mutating func listedEnumeration(_ name: String) -> EnumModel {
    let type = pick([ValueType.int, .int8, .int16, .int32, .int64, .float, .double, .string])
    let cases = (0..<Int.random(in: 1...5, using: &random)).map { index in
      let value: DefaultValue =
        switch type {
        case .string: .string("\(pick(Self.texts))\(index)")
        case .float, .double: .double(Double(index) / 4)
        default: .int(Int64(index * 10 - 20))
        }
      return EnumCaseModel(name: "\(pick(Self.stems))\(index)", rawValue: value, documentation: text())
    }
    var model = EnumModel(name: name, rawType: type, cases: cases, documentation: text())
    if chance(3) { model.unknownCase = Int.random(in: 0..<cases.count, using: &random) }
    return model
  }

  private mutating func entity(_ name: String, _ kind: EntityKind, targets: [(String, EntityKind)], enums: [EnumModel]) -> EntityModel {
    var properties: [PropertyModel] = []
    var hasKey = kind == .embedded
    for index in 0..<Int.random(in: 0...12, using: &random) {
      let property = property("\(pick(Self.stems))\(index)", targets, enums, canBeKey: !hasKey)
      if property.isPrimaryKey { hasKey = true }
      properties.append(property)
    }
    var entity = EntityModel(
      name: name, storedName: chance(4) ? "stored \(name)" : nil, kind: kind, properties: properties, documentation: text())
    entity.was = names()
    return entity
  }

  private mutating func property(
    _ name: String, _ targets: [(String, EntityKind)], _ enums: [EnumModel], canBeKey: Bool
  ) -> PropertyModel {
    var property = stored(name, targets, enums, canBeKey: canBeKey)
    property.was = names()
    property.isBackfilled = property.defaultValue?.isLiteral == true && chance(2)
    let canBeUnwrapped = ![.bool, .int, .int8, .int16, .int32, .int64, .float, .double, .any].contains(property.type)
    property.isImplicitlyUnwrapped =
      canBeUnwrapped && property.isOptional && property.collection == .none && property.enumName == nil && property.customName == nil
      && chance(3)
    return property
  }

  private mutating func stored(
    _ name: String, _ targets: [(String, EntityKind)], _ enums: [EnumModel], canBeKey: Bool
  ) -> PropertyModel {
    let stored = chance(4) ? "column \(name)" : nil
    let collection = pick([.none, .none, .none, .none, .none, CollectionKind.list, .set, .map])
    let isList = collection != .none
    if chance(4), !targets.isEmpty {
      let (target, kind) = pick(targets)
      let allowed = kind == .embedded && collection == .set ? .list : collection
      return PropertyModel(
        name: name, storedName: stored, type: .object, collection: allowed, isOptional: allowed == .none || allowed == .map, target: target,
        defaultValue: allowed == .none && chance(3) ? .code : nil, documentation: text())
    }
    if chance(5), !customTypes.isEmpty {
      let custom = pick(customTypes)
      let allowed = custom.target != nil && collection == .set ? .none : collection
      var property = PropertyModel(
        name: name, storedName: stored, type: custom.persistedType, collection: allowed, isOptional: chance(2), target: custom.target,
        documentation: text())
      property.customName = custom.name
      if allowed == .none, custom.target == nil, chance(2) { property.defaultValue = defaultValue(custom.persistedType) }
      return property
    }
    if chance(8) {
      var property = PropertyModel(
        name: name, storedName: stored, type: .int, collection: collection, isOptional: chance(2), isIndexed: !isList && chance(3),
        defaultValue: !isList && chance(3) ? .code : nil, documentation: text())
      property.foreignType = pick(["Other.State", "Größe"])
      return property
    }
    let model = chance(5) && !enums.isEmpty ? pick(enums) : nil
    let type = model?.rawType ?? pick(ValueType.allCases.filter { $0 != .object })
    let canBeKey = canBeKey && !isList && [.int, .int8, .int16, .int32, .int64, .string, .objectId, .uuid].contains(type)
    let canBeIndexed = !isList && ![.float, .double, .data, .decimal128].contains(type)
    let value = isList || chance(2) ? nil : model.map { pick($0.cases).rawValue } ?? defaultValue(type)
    return PropertyModel(
      name: name, storedName: stored, type: type, collection: collection, isOptional: type != .any && chance(2),
      isIndexed: canBeIndexed && chance(3), isPrimaryKey: canBeKey && chance(3), enumName: model?.name, defaultValue: value,
      documentation: text())
  }

  private mutating func defaultValue(_ type: ValueType) -> DefaultValue? {
    switch type {
    case .bool: .bool(chance(2))
    case .int, .int64: .int(pick([.min, -1, 0, 7, .max]))
    case .int8: .int(pick([-128, 127]))
    case .int16: .int(pick([-32768, 32767]))
    case .int32: .int(pick([Int64(Int32.min), Int64(Int32.max)]))
    case .float: .double(pick([0.5, -1, Double(Float(0.1)), .infinity]))
    case .double: .double(pick([0.1, -.infinity, Double.leastNonzeroMagnitude, 1e300, -0.0]))
    case .string: pick([.string(pick(Self.texts)), .newUUID, .newUUIDv7, .newObjectId, .code])
    case .data: .data(bytes(Int.random(in: 0...40, using: &random)))
    case .date:
      pick([
        .now, .date(seconds: 0, nanoseconds: 0), .date(seconds: -1, nanoseconds: -500_000_000),
        .date(seconds: 253_402_300_799, nanoseconds: 999_999_999), .date(seconds: -62_167_219_200, nanoseconds: 0),
      ])
    case .decimal128:
      pick([
        .decimal128(low: 125, high: 0x303c_0000_0000_0000), .decimal128(low: 125, high: 0xb040_0000_0000_0000),
        .decimal128(low: 0, high: 0x7800_0000_0000_0000), .decimal128(low: 0, high: 0x7c00_0000_0000_0000),
      ])
    case .objectId: .objectId(bytes(12))
    case .uuid: pick([.uuid(bytes(16)), .newUUID, .newUUIDv7, .code])
    case .object, .any: nil
    }
  }

  private mutating func addLinkingObjects(to entities: inout [EntityModel]) {
    for source in entities {
      for property in source.properties where chance(2) {
        guard let target = property.target, let index = entities.firstIndex(where: { $0.name == target }) else { continue }
        entities[index].properties.append(
          PropertyModel(
            name: "from\(entities[index].properties.count)", type: .object, collection: .linkingObjects, target: source.name,
            origin: property.name, documentation: text()))
      }
    }
    // Nothing links to an asymmetric type, not even backwards.
    let asymmetric = Set(entities.filter { $0.kind == .asymmetric }.map(\.name))
    for index in entities.indices {
      entities[index].properties.removeAll { $0.collection == .linkingObjects && asymmetric.contains($0.target ?? "") }
    }
  }
}
