// Nil and NaN are excluded, as in the aggregates of collections. Each aggregate has a separate overload for optional properties, so that
// its type is not a nested optional.
extension GroupedResults {
  /// Returns the sum of a property for each group, excluding NaN; 0 for a group without values. Integers wrap at 64 bits. Only the numbers
  /// among `AnyRealmValue`s are added.
  ///
  /// ```swift
  /// print(orders.grouped(by: \.city).sum(of: \.total))
  /// ```
  ///
  /// - Parameter keyPath: A stored property, or a path through to-one links.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, T> where T.PersistedType: AddableType {
    sums(keyPath)
  }

  /// Returns the sum of an optional property for each group, excluding nil and NaN; 0 for a group without values. Integers wrap at 64 bits.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, T> where T.PersistedType: AddableType {
    sums(keyPath)
  }

  /// Returns the sum of a property of a narrow integer type for each group, as an Int; 0 for a group without values.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, Int>
  where T.PersistedType: _NarrowWholeNumber {
    sums(keyPath)
  }

  /// Returns the sum of an optional property of a narrow integer type for each group, as an Int, excluding nil; 0 for a group without
  /// values.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, Int>
  where T.PersistedType: _NarrowWholeNumber {
    sums(keyPath)
  }

  /// Returns the mean of a property for each group, excluding NaN; nil for a group without values. Only the numbers among `AnyRealmValue`s
  /// are included.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, T?>
  where T.PersistedType: AddableType {
    means(keyPath)
  }

  /// Returns the mean of an optional property for each group, excluding nil and NaN; nil for a group without values.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, T?>
  where T.PersistedType: AddableType {
    means(keyPath)
  }

  /// Returns the mean of an integer property for each group, as a Double; nil for a group without values. If the call site requires
  /// integers, the means are rounded toward zero.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, Double?>
  where T.PersistedType: _WholeNumber {
    means(keyPath)
  }

  /// Returns the mean of an optional integer property for each group, as a Double, excluding nil; nil for a group without values.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, Double?>
  where T.PersistedType: _WholeNumber {
    means(keyPath)
  }

  /// Returns the smallest value of a property for each group, excluding NaN and `AnyRealmValue.none`; nil for a group without values.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, T?> where T.PersistedType: MinMaxType {
    extremes(.min, keyPath)
  }

  /// Returns the smallest value of an optional property for each group, excluding nil and NaN; nil for a group without values.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, T?> where T.PersistedType: MinMaxType {
    extremes(.min, keyPath)
  }

  /// Returns the largest value of a property for each group, excluding NaN and `AnyRealmValue.none`; nil for a group without values.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> GroupedValues<Key, T?> where T.PersistedType: MinMaxType {
    extremes(.max, keyPath)
  }

  /// Returns the largest value of an optional property for each group, excluding nil and NaN; nil for a group without values.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> GroupedValues<Key, T?> where T.PersistedType: MinMaxType {
    extremes(.max, keyPath)
  }

  // Returns the sum of each group; 0 for a group without values.
  private func sums<T>(_ keyPath: PartialKeyPath<Element>) -> GroupedValues<Key, T> {
    figures(.sum, keyPath) { NumberDelivery.deliver($0 ?? 0, $1) }
  }

  private func means<T>(_ keyPath: PartialKeyPath<Element>) -> GroupedValues<Key, T?> {
    figures(T.self is any FixedWidthInteger.Type ? .roundedAverage : .average, keyPath) { value, origin in
      value.map { NumberDelivery.deliver($0, origin) as T }
    }
  }

  private func extremes<T>(_ figure: GroupFigure, _ keyPath: PartialKeyPath<Element>) -> GroupedValues<Key, T?> {
    figures(figure, keyPath) { value, origin in value.map { NumberDelivery.deliver($0, origin) as T } }
  }
}
