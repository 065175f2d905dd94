import AshlarSchema

extension ReadSession {
  /// Returns a column with a value of any type that links to a row, or nil. Complexity: O(columns of any type).
  package func anyLink(to key: Int64, of table: TableDefinition) throws -> LinkColumn? {
    let target = AnyLink(table: table.id, key: key).packed
    for case let source? in tables {
      for link in source.links where link.isAny {
        if try !sources(link, of: target).isEmpty { return link }
      }
    }
    return nil
  }

  /// Returns the error of a migration that would embed a row to which a value of any type links.
  package func embeddedInValue(_ table: TableDefinition, _ link: LinkColumn, path: String) -> CatalogError {
    let source = self.table(link.source)
    return .embeddedInValue(
      path: path, type: table.entity.storedName,
      property: source.map { "\($0.entity.storedName).\($0.entity.properties[link.column].storedName)" } ?? "")
  }
}
