import AshlarSchema

/// A column whose cells are slots.
struct SlotColumn: BitwiseCopyable {
  let ordinal: Int
  /// How the elements of a collection lie.
  let element: ElementLayout?

  /// Nil when its cells are not slots.
  init?(_ layout: ColumnLayout, _ ordinal: Int) {
    guard layout.isSlot else { return nil }
    self.ordinal = ordinal
    element = layout.element
  }
}
