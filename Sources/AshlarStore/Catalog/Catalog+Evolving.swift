import AshlarSchema

extension Catalog {
  /// The catalog after a change of schema, and the resulting changes to the tables.
  struct Evolution: Sendable {
    var catalog: Catalog
    var changes: [TableChange]
  }

  /// Derives the evolution to `wanted`. Throws `CatalogError.versionTooLow` if the stored version is higher than `version`;
  /// `.schemaMismatch`, with the differences that require a higher version, if the two versions are equal; `.needsMigration`, with the
  /// differences for which migration code is missing; and `.tooManyColumns` or `.tooManyIndexes` if no number is left for a new column, or
  /// for a new index of several columns.
  /// - Parameters:
  ///   - wanted: The wanted types in stored form. Types that only the file contains are left unchanged.
  ///   - model: The wanted types with their defaults, which fill new columns.
  ///   - reach: The extent to which migration code changes rows before the version is stored.
  ///   - isLenient: Whether lossless differences are also applied if the version is the same.
  ///   - features: The features that the wanted types need.
  func evolved(
    to wanted: SchemaModel, filling model: SchemaModel, version: UInt64, reach: CodeReach = .nothing, isLenient: Bool = false,
    features: Set<FileFeature> = [], path: String
  ) throws(CatalogError) -> Evolution {
    if schema.version > version { throw .versionTooLow(path: path, stored: schema.version, configured: version) }
    let differences = SchemaDifference.between(schema, wanted).filter { difference in
      if case .typeRemoved = difference { false } else { true }
    }
    let needed = differences.filter { $0.needsVersion && !(isLenient && $0.group == .automatic) }
    if schema.version == version, !needed.isEmpty { throw .schemaMismatch(path: path, needed) }
    let hard = differences.filter { !isAllowed($0, wanted, reach) }
    if !hard.isEmpty { throw .needsMigration(path: path, from: schema.version, to: version, hard) }

    let renames = SchemaRenames(from: schema, to: wanted)
    let before = schema.renaming(renames)
    var result = self
    for index in result.tables.indices {
      if let (new, _) = renames.types.first(where: { $0.value == result.tables[index].name }) { result.tables[index].name = new }
    }
    result.schema = before.adding(wanted)
    result.schema.version = version
    var changes: [TableChange] = []
    for index in result.schema.entities.indices {
      let name = result.schema.entities[index].name
      guard let entity = wanted.entity(named: name), let old = before.entity(named: name),
        let table = result.tables.firstIndex(where: { $0.name == name })
      else { continue }
      let filling = model.entities.first { $0.storedName == name }
      let formerNames = renames.properties[name] ?? [:]
      result.schema.entities[index] = Catalog.merged(
        entity, in: wanted, old, in: before, formerNames, isRaised: schema.version < version)
      let change: TableChange
      do throws(NoNumberLeft) {
        change = try result.tables[table].evolve(
          from: old, in: before, to: result.schema.entities[index], in: wanted, formerNames, filling: filling)
      } catch {
        throw error.failure(of: result.tables[table], path)
      }
      if change.hasNewLayout || !change.isInCatalog || change.changesIndexes { changes.append(change) }
    }
    for index in result.schema.entities.indices where wanted.entity(named: result.schema.entities[index].name) == nil {
      if let change = result.dropIndexesOfEmbedded(index) { changes.append(change) }
    }
    for entity in wanted.entities where before.entity(named: entity.name) == nil {
      let table = Table(id: (result.tables.last?.id ?? 0) + 1, entity, in: result.schema)
      if Int(table.nextColumn) > table.columnLimit { throw NoNumberLeft.forColumn.failure(of: table, path) }
      // If the type needs indexes of several columns, but the table has none, there were too few numbers for them.
      if table.indexes == nil, !entity.tupleIndexes.isEmpty { throw NoNumberLeft.forIndex.failure(of: table, path) }
      result.tables.append(table)
    }
    result.revision += 1
    result.add(features)
    if result.format == FormatVersion.oldestFile, !result.fitsOldestFormat { result.format = FormatVersion.file }
    return Evolution(catalog: result, changes: changes)
  }

  /// Merges a type with the stored one: stored indexes remain, whether or not the schema declares them.
  private static func merged(
    _ entity: EntityModel, in wanted: SchemaModel, _ old: EntityModel, in before: SchemaModel, _ formerNames: [String: String],
    isRaised: Bool
  ) -> EntityModel {
    var entity = entity
    var newNames: [String: String] = [:]
    for index in entity.properties.indices {
      let name = entity.properties[index].name
      guard let former = old.columns.first(where: { $0.name == formerNames[name] ?? name }) else { continue }
      if former.isIndexed, !former.isPrimaryKey { entity.properties[index].isIndexed = true }
      if case .inPlace = ColumnCarry(from: former, in: before, to: entity.properties[index], in: wanted) { newNames[former.name] = name }
    }
    entity.rules = mergedRules(entity.rules, old.rules, newNames, isRaised: isRaised).filter { rule in
      rule.kind != .index || allows(rule, entity, in: wanted)
    }
    return entity
  }

  // For a type that only the file contains, drops the indexes that contain a link to a type that has become embedded.
  private mutating func dropIndexesOfEmbedded(_ index: Int) -> TableChange? {
    let entity = schema.entities[index]
    let rules = entity.rules.filter { $0.kind != .index || Catalog.allows($0, entity, in: schema) }
    guard rules.count < entity.rules.count, let table = tables.firstIndex(where: { $0.name == entity.name }) else { return nil }
    schema.entities[index].rules = rules
    let numbers = tables[table].columnNumbers
    let tuples = tables[table].adoptIndexes(
      of: schema.entities[index], Catalog.columnLayouts(entity, in: schema),
      judgedBefore: entity.uniqueParts(numbers), [])
    var change = TableChange(table: tables[table].id, type: entity.name)
    change.removedTuples = tuples?.removed ?? []
    return change
  }

  // Returns whether a type may still have an index of the file: neither the type nor the target of a link may have become embedded.
  private static func allows(_ index: EntityRule, _ entity: EntityModel, in wanted: SchemaModel) -> Bool {
    guard index.kind.isAllowed(on: entity.kind) else { return false }
    return index.properties.allSatisfy { name in
      guard let column = entity.column(storedAs: name) else { return false }
      return column.allows(.index, target: column.target.flatMap { wanted.entity(named: $0)?.kind })
    }
  }

  // Returns whether the catalog, or migration code to the extent of `reach`, can migrate the values.
  private func isAllowed(_ difference: SchemaDifference, _ wanted: SchemaModel, _ reach: CodeReach) -> Bool {
    switch difference {
    case .kindChanged(_, .embedded, .object): true
    case .kindChanged(_, .object, .embedded): reach >= .forms
    case .kindChanged: false
    case .propertyChanged(let type, let property, _, _) where wanted.entity(named: type)?.dropped.contains(property) == true: true
    case .propertyChanged(_, _, let from, let to):
      switch ColumnCarry(from: from, to: to, isSameOptionality: true) {
      case .inPlace: true
      case .rewritten: reach >= .forms
      case .byCode: reach == .everything
      }
    case .madeOptional(let type, let property), .madeRequired(let type, let property):
      reach >= .forms || wanted.entity(named: type)?.columns.first { $0.name == property }?.collection == CollectionKind.none
    default: true
    }
  }
}

/// A table has no number left for a new column or index.
private enum NoNumberLeft: Error {
  case forColumn, forIndex

  func failure(of table: Catalog.Table, _ path: String) -> CatalogError {
    switch self {
    case .forColumn: .tooManyColumns(path: path, type: table.name, limit: table.columnLimit)
    case .forIndex: .tooManyIndexes(path: path, type: table.name, limit: StoredIndexes.limit)
    }
  }
}

extension Catalog.Table {
  /// Adopts the columns of a type.
  /// - Parameters:
  ///   - formerNames: The former stored names of columns by new name.
  ///   - model: Provides the defaults for rows that lack a column.
  /// - Returns: The changes.
  fileprivate mutating func evolve(
    from old: EntityModel, in before: SchemaModel, to entity: EntityModel, in wanted: SchemaModel, _ formerNames: [String: String],
    filling model: EntityModel?
  ) throws(NoNumberLeft) -> TableChange {
    var change = TableChange(table: id, type: entity.name)
    change.changesKind = old.kind != entity.kind
    change.becomesEmbedded = change.changesKind && entity.kind == .embedded
    let layouts = Catalog.columnLayouts(entity, in: wanted)
    let oldLayouts = Catalog.columnLayouts(old, in: before)
    let (unique, wasUnique) = (entity.uniqueColumns, old.uniqueColumns)
    let oldNumbers = columnNumbers
    var withoutNil: Set<UInt16> = []
    var numbers: [UInt16] = []
    var kept: Set<UInt16> = []
    for (column, layout) in zip(entity.columns, layouts) {
      let place = old.columns.firstIndex { $0.name == formerNames[column.name] ?? column.name }
      let carry = place.map { ColumnCarry(from: old.columns[$0], in: before, to: column, in: wanted) }
      guard let place, carry == .inPlace, let number = number(of: old.columns[place].name) else {
        if let place, carry == .rewritten { change.rewritten.append((old.columns[place].name, column.name)) }
        if Int(nextColumn) >= columnLimit { throw .forColumn }
        numbers.append(nextColumn)
        let filled = model?.columns.first { $0.storedName == column.name } ?? column
        fills[nextColumn] = ColumnFill(filled, layout)
        nextColumn += 1
        if entity.hasIndex(of: column, unique) { change.newIndexes.append(column.name) }
        continue
      }
      numbers.append(number)
      kept.insert(number)
      let was = old.columns[place]
      if layout.width < oldLayouts[place].width { change.narrowed.append(column.name) }
      // In clusters without the column, the value of all rows was zero, but zeros would now mean nil.
      if layout.hasNullFlag, !oldLayouts[place].hasNullFlag, fills[number] == nil,
        mayLack(number)
      {
        fills[number] = .bytes([UInt8](repeating: 0, count: oldLayouts[place].width))
      }
      let hadIndex = old.hasIndex(of: was, wasUnique)
      let hasIndex = entity.hasIndex(of: column, unique)
      let losesNil = was.isOptional && !column.isOptional
      let becomesUnique = unique[column.name].map { rule in wasUnique[was.name]?.nilCounts != rule.nilCounts } ?? false
      if hadIndex, !hasIndex || losesNil {
        change.outdatedIndexes.append(number)
      } else if hadIndex, becomesUnique {
        change.judgedIndexes.append(number)
      }
      if hasIndex, !hadIndex || losesNil || becomesUnique { change.newIndexes.append(column.name) }
      if column.isPrimaryKey, losesNil { change.hasNewKey = true }
      if losesNil {
        withoutNil.insert(number)
        noteNilIsZero(number)
        if layout.type == .decimal128, layout.kind == .scalar, fills[number] == nil, mayLack(number) {
          fills[number] = .bytes(ColumnFill.zeroDecimal)
        }
      }
    }
    for (place, column) in old.columns.enumerated() {
      guard let number = number(of: column.name), !kept.contains(number) else { continue }
      change.removed.append(TableChange.Column(number: number, property: column, layout: oldLayouts[place]))
      fills[number] = nil
      if old.hasIndex(of: column, wasUnique) { change.outdatedIndexes.append(number) }
    }
    let oldKey = old.keyColumns.map { number(of: old.properties[$0].name) }
    let newKey = entity.keyColumns.map { Optional(numbers[$0]) }
    if oldKey != newKey { change.hasNewKey = true }
    columns = zip(numbers, entity.columns).map { Column(number: $0, name: $1.name) }.ordered { $0.number < $1.number }
    guard let tuples = adoptIndexes(of: entity, layouts, judgedBefore: old.uniqueParts(oldNumbers), withoutNil) else {
      throw .forIndex
    }
    // The first index of several columns lowers the limit of column numbers.
    if Int(nextColumn) > columnLimit { throw .forColumn }
    (change.removedTuples, change.newTuples) = tuples
    let layout = StoredLayout(number: layout.number + 1, layouts, numbers: numbers)
    if !layout.isSame(as: self.layout) {
      self.layouts.append(layout)
      change.hasNewLayout = true
    }
    // A fill is stored with the current width of its column.
    for (number, layout) in zip(numbers, layouts) { fills[number] = fills[number]?.resized(to: layout) }
    return change
  }

  private mutating func noteNilIsZero(_ number: UInt16) {
    for layout in self.layouts.indices {
      guard let place = self.layouts[layout].columns.firstIndex(where: { $0.number == number }) else { continue }
      if self.layouts[layout].columns[place].layout.isOptional { self.layouts[layout].columns[place].nilIsZero = true }
    }
  }

  // Returns whether rows may be in clusters without the column.
  private func mayLack(_ number: UInt16) -> Bool {
    layouts.contains { layout in !layout.columns.contains { $0.number == number } }
  }
}
