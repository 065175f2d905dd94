// Detects values that need not be stored again.

extension RealmCollectionValue {
  /// Returns whether two elements, which are not objects, have the same stored form. Equal values may have different forms, such as zeros
  /// with different signs, decimals with different exponents, and text with composed and decomposed characters. Always returns false for
  /// `AnyRealmValue`s, whose forms are not compared.
  func _isStoredLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (let custom as any _CustomPersistable, _): return custom.isStored(like: other)
    case (is AnyRealmValue, _): return false
    default: return haveSameForm(self, other) ?? (self == other)
    }
  }
}

extension _CustomPersistable {
  // Compares the values that are stored: the operator `==` of the type may ignore parts of them.
  fileprivate func isStored(like other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return haveSameForm(persistableValue, other.persistableValue) ?? (persistableValue == other.persistableValue)
  }
}

// Returns nil for types whose equal values have the same form.
private func haveSameForm<Value>(_ first: Value, _ second: Value) -> Bool? {
  switch (first, second) {
  case (let a as String, let b as String): a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
  case (let a as Double, let b as Double): a.bitPattern == b.bitPattern
  case (let a as Float, let b as Float): a.bitPattern == b.bitPattern
  case (let a as Decimal128, let b as Decimal128): (a.bidLow, a.bidHigh) == (b.bidLow, b.bidHigh)
  default: nil
  }
}
