import AshlarSchema

extension TableDefinition {
  /// Returns the columns that contain `AnyRealmValue`s, as link columns whose target may be any table.
  func anyLinks() -> [LinkColumn] {
    entity.columns.enumerated().compactMap { column, property in
      guard property.type == .any else { return nil }
      return LinkColumn(
        source: ordinal, column: column, target: -1, element: layout.columns[column].element, isEmbedded: false,
        isAny: true, prefix: ColumnPrefix.bytes(table: id, column: columnIds[column]))
    }
  }
}
