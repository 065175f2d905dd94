import AshlarSchema

/// The rules about values that a migration would check, and the failures that it would find, for `MigrationForecast`.
struct ForecastRules {
  /// The rules of one type that its rows may break, and the failures that were found.
  private struct Examined {
    let rows: Int
    /// The reasons why opening would fail, by the rules that rows break.
    var failures: [EntityRule: String] = [:]
    /// The rules that concern a column which migration code fills.
    var byCode: Set<EntityRule> = []
    var rules: [EntityRule] = []
  }

  private var types: [String: Examined] = [:]
  // The failures that no line has reported yet, in the order of the types.
  private(set) var unreported: [(type: String, rule: EntityRule, rows: Int, failure: String)] = []

  /// Examines the rows that may break a new or narrower rule. Complexity: O(rows).
  /// - Parameters:
  ///   - old: The rows as stored.
  ///   - new: The rows under the new schema, without the changes of migration code.
  ///   - runsCode: Whether migration code fills columns that the file lacks.
  init(
    _ wanted: WantedSchema, from before: Catalog, _ evolution: Catalog.Evolution, _ old: ForecastRows, _ new: ForecastRows, runsCode: Bool
  ) throws {
    let finished = evolution.catalog.definitions(of: wanted).compactMap { $0 }.filter { $0.checkMask != 0 }
    for table in finished {
      let checks = evolution.catalog.newChecks(of: table, after: before).new
      guard !checks.isEmpty, let stored = old.session.tablesById[table.id],
        let name = evolution.catalog.tables.first(where: { $0.id == table.id })?.name
      else { continue }
      let change = evolution.changes.first { $0.table == table.id }
      var examined = Examined(rows: old.session.count(stored.ordinal))
      examined.rules = checks.checks.map(\.rule)
      // Collections whose elements change width are new columns, which have no elements yet.
      let formerNames = Dictionary((change?.rewritten ?? []).map { ($0.to, $0.from) }) { first, _ in first }
      func isRewritten(_ rule: EntityRule) -> Bool { rule.properties.contains { formerNames[$0] != nil } }
      func isFilled(_ check: ValueCheck) -> Bool {
        runsCode && [check.column, check.other].contains { !stored.columnIds.contains(table.columnIds[$0]) }
      }
      examined.byCode = Set(checks.checks.filter { isFilled($0) && !isRewritten($0.rule) }.map(\.rule))
      let byCode = examined.byCode
      for fault in try RuleScan(table, new.session).faults(checks.filter { !byCode.contains($0) && !isRewritten($0) }) {
        examined.failures[fault.violation.rule] = fault.error(path: old.session.engine.path).description
      }
      for rule in examined.rules where isRewritten(rule) {
        let former = ValueChecks([rule.renaming(formerNames)], of: name, { stored.layouts[$0] }) { property in
          stored.entity.columns.firstIndex { $0.storedName == property }
        }
        for var fault in try RuleScan(stored, old.session).faults(former) {
          fault.violation.rule = rule
          examined.failures[rule] = fault.error(path: old.session.engine.path).description
        }
      }
      types[name] = examined
      for rule in examined.rules {
        if let failure = examined.failures[rule] { unreported.append((name, rule, examined.rows, failure)) }
      }
    }
  }

  /// Returns the line of a rule that was added or changed, and removes the failure of the rule from `unreported`.
  mutating func line(_ difference: SchemaDifference, _ type: String, _ rule: EntityRule) -> MigrationForecast.Line {
    guard let examined = types[type], examined.rules.contains(rule) else {
      return MigrationForecast.Line(work: .catalog, text: difference.description, rows: nil, failure: nil)
    }
    unreported.removeAll { $0.type == type && $0.rule == rule }
    return MigrationForecast.Line(
      work: examined.byCode.contains(rule) ? .code : .scan, text: difference.description, rows: examined.rows,
      failure: examined.failures[rule])
  }
}
