import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Random releases with random blocks")
struct RandomChainTests {
  private struct Column: Equatable {
    var name: String
    var kind: RandomKind
    var was: [String] = []
  }

  /// What a release does to a property of the one before, for the block and for the model.
  private enum Change {
    case kept(from: String)
    case renamed(from: String)
    case converted(from: String)
    case new
  }

  @Test("have the contents of a model of dictionaries, in place and on a copy", arguments: [0, 1, 2, 3])
  func chains(number: Int) throws {
    let seed = seed()
    print("random releases: seed \(seed), \(number)")
    for round in 0..<rounds(.chains) {
      var random = SeededGenerator(seed: seed &+ UInt64(round * 4 + number))
      try chain(&random, "seed \(seed), round \(round), chain \(number)")
    }
  }

  private func chain(_ random: inout SeededGenerator, _ place: Comment) throws {
    let folder = try TemporaryFolder()
    var columns = (0..<4).map { Column(name: "p\($0)", kind: RandomKind(&random)) }
    var hasKey = true
    var names = 4
    var nextID = 0
    var model: [Int: [String: RandomValue]] = [:]
    var changes: [String: Change] = [:]
    for version in UInt64(1)...6 {
      if version > 1 {
        let before = columns
        columns = []
        changes = [:]
        for column in before {
          var column = column
          column.was = []
          switch Int.random(in: 0..<8, using: &random) {
          case 0: continue
          case 1:
            column.kind = column.kind.relative(&random)
            changes[column.name] = .kept(from: column.name)
          case 2:
            column.was = [column.name]
            column.name = "p\(names)"
            names += 1
            changes[column.name] = .kept(from: column.was[0])
          case 3:
            changes["p\(names)"] = .renamed(from: column.name)
            column.name = "p\(names)"
            names += 1
          case 4:
            column.kind = .scalar(.string, isOptional: false)
            changes[column.name] = .converted(from: column.name)
          default: changes[column.name] = .kept(from: column.name)
          }
          columns.append(column)
        }
        if columns.count < 8, random.once(in: 2) {
          columns.append(Column(name: "p\(names)", kind: RandomKind(&random)))
          changes["p\(names)"] = .new
          names += 1
        }
        if random.once(in: 3) { hasKey.toggle() }
        for (id, row) in model { model[id] = RandomChainTests.migrated(row, columns, changes) }
      }
      var properties = [property("id", .int) { if hasKey { ($0.isPrimaryKey, $0.isIndexed) = (true, true) } }]
      for column in columns {
        var made = column.kind.model(column.name)
        made.was = column.was
        properties.append(made)
      }
      properties.shuffle(using: &random)
      let types = RandomEntities.make(SchemaModel(name: "R", entities: [EntityModel(name: "Row", properties: properties)]))
      let plan = changes
      let shift = random.once(in: 2)
      var configuration = folder.release(version, types) { migration, _ in RandomChainTests.run(plan, shift: shift, migration) }
      configuration.migrationMemory = random.once(in: 2) ? 0 : .max
      try {
        let realm = try Realm(configuration: configuration)
        try compare(realm, columns, model, place)
        try realm.write { change(realm, columns, &model, &nextID, &random) }
        try compare(realm, columns, model, place)
      }()
      _ = try FileInspection.read(folder.file("data.realm"), checksums: true)
    }
  }

  private static func migrated(_ row: [String: RandomValue], _ columns: [Column], _ changes: [String: Change]) -> [String: RandomValue] {
    var result: [String: RandomValue] = [:]
    for column in columns {
      switch changes[column.name] ?? .new {
      case .kept(let from): result[column.name] = (row[from] ?? .null).carried(to: column.kind)
      case .renamed(let from): result[column.name] = row[from]
      case .converted(let from):
        // A text that stays one is not converted.
        result[column.name] = row[from].map { .text(text($0)) }
      case .new: result[column.name] = .zero(column.kind)
      }
    }
    return result
  }

  // Gives every row another key for a while, if asked to.
  private static func run(_ changes: [String: Change], shift: Bool, _ migration: Migration) {
    func rename() {
      for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
        if case .renamed(let from) = change { migration.renameProperty(onType: "Row", from: from, to: name) }
      }
    }
    // The first as the schema would, later ones object by object.
    if !shift { rename() }
    migration.enumerateObjects(ofType: "Row") { old, new in
      for (name, change) in changes {
        if case .converted(let from) = change { new?[name] = text(RandomValue(read: old?[from])) }
      }
      if shift { new?["id"] = -1 - (new?["id"] as? Int ?? 0) }
    }
    if shift {
      migration.enumerateObjects(ofType: "Row") { old, new in new?["id"] = old?["id"] }
      rename()
    }
  }

  private static func text(_ value: RandomValue) -> String {
    switch value {
    case .null: "null"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .text(let value): value
    case .link(let id): "-> \(id)"
    case .list(let values): values.map(text).joined(separator: ", ")
    case .set(let values): values.map(text).sorted().joined(separator: ", ")
    case .map(let values): values.map { "\($0.key): \(text($0.value))" }.sorted().joined(separator: ", ")
    }
  }

  private func compare(_ realm: Realm, _ columns: [Column], _ model: [Int: [String: RandomValue]], _ place: Comment) throws {
    let rows = realm.dynamicObjects("Row")
    var found: [Int: [String: RandomValue]] = [:]
    for row in rows {
      let id = row["id"] as? Int ?? -1
      found[id] = columns.reduce(into: [:]) { $0[$1.name] = RandomValue(read: row[$1.name]) }
    }
    #expect(rows.count == model.count, place)
    if realm.schema["Row"]?.primaryKeyProperty != nil {
      let missing = model.keys.filter { realm.dynamicObject(ofType: "Row", forPrimaryKey: $0)?["id"] as? Int != $0 }
      #expect(missing.isEmpty, place)
      #expect(realm.dynamicObject(ofType: "Row", forPrimaryKey: -7) == nil, place)
    }
    for (id, row) in model where found[id] != row {
      for (name, value) in row where found[id]?[name] != value {
        Issue.record("\(place): row \(id).\(name) is \(String(describing: found[id]?[name])), not \(value)")
      }
    }
  }

  private func change(
    _ realm: Realm, _ columns: [Column], _ model: inout [Int: [String: RandomValue]], _ nextID: inout Int, _ random: inout SeededGenerator
  ) {
    var objects: [Int: DynamicObject] = [:]
    for object in realm.dynamicObjects("Row") { objects[object["id"] as? Int ?? -1] = object }
    for id in model.keys.sorted() where random.once(in: 8) {
      if let object = objects.removeValue(forKey: id) { realm.delete(object) }
      model[id] = nil
      for (other, row) in model { model[other] = row.mapValues { $0.without(id) } }
    }
    for _ in 0..<Int.random(in: 1...(random.once(in: 4) ? 300 : 20), using: &random) {
      objects[nextID] = realm.dynamicCreate("Row", value: ["id": nextID])
      model[nextID] = columns.reduce(into: [:]) { $0[$1.name] = .zero($1.kind) }
      nextID += 1
    }
    let ids = model.keys.sorted()
    for id in ids where random.once(in: 2) {
      guard let column = columns.randomElement(using: &random) else { continue }
      let value = RandomValue(column.kind, ids: ids, &random)
      objects[id]?[column.name] = value.untyped { objects[$0] }
      model[id]?[column.name] = value
    }
  }
}

extension RandomValue {
  /// The value once a row is deleted.
  fileprivate func without(_ id: Int) -> RandomValue {
    switch self {
    case .link(id): .null
    case .list(let values) where values.contains(.link(id)): .list(values.filter { $0 != .link(id) })
    default: self
    }
  }
}
