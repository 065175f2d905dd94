import AshlarSchema
import StoreFixtures
import TestSupport

/// A schema that changes at random, and the rows that a file of it must have: dictionaries by the names of columns.
struct EvolvingSchema {
  /// Rows by key, cells by the column's stored name.
  typealias Rows = [Int64: [String: CellValue]]

  private static let names = ["a", "b", "c", "d", "e", "f"]
  static let ordinals = ["Thing": 0, "Part": 1, "Other": 2]

  private(set) var model: SchemaModel
  var rows: [String: Rows] = ["Thing": [:], "Part": [:], "Other": [:]]
  var nextKeys: [String: Int64] = [:]

  init(_ random: inout SeededGenerator) {
    model = SchemaModel(
      name: "Evolving", version: 1,
      entities: [
        EntityModel(name: "Thing", properties: [PropertyModel(name: "id", type: .int, isPrimaryKey: random.once(in: 2))]),
        EntityModel(name: "Part", kind: .embedded, properties: [PropertyModel(name: "text", type: .string)]),
        EntityModel(name: "Other", properties: [PropertyModel(name: "id", type: .int)]),
      ])
    for type in ["Thing", "Other"] { for _ in 0..<3 { add(type, &random) } }
  }

  func columns(_ type: String) -> [PropertyModel] { model.entity(named: type)?.properties ?? [] }

  private mutating func change(_ type: String, _ body: (inout EntityModel) -> Void) {
    guard let index = model.entities.firstIndex(where: { $0.name == type }) else { return }
    body(&model.entities[index])
  }

  // MARK: - Changes

  // Nil is lost only where a version says so: twice in one version is not at all.
  private var toggled: Set<String> = []

  /// Some changes, and the next version.
  mutating func evolve(_ random: inout SeededGenerator) {
    model.version += 1
    toggled = []
    for index in model.entities.indices {
      for column in model.entities[index].properties.indices { model.entities[index].properties[column].was = [] }
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let type = random.once(in: 3) ? "Other" : "Thing"
      switch random.below(8) {
      case 0...2: add(type, &random)
      case 3: remove(type, &random)
      case 4: rename(type, &random)
      case 5: toggleOptional(type, &random)
      case 6: resize(type, &random)
      default: toggleIndex(type, &random)
      }
    }
  }

  private mutating func add(_ type: String, _ random: inout SeededGenerator) {
    let taken = columns(type).flatMap { [$0.name] + $0.was } + (stored[type] ?? [])
    guard let name = EvolvingSchema.names.filter({ !taken.contains($0) }).randomElement(using: &random) else { return }
    var property = EvolvingSchema.property(name, &random)
    var filled = EvolvingSchema.zero(property)
    if let (value, cell) = EvolvingSchema.backfill(property, &random) {
      property.defaultValue = value
      property.isBackfilled = true
      filled = cell
    }
    change(type) { $0.properties.insert(property, at: Int.random(in: 0...$0.properties.count, using: &random)) }
    for key in rows[type, default: [:]].keys { rows[type]?[key]?[name] = filled }
  }

  private mutating func remove(_ type: String, _ random: inout SeededGenerator) {
    guard let property = columns(type).filter({ $0.name != "id" && $0.was.isEmpty }).randomElement(using: &random) else { return }
    change(type) { $0.properties.removeAll { $0.name == property.name } }
    for key in rows[type, default: [:]].keys {
      let cell = rows[type]?[key]?.removeValue(forKey: property.name)
      if property.target == "Part", case .link(let child)? = cell { rows["Part"]?[child] = nil }
    }
  }

  private mutating func rename(_ type: String, _ random: inout SeededGenerator) {
    let taken = columns(type).flatMap { [$0.name] + $0.was } + (stored[type] ?? [])
    guard let property = columns(type).filter({ $0.name != "id" && $0.was.isEmpty && isStored($0, type) }).randomElement(using: &random),
      let name = EvolvingSchema.names.filter({ !taken.contains($0) }).randomElement(using: &random)
    else { return }
    change(type) { entity in
      guard let index = entity.properties.firstIndex(where: { $0.name == property.name }) else { return }
      entity.properties[index].name = name
      entity.properties[index].storedName = name
      entity.properties[index].was = [property.name]
    }
    for key in rows[type, default: [:]].keys {
      let cell = rows[type]?[key]?.removeValue(forKey: property.name)
      rows[type]?[key]?[name] = cell
    }
  }

  // A column that came in this very version cannot be one under another name.
  private func isStored(_ property: PropertyModel, _ type: String) -> Bool { stored[type]?.contains(property.name) ?? false }
  private(set) var stored: [String: Set<String>] = [:]

  /// The file has this schema now.
  mutating func noteOpened() { stored = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, Set($0.properties.map(\.name))) }) }

  private mutating func toggleOptional(_ type: String, _ random: inout SeededGenerator) {
    let candidates = columns(type).filter { $0.collection == .none && $0.type != .object && $0.name != "id" && isStored($0, type) }
    guard let property = candidates.randomElement(using: &random), toggled.insert("\(type).\(property.name)").inserted else { return }
    let isOptional = !property.isOptional
    change(type) { entity in
      guard let index = entity.properties.firstIndex(where: { $0.name == property.name }) else { return }
      entity.properties[index].isOptional = isOptional
    }
    if isOptional { return }
    var required = property
    required.isOptional = false
    for (key, row) in rows[type, default: [:]] where row[property.name] == .null {
      rows[type]?[key]?[property.name] = EvolvingSchema.zero(required)
    }
  }

  private mutating func resize(_ type: String, _ random: inout SeededGenerator) {
    let integers: [ValueType] = [.int8, .int16, .int32, .int]
    let candidates = columns(type).filter { integers.contains($0.type) && $0.collection == .none && $0.name != "id" && isStored($0, type) }
    guard let property = candidates.randomElement(using: &random), let wanted = integers.randomElement(using: &random) else { return }
    let width = ColumnLayout.width(of: wanted)
    for row in rows[type, default: [:]].values {
      if case .bytes(let bytes)? = row[property.name], EvolvingSchema.resized(EvolvingSchema.resized(bytes, width), bytes.count) != bytes {
        return
      }
    }
    change(type) { entity in
      guard let index = entity.properties.firstIndex(where: { $0.name == property.name }) else { return }
      entity.properties[index].type = wanted
      entity.properties[index].isBackfilled = false
    }
    for (key, row) in rows[type, default: [:]] {
      if case .bytes(let bytes)? = row[property.name] { rows[type]?[key]?[property.name] = .bytes(EvolvingSchema.resized(bytes, width)) }
    }
  }

  private mutating func toggleIndex(_ type: String, _ random: inout SeededGenerator) {
    if type == "Thing", random.once(in: 2) {
      return change(type) { entity in
        guard let index = entity.properties.firstIndex(where: { $0.name == "id" }) else { return }
        entity.properties[index].isPrimaryKey.toggle()
        entity.properties[index].isIndexed = entity.properties[index].isPrimaryKey
      }
    }
    change(type) { entity in
      let candidates = entity.properties.indices.filter { EvolvingSchema.isIndexable(entity.properties[$0]) }
      guard let index = candidates.randomElement(using: &random) else { return }
      entity.properties[index].isIndexed = true
    }
  }

  private static func resized(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
    let sign: UInt8 = (bytes.last ?? 0) & 0x80 != 0 ? 0xFF : 0
    return Array((bytes + [UInt8](repeating: sign, count: 8)).prefix(width))
  }

  // MARK: - Columns and cells

  private static func isIndexable(_ property: PropertyModel) -> Bool {
    property.collection == .none && [.bool, .int, .int8, .int16, .int32, .string, .date, .uuid, .objectId].contains(property.type)
      && !property.isPrimaryKey
  }

  private static func property(_ name: String, _ random: inout SeededGenerator) -> PropertyModel {
    let types: [ValueType] = [.bool, .int, .int8, .int16, .int32, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid]
    var property: PropertyModel
    switch random.below(10) {
    case 0: property = PropertyModel(name: name, type: .object, isOptional: true, target: random.once(in: 2) ? "Thing" : "Other")
    case 1: property = PropertyModel(name: name, type: .object, isOptional: true, target: "Part")
    case 2: property = PropertyModel(name: name, type: .int, collection: .list)
    case 3: property = PropertyModel(name: name, type: .string, collection: .list)
    case 4: property = PropertyModel(name: name, type: .object, collection: .list, target: random.once(in: 2) ? "Thing" : "Other")
    default: property = PropertyModel(name: name, type: types.randomElement(using: &random) ?? .int, isOptional: random.once(in: 2))
    }
    property.isIndexed = isIndexable(property) && random.once(in: 3)
    return property
  }

  static func zero(_ property: PropertyModel) -> CellValue {
    if property.collection != .none { return .list([]) }
    if property.type == .object || property.isOptional { return .null }
    switch property.type {
    case .string, .data: return .bytes([])
    case .decimal128: return .bytes([UInt8](repeating: 0, count: 14) + [0x40, 0x30])
    default: return .bytes([UInt8](repeating: 0, count: ColumnLayout.width(of: property.type)))
    }
  }

  private static func backfill(_ property: PropertyModel, _ random: inout SeededGenerator) -> (DefaultValue, CellValue)? {
    guard property.collection == .none, random.once(in: 2) else { return nil }
    switch property.type {
    case .int, .int8, .int16, .int32:
      let value = Int64.random(in: -5...5, using: &random)
      return (.int(value), .bytes(withUnsafeBytes(of: value) { Array($0.prefix(ColumnLayout.width(of: property.type))) }))
    case .bool: return (.bool(true), .bytes([1]))
    case .double: return (.double(2.5), .bytes(withUnsafeBytes(of: 2.5) { Array($0) }))
    case .string:
      let text = String(repeating: "x", count: [0, 5, 11, 12, 100, 700].randomElement(using: &random) ?? 0)
      return (.string(text), .text(text))
    case .data: return (.data([1, 2, 3]), .bytes([1, 2, 3]))
    case .date: return (.date(seconds: 7, nanoseconds: 8), .bytes([7, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0]))
    case .uuid: return (.uuid([UInt8](repeating: 9, count: 16)), .bytes([UInt8](repeating: 9, count: 16)))
    default: return nil
    }
  }

  /// A value for a column; embedded objects are the caller's.
  func value(_ property: PropertyModel, _ random: inout SeededGenerator) -> CellValue {
    func key(_ type: String?) -> Int64? { type.flatMap { rows[$0]?.keys.sorted().randomElement(using: &random) } }
    if property.collection == .list {
      let count = [0, 1, 2, 3, 40].randomElement(using: &random) ?? 0
      return .list(
        (0..<count).compactMap { _ in
          switch property.type {
          case .object: key(property.target).map { .link($0) }
          case .string: random.text()
          default: .int(Int64.random(in: -9...9, using: &random))
          }
        })
    }
    if property.type == .object { return random.once(in: 3) ? .null : key(property.target).map { .link($0) } ?? .null }
    if property.isOptional, random.once(in: 3) { return .null }
    switch property.type {
    case .string, .data: return random.text()
    case .bool: return .bytes([random.once(in: 2) ? 1 : 0])
    case .int, .int8, .int16, .int32:
      let value = Int64(random.once(in: 20) ? Int.random(in: -40_000...40_000, using: &random) : Int.random(in: -9...9, using: &random))
      return .bytes(EvolvingSchema.resized(withUnsafeBytes(of: value) { Array($0) }, ColumnLayout.width(of: property.type)))
    case .date: return .bytes([UInt8.random(in: 0...9, using: &random)] + [UInt8](repeating: 0, count: 11))
    default: return .bytes((0..<ColumnLayout.width(of: property.type)).map { _ in UInt8.random(in: 0...3, using: &random) })
    }
  }
}
