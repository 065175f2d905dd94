// What need not be stored again.

extension RealmCollectionValue {
  /// Whether the stored form of two elements that are no objects is the same: equal numbers may differ in it, as zeros with their sign and decimals
  /// with their exponent. False where that is not known.
  func _isStoredLike(_ other: Self) -> Bool {
    guard self == other else { return false }
    switch (self, other) {
    case (let a as Double, let b as Double): return a.bitPattern == b.bitPattern
    case (let a as Float, let b as Float): return a.bitPattern == b.bitPattern
    case (let a as Decimal128, let b as Decimal128): return (a.bidLow, a.bidHigh) == (b.bidLow, b.bidHigh)
    case (is AnyRealmValue, _): return false
    default: return true
    }
  }
}
