import AshlarStore
import Dispatch

// `FrozenChanges` is sendable, because the captures of `make` are frozen.

/// An asynchronous sequence of changes with frozen collections. Any task may iterate it, on any actor or none.
///
/// ```swift
/// for await change in people.frozenChanges() {
///   if case .update(let people, _, let insertions, _) = change { print(insertions.map { people[$0].name }) }
/// }
/// ```
///
/// See `RealmChanges` for the elements, and the guide, *Observing*.
public nonisolated struct FrozenChanges<Element: Sendable>: AsyncSequence, @unchecked Sendable {
  /// The sequence never throws.
  public typealias Failure = Never

  private let make: (@escaping (Element) -> Void) -> Handover

  init(_ make: @escaping (@escaping (Element) -> Void) -> Handover) { self.make = make }

  /// Begins the observation. The first element is `.initial`; its collection includes the changes that have been written since the sequence
  /// was created.
  public func makeAsyncIterator() -> Iterator { Iterator(QueuedChanges(make)) }

  /// An iterator that waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let changes: QueuedChanges<Element>

    init(_ changes: QueuedChanges<Element>) { self.changes = changes }

    /// Returns the next change; nil if the task is cancelled or the observed collection no longer exists.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      await changes.next(isolation: actor)
    }
  }
}

/// The observation of one iterator, in a Realm on a private queue.
///
/// Invariant: `box.element` is used only on the queue.
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
