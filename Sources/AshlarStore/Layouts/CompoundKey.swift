public import AshlarSchema

/// A primary key of several columns.
///
/// The encoding of a key consists of the encodings of its parts in the order of the key. Parts are encoded as `IndexedValue` specifies,
/// except that text of any size is encoded completely. No encoding of a part is a prefix of another one, so keys are equal if and only if
/// their encodings are.
public struct CompoundKey: Sendable {
  let parts: [(column: Int, layout: ColumnLayout)]
  /// The maximum size of the encodings of all parts other than text.
  let fixedSize: Int

  /// - Parameters:
  ///   - columns: The ordinals of the columns, in the order of the key.
  ///   - layouts: The layouts of all columns of the table.
  /// - Returns: Nil unless there are several columns.
  public init?(_ columns: [Int], _ layouts: [ColumnLayout]) {
    guard columns.count > 1 else { return nil }
    parts = columns.map { ($0, layouts[$0]) }
    fixedSize = parts.reduce(0) { $0 + ($1.layout.kind == .string ? 0 : CompoundKey.partSize) }
  }

  /// The maximum size of the encoding of a part other than text: one byte before a UUID.
  static let partSize = 17
}
