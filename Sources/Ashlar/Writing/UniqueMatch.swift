import AshlarSchema
import AshlarStore

/// Finds the stored object that has the values of a new object in the properties of a unique rule.
struct UniqueMatch {
  // A rule, and the index that contains the values of its properties.
  private struct Rule {
    let parts: [IndexPart]
    /// The encoding of the value that the property of the condition has; empty if there is no condition.
    let condition: [UInt8]
    let nilCounts: Bool
    /// The number of the index in the file.
    let index: UInt16
  }

  private let entity: _Entity
  private let core: _RealmCore
  // The rules of the properties: several only if they have different conditions.
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
    guard columns.count == rule.properties.count, let table = core.session.table(entity.ordinal) else { return nil }
    if rule.condition == nil, columns.count == 1 {
      return Rule(
        parts: [IndexPart(only: columns[0], entity)], condition: [], nilCounts: rule.nilCounts, index: table.columnIds[columns[0]])
    }
    let parts = columns + (rule.condition.flatMap { column($0.property) }.map { [$0] } ?? [])
    guard let index = core.session.tupleIndexes(entity.ordinal).first(where: { $0.parts == parts }),
      let indexed = IndexPart.parts(of: index, entity)
    else { return nil }
    let condition = rule.condition.map { $0.value.map(IndexedValue.bool) ?? IndexedValue.null }
    return Rule(
      parts: Array(indexed.prefix(columns.count)), condition: condition ?? [], nilCounts: rule.nilCounts, index: index.number)
  }

  /// Returns the stored object with the values of an unmanaged object, including the changes of the open write; if there are several, that
  /// with the lowest key. A nil value matches only if the rule counts nil. Returns nil for an object that was decoded from its primary key
  /// alone, which stands for the object with this key.
  ///
  /// Complexity: O(objects that the write has changed since the last call for the rule), and a search in an index. A loop of calls is
  /// therefore linear.
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
    var value: [UInt8] = []
    var isExact = true
    for part in rule.parts {
      guard let encoded = encoded(part, object) else { return nil }
      if encoded.value == IndexedValue.null, !rule.nilCounts { return nil }
      value += encoded.value
      isExact = isExact && encoded.isExact
    }
    value += rule.condition
    let rows = core.reading { () throws(StoreError) in try core.session.indexedRows(entity.ordinal, index: rule.index, value) }
    return isExact ? rows.first : rows.first { row in rule.parts.allSatisfy { hasSameText($0, row, object) } }
  }

  // Returns the encoding of a property of an unmanaged object; nil if it links to an object that is not stored.
  private func encoded(_ part: IndexPart, _ object: ObjectBase) -> (value: [UInt8], isExact: Bool)? {
    let block = object._rowAccess
    let offset = block.columns[part.column]
    guard part.layout.type == .object else {
      let null = part.layout.hasNullFlag ? block.base + offset.null : nil
      return part.encode(CellValue(part.layout, block.base + offset.offset, null: null, home: block.home))
    }
    guard let target = UnmanagedCell.object(block.base + offset.offset) as? ObjectBase else { return (IndexedValue.null, true) }
    return key(of: target).map { (IndexedValue.link(to: $0), true) }
  }

  // Returns the key of the row to which a link to an object will lead: that of the object, or of the stored object with its primary key.
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

  // Returns whether a row and an object have the same text; true for other properties. Different texts may have the same encoding.
  private func hasSameText(_ part: IndexPart, _ row: Int64, _ object: ObjectBase) -> Bool {
    guard part.layout.type == .string else { return true }
    let found = core.reading { () throws(StoreError) in try core.session.locate(entity.ordinal, row) }
    guard let found else { return false }
    let block = object._rowAccess
    let stored = found.base + found.columns[part.column].offset + found.slot * part.layout.width
    let new = block.base + block.columns[part.column].offset
    return Slot(at: stored).isNull == Slot(at: new).isNull
      && Slot.bytes(at: stored, in: found.home).elementsEqual(Slot.bytes(at: new, in: block.home))
  }
}
