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
  /// The numbers of columns whose values become unique and that have an index already. Its posting lists are removed and built again, which
  /// counts the rows of each value.
  var judgedIndexes: [UInt16] = []
  /// The stored names of columns whose posting lists must be built.
  var newIndexes: [String] = []
  /// The numbers of indexes of several columns whose posting lists are removed: the index is dropped, or built again.
  var removedTuples: [UInt16] = []
  /// The numbers of indexes of several columns whose posting lists must be built: the index is new, one of its columns no longer permits
  /// nil, or a unique rule judges it that did not before.
  var newTuples: [UInt16] = []
  /// Whether the primary key is added, changed, removed or made required; also if only the order of its properties changes.
  var hasNewKey = false

  /// Whether indexes are built or dropped.
  var changesIndexes: Bool { !newIndexes.isEmpty || !newTuples.isEmpty || !removedTuples.isEmpty }

  /// Whether the change affects only the catalog, apart from indexes that are built, and indexes of several columns that are dropped: no
  /// session needs them, because each adopts the indexes of the version that it reads.
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
