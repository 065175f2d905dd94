import AshlarSchema
import StoreFixtures
import TestSupport

@testable import AshlarStore

/// Three types of objects and an embedded one, whose links have random targets and delete rules. One column contains values of any type.
struct RuledGraph {
  static let part = 3
  static let tables = 0..<4
  private static let names = ["A", "B", "C", "Part"]

  let model: SchemaModel

  init(_ random: inout SeededGenerator) {
    var entities: [EntityModel] = []
    for table in RuledGraph.tables {
      var properties = [PropertyModel(name: "id", type: .int)]
      var rules: [EntityRule] = []
      for name in table == RuledGraph.part ? ["one"] : ["one", "two", "many", "more"] {
        let collection: CollectionKind = name == "many" || name == "more" ? .list : .none
        properties.append(
          PropertyModel(
            name: name, type: .object, collection: collection, isOptional: collection == .none, target: RuledGraph.names[random.below(3)]))
        // An embedded object is deleted when it is replaced, which no rule can refuse.
        if random.once(in: 4) {
          rules.append(.holderDeleted(name, table == RuledGraph.part || random.once(in: 2) ? .cascade : .deny))
        }
        if random.once(in: 4) { rules.append(.targetDeleted(name, random.once(in: 2) ? .cascade : .deny)) }
      }
      if table != RuledGraph.part {
        properties.append(PropertyModel(name: "part", type: .object, isOptional: true, target: "Part"))
        properties.append(PropertyModel(name: "parts", type: .object, collection: .list, target: "Part"))
        properties.append(PropertyModel(name: "value", type: .any))
      }
      var entity = EntityModel(
        name: RuledGraph.names[table], kind: table == RuledGraph.part ? .embedded : .object, properties: properties)
      entity.rules = rules
      entities.append(entity)
    }
    // Numbers of tables are in the order of the types in the file, ordinals in that of their names.
    model = SchemaModel(name: "Ruled", version: 1, entities: entities.shuffled(using: &random))
  }

  func open(_ path: String) throws -> SampleStore {
    let ordinals = Dictionary(uniqueKeysWithValues: RuledGraph.names.enumerated().map { ($1, $0) })
    return try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: ordinals)
  }
}

/// The rows of a graph: for each table and row, the targets of each link column. Targets of values of any type are packed `AnyLink`s.
struct GraphRows: Equatable {
  var tables: [[Int64: [Int: [Int64]]]]

  init(_ store: SampleStore) throws {
    tables = []
    for table in RuledGraph.tables {
      var rows: [Int64: [Int: [Int64]]] = [:]
      let links = store.session.table(table)?.links ?? []
      for key in try store.session.liveKeys(table) {
        guard let row = try store.session.locate(table, key) else { continue }
        rows[key] = [:]
        for link in links {
          if link.isAny {
            let cell = row.base + row.columns[link.column].offset + row.slot * Slot.size
            if case .link(let target) = try store.session.anyValue(cell, in: row.base) { rows[key]?[link.column] = [target.packed] }
          } else {
            let targets = store.value(table, row, link.column).targets
            if !targets.isEmpty { rows[key]?[link.column] = targets }
          }
        }
      }
      tables.append(rows)
    }
  }
}

/// The rows of a table that differ between two graphs.
struct GraphDifference: Equatable {
  var inserted: [Int64]
  var deleted: [Int64]
  /// The columns of links that differ, by row.
  var modified: [Int64: Set<Int>]

  init(_ before: GraphRows, _ after: GraphRows, table: Int) {
    let (old, new) = (before.tables[table], after.tables[table])
    inserted = new.keys.filter { old[$0] == nil }.sorted()
    deleted = old.keys.filter { new[$0] == nil }.sorted()
    modified = [:]
    for (key, links) in old {
      guard let now = new[key], now != links else { continue }
      modified[key] = Set(links.keys).union(now.keys).filter { links[$0] != now[$0] }
    }
  }

  /// The difference that a change set states, of columns of links.
  init(_ changes: TableChanges?, _ table: TableDefinition) {
    inserted = changes?.inserted ?? []
    deleted = changes?.deleted ?? []
    modified = [:]
    guard let changes else { return }
    for (index, key) in changes.modified.enumerated() {
      let columns = Set(table.links.map(\.column).filter { changes.hasChanged(index, column: table.columnIds[$0]) })
      if !columns.isEmpty { modified[key] = columns }
    }
  }
}

/// The effect of a deletion, computed from all rows repeatedly until nothing changes.
struct ExpectedDeletion {
  /// The rows by table.
  var deleted: [Set<Int64>]
  var violation: StoredViolation?
  var after: GraphRows

  init(_ store: SampleStore, _ before: GraphRows, _ keys: [Int: [Int64]]) {
    deleted = RuledGraph.tables.map { table in Set(keys[table] ?? []).filter { before.tables[table][$0] != nil } }
    after = before
    let links = RuledGraph.tables.flatMap { store.session.table($0)?.links ?? [] }.filter { !$0.isAny }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for link in links {
        let rules = ExpectedDeletion.rules(store, link)
        for (source, columns) in before.tables[link.source] {
          for target in columns[link.column] ?? [] {
            let isForward = link.isEmbedded || rules.contains { if case .holderDeleted(_, .cascade) = $0 { true } else { false } }
            if isForward, deleted[link.source].contains(source), deleted[link.target].insert(target).inserted { isComplete = false }
            let isBackward = rules.contains { if case .targetDeleted(_, .cascade) = $0 { true } else { false } }
            if isBackward, deleted[link.target].contains(target), deleted[link.source].insert(source).inserted { isComplete = false }
          }
        }
      }
    }
    violation = firstViolation(store, before, links)
    if violation == nil { remove(store) }
  }

  private static func rules(_ store: SampleStore, _ link: LinkColumn) -> [EntityRule] {
    guard let entity = store.session.table(link.source)?.entity else { return [] }
    return entity.rules.filter { $0.properties == [entity.columns[link.column].storedName] }
  }

  // The first one by table, direction, column and row.
  private func firstViolation(_ store: SampleStore, _ before: GraphRows, _ links: [LinkColumn]) -> StoredViolation? {
    struct Place {
      var order: [Int64]
      var violation: StoredViolation
    }
    func place(_ table: Int, _ row: Int64) -> StoredViolation.Place {
      StoredViolation.Place(type: store.session.table(table)?.entity.name ?? "", row: row, key: nil)
    }
    func column(_ link: LinkColumn) -> [Int64] { link.prefix.map { Int64($0) } }
    var found: [Place] = []
    for link in links {
      for rule in ExpectedDeletion.rules(store, link) {
        if case .holderDeleted(_, .deny) = rule {
          for source in deleted[link.source] {
            let others = Set(before.tables[link.source][source]?[link.column] ?? []).subtracting(deleted[link.target]).sorted()
            guard let first = others.first else { continue }
            found.append(
              Place(
                order: [Int64(store.session.table(link.source)?.id ?? 0), 0] + column(link) + [source],
                violation: StoredViolation(
                  rule, object: place(link.source, source), holder: place(link.target, first), more: others.count - 1)))
          }
        } else if case .targetDeleted(_, .deny) = rule {
          for target in deleted[link.target] {
            let others = before.tables[link.source].filter { $0.value[link.column]?.contains(target) == true }
              .keys.filter { !deleted[link.source].contains($0) }.sorted()
            guard let first = others.first else { continue }
            found.append(
              Place(
                order: [Int64(store.session.table(link.target)?.id ?? 0), 1] + column(link) + [target],
                violation: StoredViolation(
                  rule, object: place(link.target, target), holder: place(link.source, first), more: others.count - 1)))
          }
        }
      }
    }
    return found.min { $0.order.lexicographicallyPrecedes($1.order) }?.violation
  }

  private mutating func remove(_ store: SampleStore) {
    for table in RuledGraph.tables {
      for key in deleted[table] { after.tables[table][key] = nil }
      for link in store.session.table(table)?.links ?? [] {
        for (key, columns) in after.tables[table] {
          guard let targets = columns[link.column] else { continue }
          let remaining = targets.filter { !isDeleted($0, link, store) }
          after.tables[table][key]?[link.column] = remaining.isEmpty ? nil : remaining
        }
      }
    }
  }

  private func isDeleted(_ target: Int64, _ link: LinkColumn, _ store: SampleStore) -> Bool {
    if !link.isAny { return deleted[link.target].contains(target) }
    let place = AnyLink(packed: target)
    return store.session.table(id: place.table).map { deleted[$0.ordinal].contains(place.key) } ?? false
  }
}
