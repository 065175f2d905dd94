/// Keys of rows with their indexes in results.
extension [(index: Int, key: Int64)] {
  /// Returns the keys sorted by index. The function is not inlined, because the compiler would specialize `sorted(by:)` for each caller.
  @inline(never)
  func byIndex() -> Self { sorted { $0.index < $1.index } }
}
