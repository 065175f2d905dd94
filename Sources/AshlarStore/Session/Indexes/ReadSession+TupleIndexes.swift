import AshlarSchema

extension ReadSession {
  /// Returns the indexes of several columns that a table has in the version read, in ascending order of numbers. Parts are ordinals of
  /// columns; an index of which this session lacks a column is not contained.
  package func tupleIndexes(_ ordinal: Int) -> [IndexDefinition] {
    if let frozen { return frozen.tupleIndexes[ordinal] }
    return tables[ordinal]?.tupleIndexes ?? []
  }
}
