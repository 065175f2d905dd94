import AshlarSchema

/// The changes to one table when a file is opened with a different schema.
struct TableChange: Sendable {
  struct Column: Sendable {
    var number: UInt16
    var property: PropertyModel
    var layout: ColumnLayout
  }

  /// The table's number in the file.
  var table: UInt32
  /// The type's stored name under the new schema.
  var type: String
  /// Whether clusters are written in a new layout after the change.
  var hasNewLayout = false
  /// Whether the type becomes embedded, or stops being embedded.
  var changesKind = false
  var becomesEmbedded = false
  /// The columns that are removed, including those that new columns replace.
  var removed: [Column] = []
  /// The old and new stored names of collections whose elements change width. They become new columns, which the migration fills.
  var rewritten: [(from: String, to: String)] = []
  /// The new stored names of integer columns that are narrowed.
  var narrowed: [String] = []
  /// The numbers of columns whose posting lists are removed or rebuilt.
  var outdatedIndexes: [UInt16] = []
  /// The numbers of columns that already have an index and whose values become unique. The posting lists of these indexes are removed and
  /// rebuilt, which counts the rows of each value.
  var judgedIndexes: [UInt16] = []
  /// The stored names of columns whose posting lists must be built.
  var newIndexes: [String] = []
  /// The numbers of indexes of several columns whose posting lists are removed: the index is dropped or rebuilt.
  var removedTuples: [UInt16] = []
  /// The numbers of indexes of several columns whose posting lists must be built: the index is new, one of its columns no longer permits
  /// nil, or the index enforces a unique rule for the first time.
  var newTuples: [UInt16] = []
  /// Whether the primary key is added, changed, removed or made required. A different order of its properties is a change.
  var hasNewKey = false

  /// Whether indexes are built or dropped.
  var changesIndexes: Bool { !newIndexes.isEmpty || !newTuples.isEmpty || !removedTuples.isEmpty }

  /// Whether the change affects only the catalog and indexes that are built, or indexes of several columns that are dropped. Open sessions
  /// do not depend on these indexes, because each adopts the indexes of the version that it reads.
  var isInCatalog: Bool {
    !hasNewLayout && !changesKind && removed.isEmpty && narrowed.isEmpty && outdatedIndexes.isEmpty && !hasNewKey
  }
}

extension TableChange {
  /// Returns whether the posting lists of an index are built.
  func builds(_ index: IndexDefinition, of table: TableDefinition) -> Bool {
    guard let column = index.column else { return newTuples.contains(index.number) }
    return newIndexes.contains(table.entity.columns[column].storedName)
  }
}
