internal import Ashlar
internal import AshlarSchema

/// The statements that insert the objects of one type, and the fields of its table that they require. The fields are copies, because
/// copying an `ObjectTable` for each object would require reference counting.
final class TableWriter {
  struct Column {
    let ordinal: Int
    let target: Int?
    let isAny: Bool
  }

  struct Collection {
    let ordinal: Int
    let target: Int?
    let isAny: Bool
    let insert: SQLiteStatement
  }

  struct Embedded {
    let ordinal: Int
    let table: Int
    let owner: Int
    /// The statement that inserts an entry of a map; nil if the property is not a map.
    let entries: SQLiteStatement?
  }

  let insert: SQLiteStatement
  let columns: [Column]
  let collections: [Collection]
  let embedded: [Embedded]
  let ownerCount: Int
  let hasPosition: Bool
  /// Whether rows are identified by numbers, not by a primary key.
  let isNumbered: Bool
  private let keyOrdinal: Int
  private let isEmbedded: Bool
  // The numbers of the last embedded object, and of the last entry of a map of embedded objects; 0 if there is none.
  private var row: Int64 = 0
  private var entry: Int64 = 0

  init(_ table: ObjectTable, _ database: SQLiteDatabase) throws(SQLiteError) {
    insert = try database.prepare(CopyStatements.insert(into: table.name, table.insertedNames))
    columns = table.columns.map { Column(ordinal: $0.ordinal, target: $0.target, isAny: $0.isAny) }
    var collections: [Collection] = []
    var entries: [Int: SQLiteStatement] = [:]
    for (index, collection) in table.collections.enumerated() {
      let statement = try database.prepare(CopyStatements.insert(into: collection.name, collection.insertedNames))
      switch collection.element {
      case .scalar: collections.append(Collection(ordinal: collection.ordinal, target: nil, isAny: false, insert: statement))
      case .any: collections.append(Collection(ordinal: collection.ordinal, target: nil, isAny: true, insert: statement))
      case .link(let target):
        collections.append(Collection(ordinal: collection.ordinal, target: target, isAny: false, insert: statement))
      case .embedded: entries[index] = statement
      }
    }
    self.collections = collections
    embedded = table.embedded.map { use in
      Embedded(ordinal: use.ordinal, table: use.table, owner: use.owner, entries: use.entries.flatMap { entries[$0] })
    }
    ownerCount = table.owners.count
    hasPosition = table.positionName != nil
    isNumbered = table.key == nil
    keyOrdinal = table.key ?? 0
    isEmbedded = table.isEmbedded
  }

  /// Returns the key of an object that is about to be inserted. Embedded objects receive the next number.
  func key(of object: DynamicObject) -> _StoredContents {
    if !isNumbered { return object._contents(keyOrdinal) }
    guard isEmbedded else { return .int(Int(object._rowKey)) }
    row += 1
    return .int(Int(row))
  }

  /// Returns the number of the next entry. The entries of all maps of the type are numbered together.
  func nextEntry() -> Int64 {
    entry += 1
    return entry
  }
}
