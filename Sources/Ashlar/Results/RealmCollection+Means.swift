/// Integers, whose mean is a Double unless an integer is asked for.
public protocol _WholeNumber: AddableType {}
/// Integers whose sum is an Int unless another type is asked for.
public protocol _NarrowWholeNumber: _WholeNumber {}
extension Int: _WholeNumber {}
extension Int64: _WholeNumber {}
extension Int32: _NarrowWholeNumber {}
extension Int16: _NarrowWholeNumber {}
extension Int8: _NarrowWholeNumber {}

// Overloads that are more specific than those in `RealmCollection`, and are chosen where the caller does not state a type.

extension RealmCollection where Element: ObjectBase {
  /// The mean of an integer property as a Double; nil when there is none. Exact up to the rounding of the result.
  ///
  /// Where an integer is asked for, `let mean: Int? = …`, it is the mean rounded toward zero.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Double? where T.PersistedType: _WholeNumber {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The mean of an integer property as a Double, nils left out; nil when there is none.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> Double? where T.PersistedType: _WholeNumber {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The mean of a property, nils left out; nil when there is none.
  public func average<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: AddableType {
    average(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The sum of a property of narrow integers as an Int. Where the property's own type is asked for, it is narrowed to that: bits that
  /// do not fit are lost.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T>) -> Int where T.PersistedType: _NarrowWholeNumber {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The sum of a property of narrow integers as an Int, nils left out.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> Int where T.PersistedType: _NarrowWholeNumber {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The sum of a property, nils left out; 0 when there is none. Integers wrap at 64 bits.
  public func sum<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T where T.PersistedType: AddableType {
    sum(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The smallest value of a property, nils left out; nil when there is none.
  public func min<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: MinMaxType {
    min(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }

  /// The largest value of a property, nils left out; nil when there is none.
  public func max<T: _HasPersistedType>(of keyPath: KeyPath<Element, T?>) -> T? where T.PersistedType: MinMaxType {
    max(ofProperty: KeyPathParts.path(of: keyPath, for: .values))
  }
}
