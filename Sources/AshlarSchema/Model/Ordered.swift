extension Collection {
  /// Returns the elements in ascending order; the sort is stable. Use this for short or rarely sorted collections, because each comparison
  /// calls two closures.
  ///
  /// The compiler specializes `sorted(by:)` for each closure, which takes four kilobytes of code each time. This function shares one copy
  /// of the sort among all callers.
  @inlinable
  package func ordered(by isBefore: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return ascendingPositions(elements.count) { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Collection {
  /// Returns the elements sorted by the UTF-8 bytes of the string that `text` returns for each element.
  @inlinable
  package func ordered(byBytes text: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return positionsInByteOrder(elements.map(text)).map { elements[$0] }
  }
}

/// Returns the positions below `count`, sorted by `isBefore`. This function is not optimized; otherwise the optimizer would copy the sort
/// for each closure within this module.
@usableFromInline @inline(never) @_optimize(none)
package func ascendingPositions(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] { sortedPositions(count, isBefore) }

@inline(never)
private func sortedPositions(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: isBefore) }
