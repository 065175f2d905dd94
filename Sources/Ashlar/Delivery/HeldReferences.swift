import Synchronization

/// How many of the references to an instance its observers hold: when there are no others, nobody uses it between its turns.
///
/// Invariant: a registration takes its number back before it lets go of anything, so that the number is never larger than what is held.
nonisolated final class HeldReferences: Sendable {
  /// Of a registration whose references were not counted: no sum with one is ever a count.
  static let unknown = -1 << 40

  private let count = Atomic(0)
  // Twice for each registration that ends, before and after it has had a reference for itself.
  private let steps = Atomic(0)

  var current: Int { count.load(ordering: .sequentiallyConsistent) }

  func add(_ number: Int) { count.add(number, ordering: .sequentiallyConsistent) }

  /// Runs what has a reference to the instance for a moment, on any thread.
  func passing(_ body: () -> Void) {
    steps.add(1, ordering: .sequentiallyConsistent)
    body()
    steps.add(1, ordering: .sequentiallyConsistent)
  }

  /// How many more references `body` leaves to an instance; unknown when another thread may have had one meanwhile.
  func counting(_ core: _RealmCore, _ body: () -> Void) -> Int {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(core).toOpaque())
    let (step, before) = (steps.load(ordering: .sequentiallyConsistent), HeldReferences.references(to: address))
    body()
    let after = HeldReferences.references(to: address)
    return step % 2 == 0 && step == steps.load(ordering: .sequentiallyConsistent) ? after - before : HeldReferences.unknown
  }

  /// How many references there are to an object.
  static func references(to object: UnsafeRawPointer) -> Int { Int(retainCount(object)) }
}

@_silgen_name("swift_retainCount")
private nonisolated func retainCount(_ object: UnsafeRawPointer) -> UInt
