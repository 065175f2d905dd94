import AshlarStore
import CAshlar

/// The property whose value the calling thread is storing. Code that rejects a value that is too long does not receive the property, so the
/// error message reads the name of the property from this type.
///
/// Invariant: `begin` is called immediately before the value is stored, while the caller retains the owner, which is unowned here. Only the
/// code that stores the value reads the label.
enum WrittenProperty {
  @inline(__always)
  static func begin(_ object: ObjectBase, _ column: Int) {
    ashlar_set_written(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), Int64(column))
  }

  @inline(__always)
  static func begin(_ entity: _Entity, _ column: Int) {
    ashlar_set_written(UnsafeRawPointer(Unmanaged.passUnretained(entity).toOpaque()), Int64(column))
  }

  /// Runs a closure that stores other values, and restores the property afterwards.
  static func keep(_ body: () -> Void) {
    let (owner, column) = (ashlar_get_written_owner(), ashlar_get_written_column())
    body()
    ashlar_set_written(owner, column)
  }

  /// The name of the property for messages; nil if none is registered.
  static var label: String? {
    guard let owner = ashlar_get_written_owner() else { return nil }
    let known = Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue()
    return ((known as? ObjectBase)?._entity ?? known as? _Entity)?.label(Int(ashlar_get_written_column()))
  }
}
