import AshlarStore
import Dispatch

// Sendable, because what `make` holds is frozen.

/// Changes as `for await` takes them, with frozen collections: any task may have them, on any actor or none. See `RealmChanges`.
public nonisolated struct FrozenChanges<Element: Sendable>: AsyncSequence, @unchecked Sendable {
  /// No error is thrown.
  public typealias Failure = Never

  private let make: (@escaping (Element) -> Void) -> Handover

  init(_ make: @escaping (@escaping (Element) -> Void) -> Handover) { self.make = make }

  /// Begins to observe: what was written since the sequence was made is told.
  public func makeAsyncIterator() -> Iterator { Iterator(QueuedChanges(make)) }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let changes: QueuedChanges<Element>

    init(_ changes: QueuedChanges<Element>) { self.changes = changes }

    /// The next change; nil when the task is cancelled and when there is nothing left to observe.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      await changes.next(isolation: actor)
    }
  }
}

/// The observation behind one iterator, in a Realm on a queue of its own.
///
/// Invariant: the element is touched on the queue only.
final class QueuedChanges<Element: Sendable>: @unchecked Sendable {
  private final class Box: @unchecked Sendable { var element: Element? }

  private let queue = DispatchQueue(label: "ashlar.frozen-changes")
  private let box = Box()
  private let signal = ChangeSignal()
  private let registration: Registration

  init(_ make: (@escaping (Element) -> Void) -> Handover) {
    registration = Registration(pulledBy: signal)
    make { [box] in box.element = $0 }.register(registration, on: queue)
  }

  deinit { registration.end() }

  func next(isolation: isolated (any Actor)?) async -> Element? {
    while !Task.isCancelled {
      if let element = await pull(isolation: isolation) { return element }
      guard registration.isActive else { return nil }
      await signal.wait(isolation: isolation)
    }
    registration.end()
    return nil
  }

  private func pull(isolation: isolated (any Actor)?) async -> Element? {
    await withUnsafeContinuation { continuation in
      queue.async { [registration, box] in
        registration.core?.observers?.pull(registration)
        let element = box.element
        box.element = nil
        continuation.resume(returning: element)
      }
    }
  }
}
