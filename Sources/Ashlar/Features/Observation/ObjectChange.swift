public import Foundation

/// A change that an observer of an object receives.
///
/// ```swift
/// let token = person.observe { (change: ObjectChange<Person>) in
///   guard case .change(_, let properties) = change else { return }
///   for property in properties { print(property.name, property.oldValue as Any, property.newValue as Any) }
/// }
/// ```
///
/// See the guide, *Observing*.
@frozen public nonisolated enum ObjectChange<T> {
  /// Never delivered.
  case error(_ error: NSError)
  /// Properties of the object were written since the previous notification.
  case change(_: T, _: [PropertyChange])
  /// The object was deleted. No further change is delivered.
  case deleted
}

/// A property of a changed object. Numbers and Booleans are `NSNumber`s, which `as?` converts to any numeric type that can represent the
/// value. See `ObjectChange` for an example.
@frozen public nonisolated struct PropertyChange {
  /// The name of the property; for a key path with several names, the first name.
  public let name: String
  /// If another instance of the Realm changed the property, its value at the previous notification or, before the first one, when the
  /// observation began. Nil if this instance changed it, if it is a collection, or if only an object reached through it changed. A linked
  /// object has its current values, and may be invalidated.
  public let oldValue: Any?
  /// The current value; nil for a collection, or if only an object that is reached through the property changed.
  public let newValue: Any?

  package init(name: String, oldValue: Any?, newValue: Any?) {
    self.name = name
    self.oldValue = BoxedNumber.boxed(ifPresent: oldValue)
    self.newValue = BoxedNumber.boxed(ifPresent: newValue)
  }
}
