public import AshlarStore

extension Realm {
  /// Returns the object with this primary key, which consists of several properties; nil if there is none. Complexity: O(size of the key).
  ///
  /// ```swift
  /// let seat = realm.object(ofType: Seat.self, forPrimaryKey: .init(hall: 1, row: 3, number: "A"))
  /// ```
  ///
  /// See the guide, *Rules*.
  @inlinable
  public func object<Element: Object & CompoundKeyed>(
    ofType type: Element.Type, forPrimaryKey key: Element.PrimaryKey
  ) -> Element? {
    var parts = _KeyParts()
    type._encode(key, to: &parts)
    guard let row = _core._place(of: type._entity, withParts: parts).access(_core.context) else { return nil }
    return type._accessor(row, _core)
  }

  /// Returns the object with this primary key, given as an array of the values in the order of the key, or as a dictionary of the values by
  /// the names of the properties. Any other value stops the program. New code passes a value of the class's `PrimaryKey`, which Swift
  /// checks.
  @available(*, deprecated, message: "the primary key has several properties: pass their values as '.init(...)', the class's 'PrimaryKey'")
  public func object<Element: Object & CompoundKeyed, KeyType>(
    ofType type: Element.Type, forPrimaryKey key: KeyType
  ) -> Element? {
    guard let row = _core._place(of: type._entity, with: key).access(_core.context) else { return nil }
    return type._accessor(row, _core)
  }
}
