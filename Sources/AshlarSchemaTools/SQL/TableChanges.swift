package import AshlarSchema

/// The statements that migrate a server's tables from one schema to another without loss of data.
package struct TableChanges {
  /// The statements, each followed by a semicolon and a line feed; comments name the tables and columns that are retained. The text is
  /// empty if nothing changes.
  package private(set) var text = ""
  /// Changes that would lose data, or that existing rows may prevent: one sentence each. If there are any, none of the statements may be
  /// executed.
  package private(set) var refusals: [String] = []

  private let old: SchemaModel
  private let new: SchemaModel

  /// Compares the asymmetric types of two schemas. Complexity: O(n²) in the number of types, and in the number of a type's columns.
  package init(from old: SchemaModel, to new: SchemaModel) {
    let renames = SchemaRenames(from: old, to: new)
    self.old = old
    self.new = new
    for entity in new.entities where entity.kind == .asymmetric {
      let name = renames.types[entity.storedName] ?? entity.storedName
      guard let before = old.entities.first(where: { $0.storedName == name && $0.kind == .asymmetric }) else {
        text += TableStatements.create(entity, in: new)
        continue
      }
      change(before, to: entity, renames.properties[entity.storedName] ?? [:])
    }
    let kept = Set(new.entities.filter { $0.kind == .asymmetric }.map { renames.types[$0.storedName] ?? $0.storedName })
    for entity in old.entities where entity.kind == .asymmetric && !kept.contains(entity.storedName) {
      text += "-- The schema no longer has a type for the table \(commented(entity.storedName)): the table is unchanged.\n"
    }
  }

  private mutating func change(_ before: EntityModel, to entity: EntityModel, _ formerNames: [String: String]) {
    let table = PostgreSQLText.name(entity.storedName)
    let columns = PostgreSQLColumn.columns(of: entity, in: new)
    let former = PostgreSQLColumn.columns(of: before, in: old)
    func oldName(_ column: PostgreSQLColumn) -> String { formerNames[column.name] ?? column.name }
    let (oldKey, newKey) = (former.first(where: \.isKey), columns.first(where: \.isKey))
    if let oldKey, let newKey, oldKey.name != oldName(newKey) {
      return refusals.append(
        "the primary key of '\(entity.storedName)' changed from '\(oldKey.name)' to '\(newKey.name)', so sent objects could not be "
          + "recognized. Give the type another name; its table is then unchanged.")
    }
    if before.storedName != entity.storedName { text += "ALTER TABLE \(PostgreSQLText.name(before.storedName)) RENAME TO \(table);\n" }
    // Rename columns first, so that names are free before new columns use them.
    for column in columns where oldName(column) != column.name {
      text += "ALTER TABLE \(table) RENAME COLUMN \(PostgreSQLText.name(oldName(column))) TO \(PostgreSQLText.name(column.name));\n"
    }
    for column in columns {
      if let was = former.first(where: { $0.name == oldName(column) }) {
        change(was, to: column, before, entity, table)
      } else {
        add(column, entity, table)
      }
    }
    let kept = Set(columns.map(oldName))
    for column in former where !kept.contains(column.name) {
      text += "-- The schema no longer has a property for the column \(commented("\(entity.storedName).\(column.name)")): it is kept.\n"
      if !column.isNullable { text += "ALTER TABLE \(table) ALTER COLUMN \(PostgreSQLText.name(column.name)) DROP NOT NULL;\n" }
    }
    changeRules(RuleStatements(before, in: old), to: RuleStatements(entity, in: new), formerNames, table)
    if before.documentation != entity.documentation {
      text += "COMMENT ON TABLE \(table) IS \(entity.documentation.map(PostgreSQLText.literal) ?? "NULL");\n"
    }
  }

  private mutating func add(_ column: PostgreSQLColumn, _ entity: EntityModel, _ table: String) {
    var definition = TableStatements.definition(column)
    let property = column.ordinal.map { entity.properties[$0] }
    if !column.isNullable {
      // The default is retained, because objects created with the old schema may still be waiting to be sent.
      let first = property.flatMap { TableStatements.cases($0, new)?.first }
      let zero = column.type == .jsonb && property?.collection == .map ? "'{}'" : column.type.zero
      definition += " DEFAULT \(first ?? zero)"
    }
    text += "ALTER TABLE \(table) ADD COLUMN \(definition);\n"
    if let check = TableStatements.check(column, entity, new) { text += "ALTER TABLE \(table) ADD \(check);\n" }
    guard let property else { return }
    if property.isIndexed, !property.isPrimaryKey, !RuleStatements(entity, in: new).isUnique(property) {
      text += TableStatements.index(column.name, table)
    }
    text += TableStatements.comment(property, table)
  }

  private mutating func change(
    _ was: PostgreSQLColumn, to column: PostgreSQLColumn, _ before: EntityModel, _ entity: EntityModel, _ table: String
  ) {
    let alter = "ALTER TABLE \(table) ALTER COLUMN \(PostgreSQLText.name(column.name))"
    let label = "'\(entity.storedName).\(column.name)'"
    if was.type != column.type {
      guard column.type.widens(was.type) else {
        return refusals.append(
          "\(label) changes from \(was.type.rawValue) to \(column.type.rawValue), and not every value converts. Keep the column, "
            + "and give the property another name, or convert the table by hand.")
      }
      text += "\(alter) TYPE \(column.type.rawValue);\n"
    }
    if was.isNullable, !column.isNullable {
      return refusals.append(
        "\(label) becomes required, and rows of the server may have no value for it. Give them one, then run "
          + "'\(alter) SET NOT NULL' by hand.")
    }
    if !was.isNullable, column.isNullable { text += "\(alter) DROP NOT NULL;\n" }
    guard let ordinal = column.ordinal, let oldOrdinal = was.ordinal else { return }
    let (property, oldProperty) = (entity.properties[ordinal], before.properties[oldOrdinal])
    changeCheck(was, to: column, before, entity, table)
    if property.isIndexed, !property.isPrimaryKey, !oldProperty.isIndexed, !RuleStatements(entity, in: new).isUnique(property) {
      text += TableStatements.index(column.name, table)
    }
    if property.documentation != oldProperty.documentation {
      let literal = property.documentation.map(PostgreSQLText.literal) ?? "NULL"
      text += "COMMENT ON COLUMN \(table).\(PostgreSQLText.name(column.name)) IS \(literal);\n"
    }
  }

  private mutating func changeCheck(
    _ was: PostgreSQLColumn, to column: PostgreSQLColumn, _ before: EntityModel, _ entity: EntityModel, _ table: String
  ) {
    let (old, new) = (TableStatements.check(was, before, old), TableStatements.check(column, entity, new))
    if old == new { return }
    if old != nil {
      text += "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS \(PostgreSQLText.name(TableStatements.constraint(was.name)));\n"
    }
    // Existing rows may contain a case that was removed; `NOT VALID` retains such rows.
    if let new { text += "ALTER TABLE \(table) ADD \(new) NOT VALID;\n" }
  }

  /// Changes the constraints and indexes of rules. A new unique rule is refused, because rows of the server may violate it.
  private mutating func changeRules(_ was: RuleStatements, to rules: RuleStatements, _ formerNames: [String: String], _ table: String) {
    let newNames = Dictionary(formerNames.map { ($1, $0) }) { first, _ in first }
    let (before, after) = (was.checks, rules.checks)
    for check in before where !after.contains(check) {
      text += "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS \(PostgreSQLText.name(check.name));\n"
    }
    // Existing rows may violate a new rule; `NOT VALID` retains such rows.
    for check in after where !before.contains(check) { text += "ALTER TABLE \(table) ADD \(check.text) NOT VALID;\n" }
    let kept = was.entity.rules.map { $0.renaming(newNames) }
    for rule in rules.entity.rules where !kept.contains(rule) {
      guard let statement = rules.statement(for: rule, table) else { continue }
      guard rule.kind == .unique else {
        text += statement
        continue
      }
      refusals.append(
        "the \(rule.name(of: rules.entity.storedName)) is new, and rows of the server may break it. Remove such rows, then run "
          + "'\(statement.dropLast(2))' by hand.")
    }
    for rule in kept where rule.kind == .unique && !rules.entity.rules.contains(rule) {
      let name = commented(rule.name(of: rules.entity.storedName))
      text += "-- The schema no longer has the \(name): drop its constraint or index by hand.\n"
    }
  }

  // Replaces line breaks, which would end the comment.
  private func commented(_ name: String) -> String { name.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
