// Detects values that need not be stored again.

extension RealmCollectionValue {
  /// Returns whether two elements, which are not objects, have the same stored form. Equal numbers may have different forms, such as zeros
  /// with different signs and decimals with different exponents. Returns false if the forms are unknown.
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
