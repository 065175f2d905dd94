public import Foundation

/// What an observer of an object is told.
@frozen public nonisolated enum ObjectChange<T> {
  /// Never.
  case error(_ error: NSError)
  /// Properties of the object were stored to since the last call.
  case change(_: T, _: [PropertyChange])
  /// The object is gone. Nothing is told after that.
  case deleted
}

/// One property of a changed object. Numbers and Bools are `NSNumber`s: `as?` gives them as every number type that can hold the value.
@frozen public nonisolated struct PropertyChange {
  /// The name of the property. Of a longer path, the name that it begins with.
  public let name: String
  /// The value at the last call, where another instance of the Realm changed it; nil for collections, and where this instance did. A linked
  /// object is shown as it is now, and may be invalidated.
  public let oldValue: Any?
  /// The value now; nil for collections, and where only something behind the property changed.
  public let newValue: Any?

  package init(name: String, oldValue: Any?, newValue: Any?) {
    self.name = name
    self.oldValue = BoxedNumber.boxed(ifPresent: oldValue)
    self.newValue = BoxedNumber.boxed(ifPresent: newValue)
  }
}
