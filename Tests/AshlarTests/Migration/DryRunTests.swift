import AshlarSchema
import AshlarStore
import Foundation
import TestSupport
import Testing

@testable import Ashlar

@Suite("Dry runs and what opening then does")
struct DryRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func key(_ name: String, _ type: ValueType, isOptional: Bool = false) -> PropertyModel {
    property(name, type) { ($0.isPrimaryKey, $0.isIndexed, $0.isOptional) = (true, true, isOptional) }
  }

  private static func model(_ entities: EntityModel...) -> SchemaModel { SchemaModel(name: "R", entities: entities) }

  /// Writes a file of version 1, and compares what its dry runs under version 2 say with what opening does.
  private func check(
    _ old: SchemaModel, _ new: SchemaModel, block: MigrationBlock? = nil, _ place: Comment? = nil, fill: (Realm) throws -> Void
  ) throws -> String? {
    try write(old, fill)
    let path = folder.file("data.realm")
    let configuration = folder.release(2, RandomEntities.make(new), migration: block)
    let plan = try Realm.migrationPlan(for: configuration)
    let failures = ([plan.failure] + plan.lines.map(\.failure)).compactMap { $0 }

    var wanted = new
    wanted.version = 2
    let forecast = try MigrationPreparation.forecast(path, wanted, SchemaHistory())
    let copied = Result { try Realm._migrateCopy(of: path, to: folder.file("copy.realm"), wanted, SchemaHistory()) }
    if case .failure(let error) = copied {
      #expect(forecast.fails || forecast.lines.contains { $0.work == .code }, "\(place ?? ""): the copy failed. \(error)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("copy.realm")), place)
      #expect(!"\(error)".contains("copying"), "\(place ?? ""): \(error)")
    } else {
      #expect(!forecast.fails, "\(place ?? ""): the copy was made. \(forecast)")
      _ = try FileInspection.read(folder.file("copy.realm"), checksums: true)
    }

    do {
      let realm = try Realm(configuration: configuration)
      #expect(!plan.wouldFail, "\(place ?? ""): opening succeeded. \(plan)")
      _ = realm.isEmpty
    } catch let error as Realm.Error {
      let needsCode = block != nil && plan.lines.contains { $0.needsCode }
      #expect(plan.wouldFail || needsCode, "\(place ?? ""): opening failed with \(error). \(plan)")
      #expect(!plan.wouldFail || failures.contains(error.localizedDescription), "\(place ?? ""): opening failed with \(error). \(plan)")
      return error.localizedDescription
    }
    _ = try FileInspection.read(path, checksums: true)
    return nil
  }

  private func write(_ model: SchemaModel, _ fill: (Realm) throws -> Void) throws {
    let realm = try Realm(configuration: folder.release(1, RandomEntities.make(model)))
    try realm.write { try fill(realm) }
  }

  @Test("an optional key that becomes required with both nil and zero is refused by both")
  func requiredKey() throws {
    let error = try check(
      Self.model(EntityModel(name: "Row", properties: [Self.key("id", .int, isOptional: true)])),
      Self.model(EntityModel(name: "Row", properties: [Self.key("id", .int)]))
    ) { realm in
      realm.dynamicCreate("Row", value: ["id": nil as Int?])
      realm.dynamicCreate("Row", value: ["id": 0])
    }
    #expect(error?.contains("rows 0 and 1 would both have 0") == true)
  }

  @Test("elements that do not fit a narrower type are refused by both", arguments: [CollectionKind.list, .set, .map])
  func narrowElements(kind: CollectionKind) throws {
    let error = try check(
      Self.model(EntityModel(name: "Row", properties: [property("numbers", .int, kind)])),
      Self.model(EntityModel(name: "Row", properties: [property("numbers", .int8, kind)]))
    ) { realm in
      realm.dynamicCreate("Row", value: ["numbers": kind == .map ? ["a": 1] : [1]])
      realm.dynamicCreate("Row", value: ["numbers": kind == .map ? ["a": 1, "b": 300] : [1, 300]])
    }
    #expect(error?.contains("'Row.numbers' becomes an integer of 8 bits, and the value 300 in row 1 does not fit") == true)
  }

  @Test("elements of a collection in segments are looked at, too")
  func narrowSegments() throws {
    let error = try check(
      Self.model(EntityModel(name: "Row", properties: [property("numbers", .int, .list)])),
      Self.model(EntityModel(name: "Row", properties: [property("numbers", .int16, .list)]))
    ) { realm in
      realm.dynamicCreate("Row", value: ["numbers": Array(0..<20_000) + [32_768]])
    }
    #expect(error?.contains("32768 in row 0 does not fit") == true)
  }

  @Test("objects that become embedded while a value of any type links to one are refused by both")
  func embeddedInValue() throws {
    let properties = [property("box", .object, target: "Box"), property("any", .any)]
    let error = try check(
      Self.model(EntityModel(name: "Row", properties: properties), EntityModel(name: "Box", properties: [property("n", .int)])),
      Self.model(
        EntityModel(name: "Row", properties: properties), EntityModel(name: "Box", kind: .embedded, properties: [property("n", .int)]))
    ) { realm in
      let box = realm.dynamicCreate("Box", value: ["n": 1])
      let row = realm.dynamicCreate("Row", value: ["box": box])
      row["any"] = AnyRealmValue.object(box)
    }
    #expect(error?.contains("objects of type 'Box' become embedded, and an AnyRealmValue of 'Row.any' links to one.") == true)
  }

  @Test("a file that a configuration only reads, and one that it deletes instead")
  func otherConfigurations() throws {
    let model = Self.model(EntityModel(name: "Row", properties: [property("n", .int)]))
    try write(model) { $0.dynamicCreate("Row", value: ["n": 1]) }
    let wider = Self.model(EntityModel(name: "Row", properties: [property("n", .string)]))
    var configuration = folder.release(2, RandomEntities.make(wider))
    configuration.readOnly = true
    #expect(try Realm.migrationPlan(for: configuration).wouldFail)
    #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    configuration.readOnly = false
    configuration.deleteRealmIfMigrationNeeded = true
    let plan = try Realm.migrationPlan(for: configuration)
    #expect(!plan.wouldFail && plan.lines.count == 1 && plan.lines[0].text.contains("deleted"))
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  // In the second of these the index has new entries that follow one another, and the last of them is one that it has already.
  @Test(
    "a key that moves to another property keeps the rows that have the same value in both",
    arguments: [[[1, 1], [2, 3], [3, 2], [4, 4]], [[1, 2], [3, 3]]])
  func movedKey(rows: [[Int]]) throws {
    func model(_ key: String) -> SchemaModel {
      Self.model(
        EntityModel(
          name: "Row",
          properties: [Self.key("a", .int), Self.key("b", .int)].map { property in
            var property = property
            if property.name != key { (property.isPrimaryKey, property.isIndexed) = (false, false) }
            return property
          }))
    }
    let error = try check(model("a"), model("b")) { realm in
      for row in rows { realm.dynamicCreate("Row", value: ["a": row[0], "b": row[1]]) }
    }
    #expect(error == nil)
    let realm = try Realm(configuration: folder.release(2, RandomEntities.make(model("b"))))
    for row in rows { #expect(realm.dynamicObject(ofType: "Row", forPrimaryKey: row[1])?["a"] as? Int == row[0]) }
  }

  // MARK: - Random schemas

  @Test("agree for random schemas and data", arguments: [0, 1, 2, 3])
  func random(number: Int) throws {
    let seed = seed()
    print("dry runs: seed \(seed), \(number)")
    for round in 0..<rounds(.dryRuns) {
      var random = SeededGenerator(seed: seed &+ UInt64(round * 4 + number))
      try pair(&random, "seed \(seed), round \(round), number \(number)")
      for name in try folder.names() { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
  }

  private struct Column {
    var name: String
    var kind: RandomKind
  }

  private func pair(_ random: inout SeededGenerator, _ place: Comment) throws {
    var columns = (0..<4).map { Column(name: "p\($0)", kind: RandomKind(&random)) }.filter { $0.kind != .link && $0.kind != .links }
    columns += [
      Column(name: "code", kind: .scalar([.int, .int16, .string].randomElement(using: &random)!, isOptional: random.once(in: 2)))
    ]
    let data = columns
    let oldKey = random.once(in: 3) ? "code" : nil
    let old = Self.model(entity(columns, key: oldKey), box(.object))
    for index in columns.indices.reversed() {
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where columns[index].name != "code": columns.remove(at: index)
      case 1...3: columns[index].kind = columns[index].kind.relative(&random)
      case 4 where random.once(in: 2): columns[index].kind = .scalar(.string, isOptional: false)
      default: break
      }
    }
    if random.once(in: 2) { columns.append(Column(name: "added", kind: RandomKind.scalar(.int, isOptional: false))) }
    let newKey: String? =
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: "code"
      case 2: "id"
      case 3 where columns.contains { $0.name == "added" }: "added"
      default: nil
      }
    let new = Self.model(entity(columns, key: newKey), box(random.once(in: 2) ? .embedded : .object))
    let rows = Int.random(in: 0...6, using: &random)
    let isLarge = random.once(in: 2)
    var generator = random
    var block: MigrationBlock?
    if random.once(in: 3) { block = { _, _ in } }
    func fill(_ realm: Realm) {
      let boxes = (0..<3).map { realm.dynamicCreate("Box", value: ["n": $0]) }
      var codes: Set<String> = []
      for id in 0..<rows {
        var values: [String: Any] = ["id": id]
        for column in data {
          let value = Self.value(column.kind, isLarge: isLarge, &generator)
          if column.name == oldKey, !codes.insert(value.map { "\($0)" } ?? "nil").inserted { return }
          values[column.name] = value as Any
        }
        if generator.once(in: 2) { values["box"] = boxes.randomElement(using: &generator) }
        if generator.once(in: 3) { values["boxes"] = [boxes[0], boxes[generator.once(in: 2) ? 0 : 1]] }
        let row = realm.dynamicCreate("Row", value: values)
        if generator.once(in: 8) { row["any"] = AnyRealmValue.object(boxes[2]) }
      }
    }
    _ = try check(old, new, block: block, place, fill: fill)
  }

  private func entity(_ columns: [Column], key: String?) -> EntityModel {
    var properties = [property("id", .int)]
    for column in columns { properties.append(column.kind.model(column.name)) }
    for index in properties.indices where properties[index].name == key {
      (properties[index].isPrimaryKey, properties[index].isIndexed) = (true, true)
    }
    properties.append(property("box", .object, target: "Box"))
    properties.append(property("boxes", .object, .list, target: "Box"))
    properties.append(property("any", .any))
    return EntityModel(name: "Row", properties: properties)
  }

  private func box(_ kind: EntityKind) -> EntityModel { EntityModel(name: "Box", kind: kind, properties: [property("n", .int)]) }

  // Few different values, so that keys meet, and numbers beside the limits of narrower types.
  private static func value(_ kind: RandomKind, isLarge: Bool, _ random: inout SeededGenerator) -> Any? {
    func scalar(_ type: ValueType, _ isOptional: Bool) -> Any? {
      if isOptional, random.once(in: 4) { return nil }
      let most = [.int8: 127, .int16: 32_767, .int32: 2_147_483_647][type] ?? Int.max
      switch type {
      case .bool: return random.once(in: 2)
      case .double: return Double([0, 1, -2].randomElement(using: &random)!)
      case .string: return ["", "a", "b", "a longer text than fifteen bytes"].randomElement(using: &random)!
      default:
        let numbers = [0, 1, 2, 127] + (isLarge ? [128, 300, -129, 32_767, 32_768, -32_769, 3_000_000_000] : [])
        return numbers.filter { abs($0) <= most }.randomElement(using: &random)!
      }
    }
    func several() -> Range<Int> { 0..<Int.random(in: 0...3, using: &random) }
    switch kind {
    case .scalar(let type, let isOptional): return scalar(type, isOptional)
    case .list(let type, let isOptional), .set(let type, let isOptional): return several().map { _ in scalar(type, isOptional) as Any }
    case .map(let type, let isOptional):
      return several().reduce(into: [String: Any]()) { $0["key \($1)"] = scalar(type, isOptional) as Any }
    case .any: return scalar(.int, true)
    case .link, .links: return nil
    }
  }
}
