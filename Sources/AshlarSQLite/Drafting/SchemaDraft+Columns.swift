internal import AshlarSchema
internal import AshlarSchemaTools

extension SchemaDraft {
  mutating func addColumns(of table: StoreTable) throws(SQLiteError) {
    let samples = try samples(of: table)
    let entities = catalog.coreData?.entities(in: table.name) ?? []
    if entities.count > 1 {
      let list = entities.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
      types[table.name]?.comments.append("Objects of several entities: entity is the number of one of these: \(list).")
    }
    var proposals: [String: ColumnProposal] = [:]
    for column in table.columns {
      let sample = samples[column.name] ?? ColumnSample()
      let isKnownDate = catalog.dates(column, of: table, nil) != nil && (sample.areNumbers || sample.values == 0)
      proposals[column.name] = isKnownDate ? .knownDate : ColumnProposal(column, sample)
    }
    let owner = owners[table.name]
    let key = owner == nil ? key(of: table, proposals, samples) : []
    let position = owner.flatMap { table.isUnique($0.columns) ? nil : table.position }
    var checks = table.checks.flatMap { tokens in
      ColumnCondition.read(tokens) { token in
        // A number is a word, too.
        if case .word(let name) = token, name.utf8.first.map({ !(0x30...0x39).contains($0) }) ?? false { return table.column(name)?.name }
        if case .name(let name) = token { return table.column(name)?.name }
        return nil
      }
    }
    for column in table.columns {
      if catalog.isImplied(column.name, of: table), column.name != "Z_ENT" || entities.count < 2 { continue }
      guard (1...63).contains(column.name.utf8.count) else {
        omitted.append("the column '\(table.name).\(column.name)', whose name has more than 63 bytes or none")
        continue
      }
      let declared = table.foreignKeys.filter { $0.columns == [column.name] }
      let foreign = declared.first { linkTarget($0, of: table) != nil } ?? declared.first
      // The columns that contain the owner and the position of an embedded object do not become properties.
      if let owner, owner.columns.contains(column.name) || column == position { continue }
      for other in declared where other.table != foreign?.table {
        let comment = "\(column.name) also refers to \(reference(other))."
        types[table.name]?.comments.append(comment)
      }
      if let foreign, let target = linkTarget(foreign, of: table) {
        addLink(column, to: target, of: table)
        continue
      }
      guard let proposal = proposals[column.name] else { continue }
      addScalar(column, proposal, key, &checks, of: table, foreign)
    }
    guard let drafted = columns[table.name] else { return }
    if let owner {
      types[table.name]?.comments += TableRules.lost(table, owner: owner.columns)
    } else {
      if key.isEmpty, table.key.count > 1 {
        let list = table.key.joined(separator: ", ")
        types[table.name]?.comments.append("The primary key has several columns, whose values cannot be a key here: \(list).")
      }
      let rules = TableRules(table, drafted, key: key)
      types[table.name]?.keys = rules.keys
      types[table.name]?.comments += rules.comments
    }
    addOrders(checks, drafted, of: table)
  }

  // Adds the conditions on two properties, and comments for those that no rule can state.
  private mutating func addOrders(
    _ checks: [(condition: ColumnCondition?, text: String)], _ drafted: DraftedColumns, of table: StoreTable
  ) {
    var texts: [String] = []
    for (condition, text) in checks {
      guard case .order(let column, let symbol, let other)? = condition, column != other, let left = drafted.properties[column],
        let right = drafted.properties[other], left.isComparable(symbol, to: right),
        // A rule compares texts byte for byte.
        table.column(column)?.isBinary == true, table.column(other)?.isBinary == true
      else {
        types[table.name]?.comments.append("CHECK (\(text)).")
        continue
      }
      let pair = "\(left.name) \(symbol) \(right.name)"
      let reversed = "\(right.name) \(symbol) \(left.name)"
      if !texts.contains(pair), !texts.contains(reversed) || symbol.hasPrefix("<") { texts.append(pair) }
    }
    if !texts.isEmpty { types[table.name]?.keys.append("checks: [\(texts.map(YAMLText.quoted).joined(separator: ", "))]") }
  }

  // Returns the columns of the primary key; an empty array if their values cannot be a key.
  private func key(of table: StoreTable, _ proposals: [String: ColumnProposal], _ samples: [String: ColumnSample]) -> [String] {
    let isKey = table.key.allSatisfy { name in
      guard let proposal = proposals[name], samples[name]?.nulls ?? 0 == 0, (1...63).contains(name.utf8.count) else { return false }
      if proposal.type.kind.canBeKey { return true }
      return table.key.count > 1 && (proposal.type == .bool || proposal.type == .date)
    }
    return isKey && table.key.count <= RuleKind.partLimit && catalog.coreData?.entity(of: table.name) == nil ? table.key : []
  }
}
