import AshlarStore

/// The source of a sequence: the Realm instance, and a function that registers an observer in it.
struct ChangeSource<Element> {
  let core: _RealmCore
  /// Registers an observer that passes its elements to the closure.
  let register: (Registration, @escaping (Element) -> Void) -> Void

  init(_ core: _RealmCore, register: @escaping (Registration, @escaping (Element) -> Void) -> Void) {
    self.core = core
    self.register = register
  }

  init(_ core: _RealmCore, _ observer: @escaping (@escaping (Element) -> Void) -> Observer) {
    self.init(core) { core.observerTable().add($0, observer($1)) }
  }

  /// Returns a source with transformed elements; elements for which `transform` returns nil are omitted.
  func compactMap<Other>(_ transform: @escaping (Element) -> Other?) -> ChangeSource<Other> {
    ChangeSource<Other>(core) { registration, deliver in register(registration) { if let other = transform($0) { deliver(other) } } }
  }
}

/// The observation of one iterator, which is notified when its task requests an element. Used only in the Realm's confinement.
///
/// A Realm of a task is advanced only by the task itself: a commit wakes the task, and the Realm advances when the task requests an
/// element. A Realm of an actor or the main queue advances in its turns.
final class PulledChanges<Element> {
  private final class Box { var element: Element? }

  private let core: _RealmCore
  private let box = Box()
  private let registration: Registration
  private var waiter: UInt64?

  init(_ source: ChangeSource<Element>) {
    core = source.core
    core.requireTask("changes")
    let signal = ChangeSignal()
    registration = Registration(pulledBy: signal)
    source.register(registration) { [box] in box.element = $0 }
    guard !core.confinement.canSchedule else { return }
    waiter = core.session.engine.changes.wait { signal.signal() }
    core.session.engine.watchOtherProcesses()
  }

  deinit {
    registration.end()
    guard let waiter else { return }
    core.session.engine.changes.stopWaiting(waiter)
    core.session.engine.stopWatchingOtherProcesses()
  }

  /// Returns the changes since the last call; waits if there are none. Returns nil if the task is cancelled or the observed target no
  /// longer exists.
  func next(isolation: isolated (any Actor)?) async -> Element? {
    while !Task.isCancelled {
      core.requireTask("changes")
      if waiter != nil {
        if core.session.isWriting { misuse(.awaitedInWrite) }
        _ = core.advance()
      }
      core.observers?.pull(registration)
      if let element = box.element {
        box.element = nil
        return element
      }
      guard registration.isActive else { return nil }
      await registration.signal?.wait(isolation: isolation)
    }
    registration.end()
    return nil
  }
}
