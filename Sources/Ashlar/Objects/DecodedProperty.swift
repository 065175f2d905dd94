import Synchronization

/// A value that is decoded before its object exists. The `init(from:)` that Swift synthesizes for a class assigns the wrappers before it
/// calls `super.init()`, which creates the row that can store the values.
///
/// The wrapper contains the value, so that the value is released with the wrapper if decoding fails. `WrapperFields` finds the wrapper in
/// the object.
@usableFromInline nonisolated final class _DecodedProperty<Value: _Persistable>: @unchecked Sendable {
  // The column; -1 until the object exists. Set once, before any other code has a reference to the object.
  private var known = -1
  // Nil if the key was absent, in which case the object keeps its default, and after the value has been written to the object.
  private var value: Value?

  /// The column. Reading it before the object exists stops the program.
  @usableFromInline var column: Int {
    if known < 0 { misuse(.schema("A decoded property of type '\(Value.self)' was used before its object had been made.")) }
    return known
  }

  /// The value until the object exists; nil afterwards, or if the key was absent.
  var waiting: Value? { known < 0 ? value : nil }

  init(_ value: Value?) {
    self.value = value
    DecodedProperties.waiting.add(1, ordering: .relaxed)
  }

  deinit {
    if known < 0 { DecodedProperties.waiting.subtract(1, ordering: .relaxed) }
  }

  func settle(_ object: ObjectBase, _ column: Int) {
    guard known < 0 else { return }
    known = column
    DecodedProperties.waiting.subtract(1, ordering: .relaxed)
    guard let value else { return }
    self.value = nil
    Value._write(object, column, value)
  }

  @usableFromInline func write(_ object: ObjectBase, _ newValue: Value) {
    if object._entity.isKey(column) { object._willSetKey(column) }
    Value._write(object, column, newValue)
  }
}

/// Counts the decoded wrappers whose objects do not exist yet.
nonisolated enum DecodedProperties {
  /// Whether any decoded wrapper waits for its object, on any thread.
  static var areWaiting: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// The number of decoded wrappers that wait for their objects, on all threads. While it is 0, new objects need not be searched for
  /// wrappers.
  static let waiting = Atomic<Int>(0)
}

/// Type-erased access to a property wrapper that may contain a decoded value.
nonisolated protocol DecodedWrapper {
  /// Writes the pending value of the wrapper at an address to a column of its object.
  static func settle(_ wrapper: UnsafeRawPointer, _ object: ObjectBase, _ column: Int)
}
