/// The positions of a table's columns, for every capacity of its clusters.
///
/// In a cluster, columns are in descending order of alignment, then in the order of their numbers in the file, regardless of the order of
/// declarations. Column ordinals, which emitted code uses, follow the declarations. In a table whose columns never changed, the numbers are
/// in the order of the stored names.
public struct TableLayout: Hashable, Sendable {
  /// The size in bytes of the header, which precedes the liveness bitmap of a cluster.
  public static let headerSize = 64

  /// The layouts by column ordinal.
  public let columns: [ColumnLayout]
  /// log2 of the number of rows in a full cluster: 8, or 7 in tables that were created with rows of more than 128 bytes.
  public let shift: Int
  /// The column ordinal of the primary key; nil if there is none.
  public let primaryKey: Int?
  /// The column ordinals in the order in which a cluster stores the columns.
  private let order: [Int]

  /// Creates the layout of an entity's stored properties in a new table.
  public init(_ entity: EntityModel, in schema: SchemaModel) {
    let columns = TableLayout.columns(entity, in: schema)
    let shift = TableLayout.shift(of: columns)
    let names = entity.columns.map(\.storedName)
    let order = positionsInByteOrder(names)
    var numbers = [UInt16](repeating: 0, count: names.count)
    for (number, ordinal) in order.enumerated() { numbers[ordinal] = UInt16(number) }
    self.init(columns, numbers: numbers, shift: shift, primaryKey: entity.primaryKey)
  }

  /// Creates the layout of an entity's stored properties in an existing table. The file determines the number of each column and the number
  /// of rows in a full cluster.
  public init(_ entity: EntityModel, in schema: SchemaModel, numbers: [UInt16], shift: Int) {
    self.init(TableLayout.columns(entity, in: schema), numbers: numbers, shift: shift, primaryKey: entity.primaryKey)
  }

  /// Creates the layout of columns with these numbers.
  public init(_ columns: [ColumnLayout], numbers: [UInt16], shift: Int, primaryKey: Int?) {
    self.columns = columns
    self.shift = shift
    self.primaryKey = primaryKey
    order = ascendingPositions(columns.count) { a, b in
      let (x, y) = (columns[a].rank, columns[b].rank)
      return x != y ? x < y : numbers[a] < numbers[b]
    }
  }

  private static func columns(_ entity: EntityModel, in schema: SchemaModel) -> [ColumnLayout] {
    entity.columns.map { property in
      ColumnLayout(property, isEmbedded: property.target.flatMap(schema.entity(named:))?.kind == .embedded)
    }
  }

  /// Returns log2 of the number of rows in a full cluster of a new table.
  public static func shift(of columns: [ColumnLayout]) -> Int {
    columns.reduce(0) { $0 + $1.width + ($1.hasNullFlag ? 1 : 0) } > 128 ? 7 : 8
  }

  /// The number of rows in a full cluster.
  public var capacity: Int { 1 << shift }

  /// The capacities that a stored cluster may have, in ascending order.
  public var capacityClasses: [Int] { [8, 64, capacity] }

  /// Returns the smallest capacity that suffices for `rows` rows, in a table whose full clusters have `capacity` rows.
  public static func capacityClass(for rows: Int, of capacity: Int) -> Int { rows <= 8 ? 8 : rows <= 64 ? 64 : capacity }

  /// Returns the size of the liveness bitmap in bytes.
  public static func bitmapSize(capacity: Int) -> Int { max(8, capacity / 8) }

  /// Returns the value and null offsets of each column by ordinal, and the number of bytes before the cluster's heap. A null offset of 0
  /// means that the column has no null flags. Capacity 1 stands for the block of an unmanaged object, which has no header and no bitmap.
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
