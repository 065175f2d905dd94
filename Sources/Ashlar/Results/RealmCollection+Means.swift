/// An integer type. The mean of a property of this type is a Double unless the call site requires an integer.
public protocol _WholeNumber: AddableType {}
/// An integer type whose sum is an Int unless the call site requires a different type.
public protocol _NarrowWholeNumber: _WholeNumber {}
extension Int: _WholeNumber {}
extension Int64: _WholeNumber {}
extension Int32: _NarrowWholeNumber {}
extension Int16: _NarrowWholeNumber {}
extension Int8: _NarrowWholeNumber {}

// These overloads are more specific than those in `RealmCollection`, so the compiler chooses them if the call site does not state a type.

extension RealmCollection where Element: ObjectBase {
  /// Returns the mean of an integer property as a Double; nil if there are no values. It is exact up to the rounding of the result.
  ///
  /// ```swift
  /// let mean = people.average(of: \.age)
  /// ```
  ///
  /// If the call site requires an integer, `let mean: Int? = …`, the mean is rounded toward zero. Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Double? where T.PersistedType: _WholeNumber {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the mean of an optional integer property as a Double, excluding nil; nil if there are no values. See `average(of:)`.
  /// Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> Double? where T.PersistedType: _WholeNumber {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the mean of an optional property, excluding nil and NaN; nil if there are no values. See `average(of:)`. Complexity: O(n).
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the sum of a property of a narrow integer type as an Int; 0 if there are no values. If the call site requires the property's
  /// own type, the sum is truncated to it. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Int where T.PersistedType: _NarrowWholeNumber {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the sum of an optional property of a narrow integer type as an Int, excluding nil; 0 if there are no values. See
  /// `RealmCollection.sum(of:)`. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> Int where T.PersistedType: _NarrowWholeNumber {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the sum of an optional property, excluding nil and NaN; 0 if there are no values. Integers wrap at 64 bits. See
  /// `RealmCollection.sum(of:)`. Complexity: O(n).
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the smallest value of an optional property, excluding nil and NaN; nil if there are no values. See `RealmCollection.min(of:)`.
  /// Complexity: O(n).
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// Returns the largest value of an optional property, excluding nil and NaN; nil if there are no values. See `RealmCollection.max(of:)`.
  /// Complexity: O(n).
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
