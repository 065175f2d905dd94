import AshlarStore

/// What a sequence is made of: the Realm instance, and how an observer of it is registered.
struct ChangeSource<Element> {
  let core: _RealmCore
  /// Registers an observer that gives its elements to the closure.
  let register: (Registration, @escaping (Element) -> Void) -> Void

  init(_ core: _RealmCore, register: @escaping (Registration, @escaping (Element) -> Void) -> Void) {
    self.core = core
    self.register = register
  }

  init(_ core: _RealmCore, _ observer: @escaping (@escaping (Element) -> Void) -> Observer) {
    self.init(core) { core.observerTable().add($0, observer($1)) }
  }

  /// The same with other elements; nil gives none.
  func compactMap<Other>(_ transform: @escaping (Element) -> Other?) -> ChangeSource<Other> {
    ChangeSource<Other>(core) { registration, deliver in register(registration) { if let other = transform($0) { deliver(other) } } }
  }
}

/// The observation behind one iterator, told when its task asks. Confined like the Realm.
///
/// Nobody moves the Realm of a task but the task itself: it wakes at commits and moves the Realm when it asks. Any other Realm moves in
/// its turns.
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

  /// What changed since the last call; waits for the first change. Nil when the task is cancelled, and when there is nothing left to observe.
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
