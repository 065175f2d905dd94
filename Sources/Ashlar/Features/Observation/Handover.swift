import AshlarStore
import Dispatch

/// Registers an observer in another confinement, with a separate Realm instance. An observer without a first call receives the changes
/// since the version that was read when `observe` was called.
///
/// Invariants: the frozen Realm may be read on any thread, and pins that version while the handover exists; `make` is called once, in the
/// target confinement. While the handover exists, the feed counts it as an observer, and therefore retains the changes of commits.
nonisolated final class Handover: @unchecked Sendable {
  private let frozen: _RealmCore
  private let position: UInt64
  private let place: String
  private let make: (_ core: _RealmCore, _ base: _RealmCore) -> Observer?

  /// - Parameters:
  ///   - core: The caller's instance.
  ///   - make: Creates the observer for the target's instance; `base` is a frozen Realm of the version relative to which changes are
  ///     reported. Returns nil if the instance lacks the type of the observed object or the owner of the observed collection.
  convenience init(
    from core: _RealmCore, _ place: String, _ make: @escaping (_ core: _RealmCore, _ base: _RealmCore) -> Observer?
  ) {
    self.init(ofFrozen: core.frozenCore(), place, make)
  }

  /// - Parameter frozen: A frozen Realm of the version relative to which changes are reported.
  init(ofFrozen frozen: _RealmCore, _ place: String, _ make: @escaping (_ core: _RealmCore, _ base: _RealmCore) -> Observer?) {
    self.frozen = frozen
    self.place = place
    self.make = make
    let feed = frozen.session.engine.changes
    feed.addObserver()
    position = feed.position(at: frozen.session.version)
  }

  deinit { frozen.session.engine.changes.removeObserver() }

  /// Registers the observer later, in a block on the queue.
  func register(on queue: DispatchQueue) -> NotificationToken {
    let registration = Registration()
    register(registration, on: queue)
    return NotificationToken(registration)
  }

  /// Registers the observer later, in a block on the queue.
  func register(_ registration: Registration, on queue: DispatchQueue) {
    // The registration retains the handover; the block does not. If the registration ends, the file can therefore be closed before the
    // queue runs.
    registration.wait(for: queue) { self.register($0, in: queue) }
    queue.async { registration.takeBeginning()?(registration) }
  }

  // Called in a block on the queue.
  private func register(_ registration: Registration, in queue: DispatchQueue) {
    do {
      let confinement = try Confinement(queue, of: frozen.configuration)
      register(registration, at: try RealmOpening.open(frozen.configuration, place: place, confinement: confinement))
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  /// Registers the observer on the actor. Returns a token without effect if the task is cancelled, or if `make` returns nil. Stops the
  /// program if the Realm cannot be opened.
  func register<A: Actor>(on actor: isolated A) async -> NotificationToken {
    do {
      let core = try await RealmOpening.open(
        frozen.configuration, place: place, confinement: .current(in: actor), isolation: actor)
      let registration = Registration()
      register(registration, at: core)
      return NotificationToken(registration)
    } catch is CancellationError {
      return .inert()
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  private func register(_ registration: Registration, at core: _RealmCore) {
    core.checkConfinement("Realm")
    if !core.session.isWriting, core.session.version < frozen.session.version { _ = core.advance() }
    let table = core.observerTable()
    var made: Observer?
    let references = table.held.counting(core) { made = make(core, frozen) }
    guard let observer = made else {
      registration.end()
      return
    }
    // The registration itself also retains the instance.
    registration.references = references + 1
    table.add(registration, observer, early: observer.hasFirstCall ? nil : early(observer, at: core))
  }

  // Returns the changes since the version of `frozen`, and lets the observer save the old values of the changed rows. Returns nil if there
  // are no changes.
  private func early(_ observer: Observer, at core: _RealmCore) -> ChangeSet? {
    let (old, new) = (frozen.session.version, core.session.version)
    if new <= old { return nil }
    let interval = core.session.engine.changes.changes(after: position, from: old, to: new)
    var changes = interval.changes
    if !interval.isWhole {
      // Inside a write, the difference ends at the version before the write.
      let session: ReadSession = core.session.isWriting ? core.frozenCore().session : core.session
      changes = core.reading { () throws(StoreError) in try session.difference(from: frozen.session.shared) }
      changes.addModified(of: interval.changes)
    }
    if changes.isEmpty { return nil }
    if observer.remembers { observer.remember(changes, from: frozen) }
    return changes
  }
}
