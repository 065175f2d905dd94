/// A class whose objects can be made of an untyped value.
///
/// The initializer is the protocol's, since a class with designated initializers of its own does not inherit that of a base class.
public nonisolated protocol _MadeOfValue: ObjectBase {}

extension _MadeOfValue {
  /// Creates an unmanaged object from an array of values in property order, a dictionary by property name, or another object.
  /// Properties that are not named keep their defaults; a value of the wrong type stops the program.
  ///
  ///     let dog = Dog(value: ["name": "Rex", "age": 3])
  public init(value: Any) {
    self.init()
    _assign(value, policy: nil)
  }
}

extension Object: _MadeOfValue {}
extension EmbeddedObject: _MadeOfValue {}
extension AsymmetricObject: _MadeOfValue {}
