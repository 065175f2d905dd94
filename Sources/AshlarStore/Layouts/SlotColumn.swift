import AshlarSchema

/// A column whose cells are slots.
struct SlotColumn: BitwiseCopyable {
  let ordinal: Int
  /// The layout of a collection's elements; nil if the column contains no collections.
  let element: ElementLayout?

  /// Returns nil if the cells are not slots.
  init?(_ layout: ColumnLayout, _ ordinal: Int) {
    guard layout.isSlot else { return nil }
    self.ordinal = ordinal
    element = layout.element
  }
}
