/// A class whose objects can be created from an untyped value.
///
/// The initializer belongs to the protocol, because a class with designated initializers does not inherit the initializers of its base
/// class.
public nonisolated protocol _MadeOfValue: ObjectBase {}

extension _MadeOfValue {
  /// Creates an unmanaged object from an array of values in property order, a dictionary by property name, or another object:
  ///
  /// ```swift
  /// let dog = Dog(value: ["name": "Rex", "age": 3])
  /// ```
  ///
  /// Properties without a value are set to their defaults. A value of the wrong type stops the program. See the guide, *Writing*.
  public init(value: Any) {
    self.init()
    _assign(value, policy: nil)
  }
}

extension Object: _MadeOfValue {}
extension EmbeddedObject: _MadeOfValue {}
extension AsymmetricObject: _MadeOfValue {}
