/// Keys of rows with their indexes in results.
extension [(index: Int, key: Int64)] {
  /// Returns the keys sorted by index. A shared function, because the compiler specializes `sorted(by:)` for each closure.
  @inline(never)
  func byIndex() -> Self { sorted { $0.index < $1.index } }
}
