extension RealmCollection where Element: ObjectBase {
  /// The position of the first element for which the condition holds, or nil. O(count).
  ///
  /// The objects of an unmanaged collection are copied into a Realm in memory to be looked at, with what they lead to, which takes some
  /// milliseconds; a condition that compares with an object stops the program there. Swift's `firstIndex(where:)` takes less.
  public func index(matching isIncluded: (Query<Element>) -> Query<Bool>) -> Int? {
    guard _resultsCore.unmanaged == nil else {
      let condition = isIncluded(Query<Element>()).condition()
      return UnmanagedSearch(_resultsCore.entity).index(in: self) { _ in condition }
    }
    return `where`(isIncluded).first.flatMap { index(of: $0) }
  }
}
