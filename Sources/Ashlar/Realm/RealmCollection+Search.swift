extension RealmCollection where Element: ObjectBase {
  /// Returns the position of the first element that satisfies a condition; nil if there is none. Complexity: O(count).
  ///
  /// ```swift
  /// let index = people.index(matching: { $0.name == "Ada" })
  /// ```
  ///
  /// Unmanaged objects of an unmanaged collection are copied, with all objects that they reach, to an in-memory Realm and evaluated there,
  /// which takes some milliseconds. In this case, a condition that compares with an object stops the program. Swift's `firstIndex(where:)`
  /// is faster.
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
    guard _resultsCore.unmanaged == nil else {
      let condition = isIncluded(Query<Element>()).condition()
      return UnmanagedSearch(_resultsCore.entity).index(in: self) { _ in condition }
    }
    return `where`(isIncluded).first.flatMap { index(of: $0) }
  }
}
