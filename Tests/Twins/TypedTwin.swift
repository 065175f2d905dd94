public import RealmSwift

/// A class whose properties are read and written by their own accessors.
public protocol TypedTwin: ObjectBase {
  /// What each stored property reads as.
  var typedValues: [(name: String, value: Any)] { get }
  /// Sets each stored property to what another object of the class has.
  func setTyped(_ other: ObjectBase)
}
