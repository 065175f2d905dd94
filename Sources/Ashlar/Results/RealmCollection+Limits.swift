import AshlarStore

extension RealmCollection {
  /// Returns at most `count` elements, beginning at the position `offset`. The results are live and evaluated when they are first read.
  ///
  /// ```swift
  /// people.sorted(by: \.age).limited(to: 10)             // the ten youngest
  /// people.sorted(by: \.age).limited(to: 10, offset: 20) // the third ten
  /// ```
  ///
  /// Conditions must be applied before a limit. For pages far from the first object, `page(after:size:)` is faster.
  ///
  /// Complexity: O(n) in the number of elements. If the elements are sorted, only those up to the end of the limit are sorted, unless these
  /// are a quarter of all elements or more. If an index has the order, only those are read, provided that `count` and `offset` are each at
  /// most 10,000. See the guide, *Performance*.
  ///
  /// - Parameters:
  ///   - count: The maximum number of elements, at least 0. A negative number stops the program.
  ///   - offset: The number of elements to skip, at least 0. A negative number stops the program.
  public func limited(to count: Int, offset: Int = 0) -> Results<Element> { Results(_resultsCore.limited(to: count, offset: offset)) }
}

extension RealmCollection where Element: ObjectBase {
  /// Returns up to `size` objects that follow `object` in the order of the collection. The results are live and evaluated when they are
  /// first read.
  ///
  /// ```swift
  /// var page = people.sorted(by: \.name).page(after: nil, size: 50)
  /// while let last = page.last {
  ///   show(page)
  ///   page = people.sorted(by: \.name).page(after: last, size: 50)
  /// }
  /// ```
  ///
  /// A page begins after the position that `object` had when this function was called, even if the object is changed or deleted later.
  /// Called on the result of `limited` or on an unmanaged collection, this function stops the program.
  ///
  /// Complexity: O(`size`) for all objects of a type, unsorted, and for objects in the order of an index; O(n) for other collections. The
  /// complexity does not depend on the distance from the first page.
  ///
  /// - Parameters:
  ///   - object: The last object of the previous page, a valid object of the same Realm; nil for the first page.
  ///   - size: The maximum number of objects, at least 0. A negative number stops the program.
  public func page(after object: Element?, size: Int) -> Results<Element> {
    Results(_resultsCore.page(after: object.map { _resultsCore.row(of: $0) }, size: size))
  }
}

extension _ResultsCore {
  fileprivate func row(of object: ObjectBase) -> Int64 {
    guard let core, object._kind == .live, object._rowAccess.context == core.context, object._entity === entity, object._isValid() else {
      misuse(.query("The object that a page follows must have the same type and Realm as the results, and must not be deleted."))
    }
    return object._rowAccess.key
  }
}
