import AshlarSchema

/// Objects for one destination, read from the outbox and encoded. Objects that cannot be encoded are listed in `unsendable`.
struct Batch {
  private(set) var keys: [Int64] = []
  private(set) var values: [ValueArray]
  /// The size in bytes of each object, in the order of `keys`.
  private(set) var sizes: [Int] = []
  private(set) var unsendable: [(key: Int64, reason: String)] = []

  init(_ shape: RowShape) { values = shape.columns.map { ValueArray($0.type) } }

  mutating func append(_ key: Int64, _ object: UnsafeRawBufferPointer, _ shape: RowShape) throws {
    do {
      try shape.append(object, to: &values)
      keys.append(key)
      sizes.append(object.count)
    } catch let error as RowShape.Unsendable {
      unsendable.append((key, error.reason))
    }
  }
}
