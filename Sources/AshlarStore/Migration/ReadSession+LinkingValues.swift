import AshlarSchema

extension ReadSession {
  /// Returns an `AnyRealmValue` column with a value that links to a row; nil if there is none. Complexity: O(`AnyRealmValue` columns).
  package func anyLink(to key: Int64, of table: TableDefinition) throws -> LinkColumn? {
    let target = AnyLink(table: table.id, key: key).packed
    for case let source? in tables {
      for link in source.links where link.isAny {
        if try !sources(link, of: target).isEmpty { return link }
      }
    }
    return nil
  }

  /// Returns the error of a migration that would embed a row to which an `AnyRealmValue` links.
  package func embeddedInValue(_ table: TableDefinition, _ link: LinkColumn, path: String) -> CatalogError {
    let source = self.table(link.source)
    return .embeddedInValue(
      path: path, type: table.entity.storedName,
      property: source.map { "\($0.entity.storedName).\($0.entity.properties[link.column].storedName)" } ?? "")
  }
}
