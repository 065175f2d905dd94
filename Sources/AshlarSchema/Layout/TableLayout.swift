/// Where the columns of a table lie, for every capacity of its clusters.
///
/// The order of columns in a cluster is by falling width, then by stored name: it does not depend on the order of
/// declarations. Column ordinals, which emitted code uses, do.
public struct TableLayout: Hashable, Sendable {
  /// Bytes before the liveness bitmap of a cluster.
  public static let headerSize = 64

  /// By column ordinal.
  public let columns: [ColumnLayout]
  /// log2 of the rows of a full cluster: 8, or 7 when a row is wide.
  public let shift: Int
  /// The column ordinal of the primary key.
  public let primaryKey: Int?
  /// Ordinals in the order of the file.
  private let order: [Int]

  /// The layout of an entity's stored properties.
  public init(_ entity: EntityModel, in schema: SchemaModel) {
    columns = entity.columns.map { property in
      ColumnLayout(property, isEmbedded: property.target.flatMap(schema.entity(named:))?.kind == .embedded)
    }
    primaryKey = entity.primaryKey
    shift = columns.reduce(0) { $0 + $1.width + ($1.hasNullFlag ? 1 : 0) } > 128 ? 7 : 8
    let columns = columns
    let names = entity.columns.map(\.storedName)
    order = columns.indices.sorted { a, b in
      let (x, y) = (columns[a], columns[b])
      return x.rank != y.rank ? x.rank < y.rank : names[a].utf8.lexicographicallyPrecedes(names[b].utf8)
    }
  }

  /// Rows of a full cluster.
  public var capacity: Int { 1 << shift }

  /// The capacities a stored cluster may have, smallest first.
  public var capacityClasses: [Int] { [8, 64, capacity] }

  /// The smallest capacity that holds `rows` rows, of a table whose full clusters have `capacity`.
  public static func capacityClass(for rows: Int, of capacity: Int) -> Int { rows <= 8 ? 8 : rows <= 64 ? 64 : capacity }

  /// Bytes of the liveness bitmap.
  public static func bitmapSize(capacity: Int) -> Int { max(8, capacity / 8) }

  /// The value and null offsets of each column by ordinal, and the bytes before the heap. A null offset of 0 means that
  /// there are no null flags. Capacity 1 is the block of an unmanaged object: no header, no bitmap.
  public func offsets(capacity: Int) -> (columns: [(value: Int, null: Int)], fixedSize: Int) {
    var next = capacity == 1 ? 0 : TableLayout.headerSize + TableLayout.bitmapSize(capacity: capacity)
    var result = [(value: Int, null: Int)](repeating: (0, 0), count: columns.count)
    for ordinal in order {
      result[ordinal].value = next
      next += columns[ordinal].width * capacity
    }
    for ordinal in order where columns[ordinal].hasNullFlag {
      result[ordinal].null = next
      next += capacity
    }
    return (result, (next + 15) & ~15)
  }
}
