import AshlarSchema

/// A report of the changes that opening a file with different types would make. The file is only read.
public struct MigrationForecast: Sendable {
  /// The kind of work that determines the duration of a change.
  public enum Work: String, Sendable {
    /// Changes only the catalog, in one commit. The time does not depend on the size of the file.
    case catalog
    /// Reads all rows of the type.
    case scan
    /// Rewrites all rows of the type.
    case rewrite
    /// Builds an index from all rows of the type.
    case index
    /// Runs migration code that migrates the values.
    case code
  }

  /// A single change.
  public struct Line: Sendable {
    /// The kind of work.
    public let work: Work
    /// A description of the change.
    public let text: String
    /// The number of rows that the work processes; nil if only the catalog changes.
    public let rows: Int?
    /// The reason why opening would fail at this change, or nil.
    public let failure: String?
  }

  /// The path of the file.
  public let path: String
  /// The schema versions of the file and of the types.
  public let from, to: UInt64
  /// The number of rows in all tables of the file.
  public let rows: Int
  /// The size of the file in bytes.
  public let bytes: Int
  /// The changes: differences between types, then invalid primary keys and broken rules that no difference reports, then migrations by
  /// migration code, then new indexes.
  public private(set) var lines: [Line] = []
  /// The reason why opening would fail that concerns no single change, or nil.
  public package(set) var failure: String?

  /// Whether opening would fail.
  public var fails: Bool { failure != nil || lines.contains { $0.failure != nil } }

  /// Examines a file. Complexity: O(rows) if values have to be read.
  /// - Parameters:
  ///   - engine: The file's engine, which is only read.
  ///   - path: The path that the report names, or nil for that of the engine, whose symbolic links may be resolved.
  ///   - wanted: The types that the file is compared with.
  ///   - reach: The extent to which migration code will change rows.
  ///   - steps: The migrations of single types by migration code, each from one release to a later one; `type` is a stored name.
  public init(
    _ engine: any StorageEngine, path: String? = nil, to wanted: WantedSchema, version: UInt64, reach: CodeReach,
    steps: [(from: UInt64, to: UInt64, type: String)]
  ) throws {
    let path = path ?? engine.path
    self.path = path
    to = version
    bytes = Int(FileStatus(engine.path).size)
    guard let before = try Catalog.read(engine) else {
      (from, rows) = (version, 0)
      return
    }
    from = before.schema.version
    let old = try ForecastRows(engine, before.definitions(of: wanted.withoutTypes))
    rows = old.session.tables.reduce(0) { $0 + ($1.map { old.session.count($0.ordinal) } ?? 0) }
    // The forecast opens the file for reading; the migration would open it for writing.
    let unknown = engine.knownFeatures.unknown(before.features).filter { $0.effect != .ignorable }.sorted()
    if !unknown.isEmpty {
      failure = StoreError.unknownFeatures(path: path, names: unknown.map(\.name)).description
      return
    }
    let evolution: Catalog.Evolution
    do throws(CatalogError) {
      evolution = try before.evolved(
        to: wanted.stored, filling: wanted.model, version: version, reach: reach, isLenient: wanted.isLenient, features: wanted.features,
        path: path)
    } catch {
      failure = error.description
      lines = wanted.differences(from: before.schema).map { Line(work: .catalog, text: $0.description, rows: nil, failure: nil) }
      return
    }
    let new = try ForecastRows(
      engine,
      evolution.catalog.withoutUnbuilt(evolution.changes).definitions(
        of: wanted.unsettled(objects: Set(evolution.changes.filter(\.becomesEmbedded).map(\.type)))))
    // Migration code fills columns that the file lacks, including keys.
    let runsCode = reach == .everything && from < version
    let keys = try self.keys(wanted, evolution, old, new, runsCode: runsCode)
    let unique = try self.uniqueRules(wanted, evolution, old, new, runsCode: runsCode)
    var rules = try ForecastRules(wanted, from: before, evolution, old, new, runsCode: runsCode)
    for difference in wanted.differences(from: before.schema) {
      lines.append(try line(difference, wanted, evolution, old, new, keys, unique, &rules))
    }
    // Adds the failures that no line reports yet. For example, if the type and the optionality of a primary key both changed, its only line
    // describes the change of type and does not report a failure of the keys.
    for (type, keys) in keys.ordered(by: { $0.key < $1.key }) {
      guard case .checked(let failure?) = keys, !lines.contains(where: { $0.failure == failure }) else { continue }
      let table = evolution.changes.first { $0.type == type }.flatMap { old.session.tablesById[$0.table] }
      lines.append(
        Line(
          work: .scan, text: "The primary keys of '\(type)' are compared.", rows: table.map { old.session.count($0.ordinal) },
          failure: failure))
    }
    // A unique rule of a new property has a line of its own; one of a property that becomes required may have none.
    let examined = unique.ordered { ($0.key.type, $0.key.name, $0.value ?? "") < ($1.key.type, $1.key.name, $1.value ?? "") }
    for (judged, failure) in examined {
      guard let failure, !lines.contains(where: { $0.failure == failure }) else { continue }
      let table = evolution.changes.first { $0.type == judged.type }.flatMap { old.session.tablesById[$0.table] }
      let properties = EntityRule.unique(judged.rule).properties
      lines.append(
        Line(
          work: .scan,
          text: properties.count == 1
            ? "The values of '\(judged.type).\(properties[0])' are compared." : "The \(judged.name) is checked.",
          rows: table.map { old.session.count($0.ordinal) }, failure: failure))
    }
    for (type, rule, rows, failure) in rules.unreported {
      lines.append(Line(work: .scan, text: "The \(rule.name(of: type)) is checked.", rows: rows, failure: failure))
    }
    for step in steps {
      let table = old.session.tables.lazy.compactMap { $0 }.first { $0.entity.storedName == step.type }
      lines.append(
        Line(
          work: .code, text: "'\(step.type)' needs migration code from version \(step.from) to \(step.to).",
          rows: table.map { old.session.count($0.ordinal) }, failure: nil))
    }
    for change in evolution.changes {
      guard let table = old.session.tablesById[change.table] else { continue }
      for name in change.newIndexes {
        lines.append(
          Line(
            work: .index, text: "The index of '\(change.type).\(name)' is built.", rows: old.session.count(table.ordinal), failure: nil))
      }
      for names in evolution.catalog.columnNames(ofIndexes: change.newTuples, change.table) {
        lines.append(
          Line(
            work: .index, text: "The \(EntityRule.index(names).name(of: change.type)) is built.",
            rows: old.session.count(table.ordinal), failure: nil))
      }
    }
  }

  /// The treatment of the primary keys of a type.
  private enum Keys {
    case checked(failure: String?)
    /// A part of the keys is stored in a new column, which migration code fills.
    case byCode
  }

  // Returns the treatment of the keys by stored type name, for all types whose keys are rebuilt.
  private func keys(
    _ wanted: WantedSchema, _ evolution: Catalog.Evolution, _ old: ForecastRows, _ new: ForecastRows, runsCode: Bool
  ) throws -> [String: Keys] {
    let finished = evolution.catalog.definitions(of: wanted).compactMap { $0 }
    var keys: [String: Keys] = [:]
    for change in evolution.changes where change.hasNewKey {
      guard let settled = finished.first(where: { $0.id == change.table }), settled.hasKey else { continue }
      let isNew = old.session.tablesById[change.table].map { table in
        settled.keyColumns.contains { !table.columnIds.contains(settled.columnIds[$0]) }
      }
      keys[change.type] = runsCode && isNew == true ? .byCode : .checked(failure: try new.duplicates(settled, path: path))
    }
    return keys
  }

  /// A unique rule of a type, by stored names.
  private struct Judged: Hashable {
    let type: String
    let rule: UniqueRule
    var name: String { EntityRule.unique(rule).name(of: type) }
  }

  // Returns the unique rules whose values are compared, each with the reason why opening would fail; nil if it would not. Values in a new
  // column that migration code fills are not compared.
  private func uniqueRules(
    _ wanted: WantedSchema, _ evolution: Catalog.Evolution, _ old: ForecastRows, _ new: ForecastRows, runsCode: Bool
  ) throws -> [Judged: String?] {
    let finished = evolution.catalog.definitions(of: wanted).compactMap { $0 }
    var failures: [Judged: String?] = [:]
    for change in evolution.changes {
      guard let table = finished.first(where: { $0.id == change.table }) else { continue }
      for index in table.indexes where index.isUnique {
        let known = Set(old.session.tablesById[change.table]?.columnIds ?? table.columnIds)
        let isNew = index.parts.contains { !known.contains(table.columnIds[$0]) }
        guard change.builds(index, of: table), !(runsCode && isNew) else { continue }
        for rule in index.unique {
          let failure = try new.conflict(table, index.judging(rule), path: path)
          failures[Judged(type: change.type, rule: rule.rule)] = .some(failure)
        }
      }
    }
    return failures
  }

  private func line(
    _ difference: SchemaDifference, _ wanted: WantedSchema, _ evolution: Catalog.Evolution, _ old: ForecastRows, _ new: ForecastRows,
    _ keys: [String: Keys], _ unique: [Judged: String?], _ rules: inout ForecastRules
  ) throws -> Line {
    func changed(_ type: String) -> (change: TableChange, old: TableDefinition, new: TableDefinition)? {
      guard let change = evolution.changes.first(where: { $0.type == type }), let before = old.session.tablesById[change.table],
        let after = new.session.tablesById[change.table]
      else { return nil }
      return (change, before, after)
    }
    func made(_ work: Work, _ type: String, failure: String? = nil) -> Line {
      let rows = work == .catalog ? nil : changed(type).map { old.session.count($0.old.ordinal) }
      return Line(work: work, text: difference.description, rows: rows, failure: failure)
    }
    func key(_ type: String) -> Line {
      switch keys[type] {
      case .checked(let failure)?: made(.scan, type, failure: failure)
      case .byCode?: made(.code, type)
      case nil: made(.scan, type)
      }
    }
    switch difference {
    case .propertyChanged(let type, let property, let from, let to):
      switch ColumnCarry(from: from, to: to, isSameOptionality: true) {
      case .inPlace:
        guard let (change, table, _) = changed(type), change.narrowed.contains(property) else { return made(.catalog, type) }
        return made(.scan, type, failure: try old.narrowing(of: property, change, table, before: evolution, path: path))
      case .rewritten:
        guard let (change, table, _) = changed(type) else { return made(.rewrite, type) }
        return made(.rewrite, type, failure: try old.narrowing(of: property, change, table, before: evolution, path: path))
      case .byCode:
        let isDropped = wanted.stored.entity(named: type)?.dropped.contains(property) == true
        return made(isDropped ? .catalog : .code, type)
      }
    case .madeRequired(let type, let property) where isKey(property, of: type, wanted):
      return key(type)
    case .madeOptional(let type, let property), .madeRequired(let type, let property):
      return made(changed(type)?.change.rewritten.contains { $0.to == property } == true ? .rewrite : .catalog, type)
    case .primaryKeyAdded(let type, _), .primaryKeyChanged(let type, _, _), .ruleAdded(let type, .primaryKey, _),
      .ruleChanged(let type, _, .primaryKey, _):
      return key(type)
    case .ruleAdded(let type, .unique(let rule), _), .ruleChanged(let type, _, .unique(let rule), _):
      return made(.scan, type, failure: unique[Judged(type: type, rule: rule)] ?? nil)
    case .kindChanged(let type, _, .embedded):
      guard let table = changed(type)?.new else { return made(.scan, type) }
      let (orphans, copies) = try new.owners(of: table)
      return Line(
        work: .rewrite, text: "\(difference) \(orphans) without an owner are deleted, and \(copies) are copied for additional owners.",
        rows: new.session.count(table.ordinal), failure: try new.embedding(of: table, path: path))
    case .ruleAdded(let type, let rule, _) where rule.concernsValues, .ruleChanged(let type, _, let rule, _) where rule.concernsValues:
      return rules.line(difference, type, rule)
    case .typeAdded(let type), .typeRemoved(let type), .typeRenamed(let type, _), .propertyRenamed(let type, _, _),
      .kindChanged(let type, _, _), .propertyAdded(let type, _), .propertyRemoved(let type, _), .primaryKeyRemoved(let type, _):
      return made(.catalog, type)
    default: return Line(work: .catalog, text: difference.description, rows: nil, failure: nil)
    }
  }

  private func isKey(_ property: String, of type: String, _ wanted: WantedSchema) -> Bool {
    wanted.stored.entity(named: type)?.columns.contains { $0.name == property && $0.isPrimaryKey } == true
  }
}
