import AshlarSchema

extension ReadSession {
  /// A column whose values of any type link to a row; nil when there is none. O(columns of any type).
  package func anyLink(to key: Int64, of table: TableDefinition) throws -> LinkColumn? {
    let target = AnyLink(table: table.id, key: key).packed
    for case let source? in tables {
      for link in source.links where link.isAny {
        if try !sources(link, of: target).isEmpty { return link }
      }
    }
    return nil
  }

  /// The error of a migration that would embed a row to which such a column links.
  package func embeddedInValue(_ table: TableDefinition, _ link: LinkColumn, path: String) -> CatalogError {
    let source = self.table(link.source)
    return .embeddedInValue(
      path: path, type: table.entity.storedName,
      property: source.map { "\($0.entity.storedName).\($0.entity.properties[link.column].storedName)" } ?? "")
  }
}
