import Synchronization

/// The number of references to an instance that its observers hold. If there are no other references, the instance is not used between its
/// turns.
///
/// Invariant: a registration subtracts its number before it releases any reference, so that the count never exceeds the number of
/// references that are held.
nonisolated final class HeldReferences: Sendable {
  /// The number for a registration whose references could not be counted reliably. It is negative enough that no sum that includes it
  /// equals a real count.
  static let unknown = -1 << 40

  private let count = Atomic(0)
  // Incremented twice for each registration that ends: before and after it temporarily retains the instance.
  private let steps = Atomic(0)

  var current: Int { count.load(ordering: .sequentiallyConsistent) }

  func add(_ number: Int) { count.add(number, ordering: .sequentiallyConsistent) }

  /// Runs `body`, which temporarily retains the instance. May be called on any thread.
  func passing(_ body: () -> Void) {
    steps.add(1, ordering: .sequentiallyConsistent)
    body()
    steps.add(1, ordering: .sequentiallyConsistent)
  }

  /// Returns the number of references to an instance that `body` adds, or `unknown` if another thread may have retained the instance
  /// temporarily during the count.
  func counting(_ core: _RealmCore, _ body: () -> Void) -> Int {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(core).toOpaque())
    let (step, before) = (steps.load(ordering: .sequentiallyConsistent), HeldReferences.references(to: address))
    body()
    let after = HeldReferences.references(to: address)
    return step % 2 == 0 && step == steps.load(ordering: .sequentiallyConsistent) ? after - before : HeldReferences.unknown
  }

  /// Returns the reference count of an object.
  static func references(to object: UnsafeRawPointer) -> Int { Int(retainCount(object)) }
}

@_silgen_name("swift_retainCount")
private nonisolated func retainCount(_ object: UnsafeRawPointer) -> UInt
