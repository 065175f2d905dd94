import AshlarSchema

/// What opening a file under another schema changes in one of its tables.
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
  /// Whether clusters are written in another layout from now on.
  var hasNewLayout = false
  /// Whether its objects become embedded ones, or embedded ones objects.
  var changesKind = false
  var becomesEmbedded = false
  /// Columns that the table has no longer.
  var removed: [Column] = []
  /// Stored names, before and from now on, of collections whose elements get another width: new columns, which code is to fill.
  var rewritten: [(from: String, to: String)] = []
  /// New stored names of integer columns that get fewer bytes.
  var narrowed: [String] = []
  /// Numbers of columns whose posting lists go, or are made from the rows again.
  var outdatedIndexes: [UInt16] = []
  /// Stored names of columns whose posting lists are to be made.
  var newIndexes: [String] = []
  /// Whether rows are found by another primary key, or by none.
  var hasNewKey = false

  /// Whether the catalog alone tells all of it.
  var isInCatalog: Bool {
    !hasNewLayout && !changesKind && removed.isEmpty && narrowed.isEmpty && outdatedIndexes.isEmpty && !hasNewKey
  }
}
