internal import AshlarSchema
internal import AshlarSchemaTools

extension SchemaDraft {
  mutating func addScalar(
    _ column: StoreTable.Column, _ proposal: ColumnProposal, _ key: [String], _ checks: inout [(condition: ColumnCondition?, text: String)],
    of table: StoreTable, _ foreign: StoreTable.ForeignKey?
  ) {
    let kind = proposal.type.kind
    let name = propertyName(column.name, in: table.name)
    let isKey = key == [column.name]
    let isOnlyKey = table.key == [column.name]
    let isOptional =
      !column.isRequired && !key.contains(column.name) && !(isOnlyKey && table.rowIDColumn != nil) && proposal.type != .any
    var property = DraftedProperty(name: name, type: kind.name + (isOptional ? "?" : ""), column: Self.stored(column.name, name))
    var comments = [proposal.comment].compactMap(\.self)
    if isKey {
      property.keys.append("primaryKey: true")
    } else if owners[table.name] != nil {
      // Embedded objects have neither keys nor indexes.
    } else if isOnlyKey {
      comments.append("the primary key, whose values cannot be one here")
    } else if kind.canBeIndexed, proposal.type != .any {
      let indexes = table.indexes.filter { $0.columns == [column.name] }
      let isUnique = indexes.contains { $0.isUnique && !$0.omitsRows && $0.isBinary }
      if !indexes.isEmpty { property.keys.append(isUnique ? "unique: true" : "indexed: true") }
      if indexes.contains(where: { $0.isUnique && !$0.omitsRows && !$0.isBinary }) {
        comments.append("unique in the database, by another comparison")
      }
    }
    let values = key.contains(column.name) ? nil : enumeration(column, proposal.type, checks, of: table, name)
    if let values { property.type = values.model.name + (isOptional ? "?" : "") }
    let rules = ColumnRules(values == nil ? checks.compactMap(\.condition).filter { $0.columns == [column.name] } : [], proposal.type)
    property.keys += rules.keys
    // Conditions that the property states are removed; the remaining ones become comments of the type.
    checks.removeAll { check in
      guard let condition = check.condition, condition.columns == [column.name] else { return false }
      // A Bool has no other values.
      if proposal.type == .bool, case .numbers(_, let numbers) = condition, Set(numbers) == [0, 1] { return true }
      if values != nil, case .texts = condition { return true }
      if values != nil, case .numbers = condition { return true }
      return values == nil && !rules.rest.contains(condition)
    }
    if let text = Self.defaultText(column) {
      let literal = isKey ? nil : Self.literal(text, proposal.type)
      if let name = values.flatMap({ values in literal.flatMap { values.caseName($0) } }) {
        property.keys.append("default: \(YAMLText.scalar(name))")
      } else if values == nil, !isKey, let value = Self.defaultValue(text, proposal.type),
        literal.map({ rules.permits($0) }) ?? rules.keys.isEmpty
      {
        property.keys.append("default: \(value)")
      } else {
        comments.append("default: \(text)")
      }
    }
    if foreign == nil, let store = catalog.coreData, store.isRelationship(column, of: table) {
      comments.append("a relationship whose target the store does not state: write the type of the target")
    }
    if let foreign {
      let isOfKey = column.keyPosition > 0 && catalog.table(foreign.table).map { isResolved(foreign, to: $0) } ?? false
      comments.append("refers to \(reference(foreign))" + (isOfKey ? ", and a link cannot be part of a primary key" : ""))
    }
    if !comments.isEmpty { property.comment = comments.joined(separator: "; ") }
    types[table.name]?.properties.append(property)
    columns[table.name, default: DraftedColumns()].add(
      DraftedColumns.Property(name: name, type: proposal.type, isOptional: isOptional, isEnum: values != nil), for: column.name)
  }

  // Adds an enum for a column whose values a condition lists. Returns nil if there is no such condition, or if the column has other
  // conditions.
  mutating func enumeration(
    _ column: StoreTable.Column, _ type: ValueType, _ checks: [(condition: ColumnCondition?, text: String)], of table: StoreTable,
    _ name: String
  ) -> DraftedEnum? {
    let own = checks.compactMap(\.condition).filter { $0.columns.contains(column.name) }
    guard own.count == 1 else { return nil }
    var values: [DefaultValue] = []
    switch own[0] {
    // An enum compares its raw values byte for byte.
    case .texts(_, let texts) where type == .string && column.isBinary:
      // Texts that differ only in the composition of characters would be equal raw values.
      guard Set(texts).count == texts.count else { return nil }
      values = texts.map { .string($0) }
    case .numbers(_, let numbers) where type == .int: values = numbers.map { .int($0) }
    case .texts, .numbers, .range, .length, .pattern, .order: return nil
    }
    let drafted = DraftedEnum(names.type("\(typeNames[table.name] ?? "") \(name)"), type, values)
    enums.append(drafted)
    return drafted
  }

  mutating func propertyName(_ column: String, in table: String) -> String {
    var wanted = column
    if let store = catalog.coreData, store.entity(of: table) != nil || CoreDataStore.number(table) != nil {
      wanted = column == "Z_ENT" ? "entity" : CoreDataStore.propertyName(column, model)
    }
    return propertyNames[table]?.property(wanted) ?? wanted
  }

  // Returns the SQL of the default of a column; nil if the default is NULL.
  static func defaultText(_ column: StoreTable.Column) -> String? {
    column.defaultText.flatMap { $0.uppercased() == "NULL" ? nil : $0 }
  }

  static func stored(_ column: String, _ name: String) -> String? { column.utf8.elementsEqual(name.utf8) ? nil : column }

  // Returns the value of a default, for the rules of the property; nil if the text is not a literal of the type, or if no rule of the type
  // concerns defaults.
  static func literal(_ text: String, _ type: ValueType) -> DefaultValue? {
    if type == .int { return Int64(text).map { .int($0) } }
    if type == .double { return Double(text).flatMap { $0.isFinite ? .double($0) : nil } }
    return type == .string ? string(text).map { .string($0) } : nil
  }

  // Returns a default in the schema language; nil if the text is not a literal of the type.
  static func defaultValue(_ text: String, _ type: ValueType) -> String? {
    if type == .date, ["current_timestamp", "datetime('now')"].contains(text.lowercased()) { return "now" }
    if type == .bool { return ["0": "false", "false": "false", "1": "true", "true": "true"][text.lowercased()] }
    if type == .int { return Int64(text).map { "\($0)" } }
    if type == .double { return Double(text).flatMap { $0.isFinite ? "\($0)" : nil } }
    return type == .string ? string(text).map(YAMLText.quoted) : nil
  }

  // Returns the value of a string in single quotes; nil if the text is anything else, such as the expression `'a' || 'b'`.
  private static func string(_ text: String) -> String? {
    let tokens = SQLTokens(text).tokens
    guard tokens.count == 1, case .text(let value) = tokens[0] else { return nil }
    return value
  }
}
