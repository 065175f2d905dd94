import Synchronization

/// A value that was decoded before its object was there. Swift makes `init(from:)` of a class by assigning wrappers, before
/// `super.init()`, and only afterwards is there a row to store values in.
///
/// The wrapper keeps it, so that nothing is left of an object whose decoding fails. `WrapperFields` finds it in the object.
@usableFromInline nonisolated final class _DecodedProperty<Value: _Persistable>: @unchecked Sendable {
  // Set once, before anyone else has the object.
  private var known = -1
  private var value: Value?

  /// The column, once the object is there.
  @usableFromInline var column: Int {
    if known < 0 { misuse(.schema("A decoded property of type '\(Value.self)' was used before its object had been made.")) }
    return known
  }

  /// The value, until the object is there.
  var waiting: Value? { known < 0 ? value : nil }

  init(_ value: Value) {
    self.value = value
    DecodedProperties.waiting.add(1, ordering: .relaxed)
  }

  deinit {
    if known < 0 { DecodedProperties.waiting.subtract(1, ordering: .relaxed) }
  }

  func settle(_ object: ObjectBase, _ column: Int) {
    guard known < 0, let value else { return }
    known = column
    self.value = nil
    DecodedProperties.waiting.subtract(1, ordering: .relaxed)
    Value._write(object, column, value)
  }

  @usableFromInline func write(_ object: ObjectBase, _ newValue: Value) {
    if object._entity.keyColumn == column { object._willSetKey(column) }
    Value._write(object, column, newValue)
  }
}

/// What objects that are being decoded wait for.
nonisolated enum DecodedProperties {
  /// Whether any value waits, on any thread.
  static var areWaiting: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Values in wrappers whose object is not there yet, of all threads: while there is none, no object is looked at.
  static let waiting = Atomic<Int>(0)
}

/// A wrapper of any type of value.
nonisolated protocol DecodedWrapper {
  /// Stores what the wrapper at an address has in its object.
  static func settle(_ wrapper: UnsafeRawPointer, _ object: ObjectBase, _ column: Int)
}
