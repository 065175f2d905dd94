import AshlarStore

extension RealmCollection {
  /// At most so many elements, from a position on: live, and computed when they are first needed.
  ///
  ///     people.sorted(by: \.age).limited(to: 10)             // the ten youngest
  ///     people.sorted(by: \.age).limited(to: 10, offset: 20) // the third ten
  ///
  /// Of an order, no more is sorted than what is left: O(n) in the number of elements. Conditions belong in front of a limit. For pages
  /// deep in many objects, `page(after:size:)` takes less.
  /// - Parameters:
  ///   - count: how many elements at most, not negative.
  ///   - offset: how many are left out in front of them, not negative.
  public func limited(to count: Int, offset: Int = 0) -> Results<Element> { Results(_resultsCore.limited(to: count, offset: offset)) }
}

extension RealmCollection where Element: ObjectBase {
  /// At most so many objects that follow one of these, in the order of the collection: live, and computed when they are first needed.
  ///
  ///     var page = people.sorted(by: \.name).page(after: nil, size: 50)
  ///     while let last = page.last {
  ///       show(page)
  ///       page = people.sorted(by: \.name).page(after: last, size: 50)
  ///     }
  ///
  /// A page begins behind where `object` stood when it was asked for, also when the object is changed or deleted later. However far behind
  /// the first page it lies, it takes the same time: O(size) of all objects of a type in their own order, and O(n) of others.
  /// - Parameters:
  ///   - object: the last one of the page before, a valid object of the same Realm; nil for the first page.
  ///   - size: how many objects at most, not negative.
  public func page(after object: Element?, size: Int) -> Results<Element> {
    Results(_resultsCore.page(after: object.map { _resultsCore.row(of: $0) }, size: size))
  }
}

extension _ResultsCore {
  fileprivate func row(of object: ObjectBase) -> Int64 {
    guard let core, object._kind == .live, object._row.context == core.context, object._entity === entity, object._isValid() else {
      misuse(.query("A page follows an object of the same type and Realm that was not deleted."))
    }
    return object._row.key
  }
}
