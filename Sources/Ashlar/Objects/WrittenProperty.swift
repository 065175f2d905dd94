import AshlarStore
import CAshlar

/// The property whose value the calling thread is storing. All that is known where a value turns out to be too long is its cell:
/// the message takes the property's name from here.
///
/// Invariant: `begin` comes right before the value is stored, while the caller holds the owner, which is unowned here; nobody asks
/// for the label but the code that stores the value.
enum WrittenProperty {
  @inline(__always)
  static func begin(_ object: ObjectBase, _ column: Int) {
    ashlar_set_written(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), Int64(column))
  }

  @inline(__always)
  static func begin(_ entity: _Entity, _ column: Int) {
    ashlar_set_written(UnsafeRawPointer(Unmanaged.passUnretained(entity).toOpaque()), Int64(column))
  }

  /// Runs something that stores other values on the way.
  static func keep(_ body: () -> Void) {
    let (owner, column) = (ashlar_get_written_owner(), ashlar_get_written_column())
    body()
    ashlar_set_written(owner, column)
  }

  /// The property as messages name it.
  static var label: String? {
    guard let owner = ashlar_get_written_owner() else { return nil }
    let known = Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue()
    return ((known as? ObjectBase)?._entity ?? known as? _Entity)?.label(Int(ashlar_get_written_column()))
  }
}
