import AshlarSchema

/// A column whose cells are slots.
struct SlotColumn: BitwiseCopyable {
  let ordinal: Int
  /// The element layout of a collection.
  let element: ElementLayout?

  /// Returns nil if the cells are not slots.
  init?(_ layout: ColumnLayout, _ ordinal: Int) {
    guard layout.isSlot else { return nil }
    self.ordinal = ordinal
    element = layout.element
  }
}
