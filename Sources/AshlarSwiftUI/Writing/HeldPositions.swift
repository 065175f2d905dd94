import Ashlar

/// Maps indexes of a collection, as a view shows it, to the indexes of the same elements when a write begins at a newer version.
struct HeldPositions<C: RealmCollection> {
  // Identifies one of several equal elements: the element, and the number of equal elements before it.
  private struct Place: Hashable {
    enum Element: Hashable {
      case row(Int64)
      case value(AnyHashable)
    }
    var element: Element
    var before: Int
  }

  private let shown: C
  private let version: UInt64?

  /// - Parameter shown: The collection that the view shows: unmanaged, live or frozen.
  init(in shown: C) {
    self.shown = shown.realm == nil || shown.isFrozen ? shown : shown.freeze()
    version = shown.realm?._version
  }

  /// Returns the current indexes of the elements at `positions`; elements that have been removed are omitted.
  func found(_ positions: some Sequence<Int>, in current: C) -> [Int] {
    if isSame(current) { return Array(positions) }
    let (places, now) = (places(of: shown), numbers(places(of: current)))
    return positions.filter { places.indices.contains($0) }.compactMap { now[places[$0]] }
  }

  /// Returns the index before which moved elements are inserted: that of the first element at or after `destination` that still exists and
  /// is not moved, or the end of the collection.
  func found(destination: Int, without moved: Set<Int>, in current: C) -> Int {
    if isSame(current) { return destination }
    let (places, now) = (places(of: shown), numbers(places(of: current)))
    let next = places.indices.dropFirst(destination).first { !moved.contains($0) && now[places[$0]] != nil }
    return next.flatMap { now[places[$0]] } ?? current.count
  }

  private func isSame(_ current: C) -> Bool { version == nil || current.realm?._version == version }

  private func places(of collection: C) -> [Place] {
    var counts: [Place.Element: Int] = [:]
    var places: [Place] = []
    for element in collection {
      let element: Place.Element = (element as? ObjectBase).map { .row($0._rowNumber) } ?? .value(AnyHashable(element))
      places.append(Place(element: element, before: counts[element, default: 0]))
      counts[element, default: 0] += 1
    }
    return places
  }

  private func numbers(_ places: [Place]) -> [Place: Int] {
    Dictionary(places.enumerated().map { ($1, $0) }) { first, _ in first }
  }
}
