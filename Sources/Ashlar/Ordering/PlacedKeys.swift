/// Keys of rows with their indexes in results.
extension [(index: Int, key: Int64)] {
  /// In the order of the indexes. One function for all callers: the compiler copies `sorted(by:)` for each closure.
  @inline(never)
  func byIndex() -> Self { sorted { $0.index < $1.index } }
}
