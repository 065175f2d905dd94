import Dispatch

/// Creates and registers observers of one value, with given key paths. Every `observe` and every `changes` of objects, projections,
/// collections, maps and sections creates a source and registers its observer through it.
struct ObservationSource<Change> {
  /// A function that creates an observer in `core`, another Realm instance of the same file. An observer without a first call receives the
  /// changes since the version that `base`, a frozen Realm, reads. Returns nil if `core` lacks the type of the object or the owner of the
  /// collection.
  typealias Elsewhere = (_ core: _RealmCore, _ base: _RealmCore, _ block: @escaping (Change) -> Void) -> Observer?

  /// The Realm instance of the value.
  let core: _RealmCore
  /// Creates an observer in the instance of the value. Stops the program for invalid key paths.
  let observer: (@escaping (Change) -> Void) -> Observer
  /// Freezes the parts of the value that another instance needs. The returned function may be called on any thread; its captures are
  /// frozen.
  let frozen: () -> Elsewhere

  /// Registers an observer in the confinement of the value. If a queue is given, registers the observer later, in a block on the queue.
  func observe(on queue: DispatchQueue?, _ place: @autoclosure () -> String, _ block: @escaping (Change) -> Void) -> NotificationToken {
    if let queue { return handover(place(), block).register(on: queue) }
    return core.observe(observer(block))
  }

  /// Returns the handover of an observer to another confinement.
  func handover(_ place: String, _ block: @escaping (Change) -> Void) -> Handover {
    // Invalid key paths stop the program here, not in the other confinement.
    _ = observer(block)
    let make = frozen()
    return Handover(from: core, place) { core, base in make(core, base, block) }
  }

  /// The changes as the source of a sequence.
  var changes: ChangeSource<Change> { ChangeSource(core, observer) }

  /// Returns a source that delivers transformed changes.
  func map<Other>(_ transform: @escaping (Change) -> Other) -> ObservationSource<Other> {
    ObservationSource<Other>(
      core: core,
      observer: { [observer] block in observer { block(transform($0)) } },
      frozen: { [frozen] in
        let make = frozen()
        return { core, base, block in make(core, base) { block(transform($0)) } }
      })
  }
}
