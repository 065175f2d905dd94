import AshlarSchema
import AshlarStore

/// Finds the stored object that has the values of a new object in the properties of a unique rule.
struct UniqueMatch {
  // A rule, and the index that contains the values of its properties.
  private struct Rule {
    let parts: [IndexPart]
    let condition: (part: IndexPart, value: Bool?)?
    let nilCounts: Bool
    /// The number of the index in the file; nil if the file has no index of the rule.
    let index: UInt16?

    /// The encoding of the value that the property of the condition has; empty if there is no condition.
    var encodedCondition: [UInt8] { condition.map { $0.value.map(IndexedValue.bool) ?? IndexedValue.null } ?? [] }
  }

  private let entity: _Entity
  private let core: _RealmCore
  // The unique rules over the properties; there are several only if their conditions differ.
  private let rules: [Rule]

  /// Stops the program if the type has no unique rule over exactly these properties.
  init(_ properties: [String], _ entity: _Entity, _ core: _RealmCore) {
    self.entity = entity
    self.core = core
    let columns = properties.compactMap { entity.ordinal(named: $0) }
    let names = Set(columns.map { entity.model.properties[$0].storedName })
    var rules: [Rule] = []
    for case .unique(let rule) in entity.model.rules
    where columns.count == properties.count && rule.properties.count == columns.count && names == Set(rule.properties) {
      if let found = UniqueMatch.rule(rule, entity, core) { rules.append(found) }
    }
    if rules.isEmpty { misuse(.noUniqueRule(type: entity.model.name, properties: properties)) }
    self.rules = rules
  }

  /// Returns whether a type has a unique rule over exactly these properties.
  static func exists(_ properties: [String], _ entity: _Entity) -> Bool {
    let names = properties.compactMap { entity.property(named: $0)?.property.storedName }
    guard names.count == properties.count else { return false }
    return entity.model.rules.contains { rule in
      if case .unique(let rule) = rule { rule.properties.count == names.count && Set(names) == Set(rule.properties) } else { false }
    }
  }

  private static func rule(_ rule: UniqueRule, _ entity: _Entity, _ core: _RealmCore) -> Rule? {
    func column(_ name: String) -> Int? { entity.model.properties.firstIndex { $0.storedName == name } }
    let columns = rule.properties.compactMap(column)
    let last = rule.condition.flatMap { column($0.property) }
    guard columns.count == rule.properties.count, (last == nil) == (rule.condition == nil), let table = core.session.table(entity.ordinal)
    else { return nil }
    var parts = (columns + (last.map { [$0] } ?? [])).map { IndexPart(only: $0, entity) }
    var number: UInt16?
    if parts.count == 1 {
      number = table.columnIds[columns[0]]
    } else if let index = core.session.tupleIndexes(entity.ordinal).first(where: { $0.parts == parts.map(\.column) }),
      let indexed = IndexPart.parts(of: index, entity)
    {
      (parts, number) = (indexed, index.number)
    }
    let condition = rule.condition.map { (parts[columns.count], $0.value) }
    return Rule(parts: Array(parts.prefix(columns.count)), condition: condition, nilCounts: rule.nilCounts, index: number)
  }

  /// Returns the stored object with the values of an unmanaged object, including the changes of the open write; if there are several, the
  /// one with the lowest key. A nil value matches only if the rule counts nil. Returns nil for an object that was decoded from its primary
  /// key alone, which represents the stored object with this key.
  ///
  /// Complexity: O(objects that the write has changed since the last call for the rule), plus a search in an index. A loop of calls is
  /// therefore linear. If another process has dropped the rule from the file, with its index, each call is O(objects of the type).
  func object(like object: ObjectBase) -> MatchedObject? {
    if object._isReference { return nil }
    let keyColumns = entity.keyColumns.filter { !object._isDefaultPending($0) }
    object._settleDefaults()
    var found: Int64?
    for rule in rules {
      guard let row = row(rule, object) else { continue }
      found = found.map { min($0, row) } ?? row
    }
    return MatchedObject(found, keyColumns: keyColumns)
  }

  private func row(_ rule: Rule, _ object: ObjectBase) -> Int64? {
    var wanted: [CellValue] = []
    for part in rule.parts {
      guard let value = value(part, object) else { return nil }
      if case .null = value, !rule.nilCounts { return nil }
      wanted.append(value)
    }
    guard let index = rule.index, hasIndex(index, rule) else { return scan(rule, wanted) }
    var key: [UInt8] = []
    var isExact = true
    for (part, value) in zip(rule.parts, wanted) {
      guard let encoded = part.encode(value) else { preconditionFailure("every type of a unique property has an encoding") }
      key += encoded.value
      isExact = isExact && encoded.isExact
    }
    key += rule.encodedCondition
    let rows = core.reading { () throws(StoreError) in try core.session.indexedRows(entity.ordinal, index: index, key) }
    return isExact ? rows.first : rows.first { isEqual($0, rule.parts, wanted) }
  }

  // Returns whether the version read has the index of a rule. Another process that opens the file without the rule removes the rule and its
  // index.
  private func hasIndex(_ index: UInt16, _ rule: Rule) -> Bool {
    if rule.parts.count == 1, rule.condition == nil { return core.session.hasIndex(entity.ordinal, rule.parts[0].column) }
    return core.session.tupleIndexes(entity.ordinal).contains { $0.number == index }
  }

  // Returns the row with the wanted values by comparing all rows. Used for a rule that the file no longer has.
  private func scan(_ rule: Rule, _ wanted: [CellValue]) -> Int64? {
    var (parts, wanted) = (rule.parts, wanted)
    if let condition = rule.condition {
      parts.append(condition.part)
      wanted.append(condition.value.map(CellValue.bool) ?? .null)
    }
    return core.reading { try core.session.liveKeys(entity.ordinal) }.first { isEqual($0, parts, wanted) }
  }

  // Returns whether the properties of a row have the wanted values.
  private func isEqual(_ row: Int64, _ parts: [IndexPart], _ wanted: [CellValue]) -> Bool {
    let found = core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, row) }
    guard let found else { return false }
    return zip(parts, wanted).allSatisfy { part, wanted in
      switch (UniqueMatch.value(part, found), wanted) {
      case (.null, .null): true
      case (.null, _), (_, .null): false
      case (let stored, let wanted): CellValue.order(stored, wanted) == 0
      }
    }
  }

  // Returns the value that a property of an unmanaged object will have in the file; nil if it links to an object that is not stored.
  private func value(_ part: IndexPart, _ object: ObjectBase) -> CellValue? {
    let block = object._rowAccess
    guard part.layout.type == .object else { return UniqueMatch.value(part, block) }
    guard let target = UnmanagedCell.object(block.base + block.columns[part.column].offset) as? ObjectBase else { return .null }
    return key(of: target).map(CellValue.link)
  }

  private static func value(_ part: IndexPart, _ row: RowAccess) -> CellValue {
    let offset = row.columns[part.column]
    return CellValue(
      part.layout, row.base + offset.offset + row.slot * part.layout.width,
      null: part.layout.hasNullFlag ? row.base + offset.null + row.slot : nil, home: row.home)
  }

  // Returns the key of the row that a link to an object will refer to: the key of the object, or of the stored object with its primary key.
  private func key(of target: ObjectBase) -> Int64? {
    if target._kind == .live { return target._isValid() ? target._rowAccess.key : nil }
    let type = target._entity
    guard type.hasKey, !type.keyColumns.contains(where: target._isDefaultPending) else { return nil }
    if let key = type.compoundKey {
      return key.withProbe(of: target._rowAccess) { probe in
        core.reading { () throws(StoreError) in try core.session.find(type.ordinal, probe)?.key }
      }
    }
    return KeyValue(target, type.keyColumn).withProbe { probe in
      core.reading { () throws(StoreError) in try core.session.find(type.ordinal, probe)?.key }
    }
  }
}
