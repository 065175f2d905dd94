import AshlarSchema

extension ReadSession {
  /// Returns the indexes of several columns that a table has in the version read, in ascending order of numbers. Their parts are column
  /// ordinals. Indexes of columns that this session lacks are omitted.
  package func tupleIndexes(_ ordinal: Int) -> [IndexDefinition] {
    if let frozen { return frozen.tupleIndexes[ordinal] }
    return tables[ordinal]?.tupleIndexes ?? []
  }
}
