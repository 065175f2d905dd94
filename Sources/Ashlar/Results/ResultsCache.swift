/// Values that results have computed, valid for one version of the data.
///
/// All values except `rows` describe the rows of the source that match the conditions, before sorting, DISTINCT and limits.
///
/// No mutating method takes a closure or calls into the Realm: values are computed first and then stored, so accesses to the cache never
/// overlap.
struct ResultsCache {
  /// The `dataVersion` for which the values are valid; 0 if no values are cached.
  private(set) var version: UInt64 = 0
  private(set) var rows = ResultsRows.unknown
  /// The rows that indexes found, in ascending order; absent if no index is usable or a scan is cheaper.
  private(set) var indexed = KnownValue<[Int64]>.unknown
  /// The first matching row in the order of the table.
  private(set) var first = KnownValue<Int64>.unknown
  /// The number of matching rows; nil if it is unknown.
  private(set) var matches: Int?

  /// Discards all values.
  mutating func clear() {
    version = 0
    rows = .unknown
    indexed = .unknown
    first = .unknown
    matches = nil
    _checkInvariants()
  }

  /// Makes the values valid for a later version, in which the rows do not differ.
  mutating func carry(to version: UInt64) {
    assert(self.version != 0, "values must have a version before they are valid for another")
    self.version = version
    _checkInvariants()
  }

  mutating func store(indexed found: [Int64]?, at version: UInt64) {
    assert(indexed.isUnknown, "indexes must be searched once for a version")
    indexed = KnownValue(found)
    stamp(version)
  }

  mutating func store(first found: Int64?, at version: UInt64) {
    assert(first.isUnknown, "the first match must be found once for a version")
    first = KnownValue(found)
    stamp(version)
  }

  mutating func store(matches found: Int, at version: UInt64) {
    assert(matches == nil, "matches must be counted once for a version")
    matches = found
    stamp(version)
  }

  /// Stores the first rows in sort order, or the first linking objects; the other rows are unknown.
  mutating func store(start found: [Int64], at version: UInt64) {
    assert(rows.count == nil, "the first rows must not replace all rows")
    rows = .start(found)
    stamp(version)
  }

  mutating func store(bits found: MatchedRows, at version: UInt64) {
    if case .unknown = rows {} else { assertionFailure("a scan must not replace known rows") }
    rows = .bits(found)
    stamp(version)
  }

  mutating func store(keys found: [Int64], at version: UInt64) {
    assert(rows.count.map { $0 == found.count } ?? true, "the keys must be those of the known rows")
    rows = .keys(found)
    stamp(version)
  }

  /// Stores rows that an observer computed, replacing any other rows.
  mutating func store(observed found: ResultsRows, at version: UInt64) {
    rows = found
    stamp(version)
  }

  private mutating func stamp(_ version: UInt64) {
    assert(self.version == 0 || self.version == version, "values of another version must be discarded first")
    self.version = version
    _checkInvariants()
  }

  /// Checks the invariants of the type. Complexity: O(1); see also `_checkContents`.
  func _checkInvariants() {
    if version == 0 {
      if case .unknown = rows {} else { assertionFailure("rows must have a version") }
      assert(indexed.isUnknown && first.isUnknown && matches == nil, "values must have a version")
    }
    if case .found(let keys) = indexed {
      assert(matches == nil || matches == keys.count, "indexes must find as many rows as match")
      if case .found(let key) = first { assert(key == keys.first, "the first match must be the first that indexes find") }
    }
    if case .bits(let found) = rows {
      if case .absent = indexed {} else { assertionFailure("rows must be scanned only if no index finds them") }
      assert(matches == nil || matches == found.count, "a scan must find as many rows as match")
      if case .found(let key) = first { assert(key == found.first, "the first match must be the first that a scan finds") }
    }
    if let matches {
      switch first {
      case .unknown: break
      case .absent: assert(matches == 0, "a first match must exist if rows match")
      case .found: assert(matches > 0, "no first match must exist if no row matches")
      }
    }
  }

  /// Checks the invariants, and the order and the number of the cached rows. Complexity: O(n).
  func _checkContents() {
    _checkInvariants()
    if case .found(let keys) = indexed { assert(keys.isStrictlyAscending, "indexes must find rows in ascending order") }
    switch rows {
    case .unknown, .start, .keys: break
    case .bits(let found):
      assert(found.keys.isStrictlyAscending && found.keys.count == found.count, "the rows of a scan must be in ascending order")
    case .observed(let order): order._checkInvariants()
    }
  }
}

extension [Int64] {
  /// Whether each key is greater than the one before it.
  var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
