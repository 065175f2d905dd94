/// An asynchronous sequence of the changes of an object, a collection, a projection or a Realm.
///
/// ```swift
/// for await change in people.changes() {
///   if case .update(let people, _, let insertions, _) = change {
///     for index in insertions { print(people[index].name) }
///   }
/// }
/// ```
///
/// An element is the argument that the block of `observe` would receive, with the net change since the previous element: a slow consumer
/// receives one larger change, which limits the use of memory. When an element is delivered, its collection is in the version that the
/// change describes. The observation begins with the loop. It ends with the loop, when the task is cancelled, and after the last element:
/// `.deleted` for an object, the removal of all elements for a collection whose owner was deleted.
///
/// The Realm must be confined to the main actor, another actor or a task, and the loop must run there; otherwise, the program stops. A
/// Realm of a task advances to the newest version whenever the loop requests an element. See the guide, *Observing*.
public nonisolated struct RealmChanges<Element>: AsyncSequence {
  /// The sequence never throws.
  public typealias Failure = Never

  private let source: ChangeSource<Element>

  init(_ source: ChangeSource<Element>) { self.source = source }

  /// Begins the observation.
  public func makeAsyncIterator() -> Iterator { Iterator(PulledChanges(source)) }

  /// An iterator that waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let changes: PulledChanges<Element>

    init(_ changes: PulledChanges<Element>) { self.changes = changes }

    /// Returns the next change; nil if the task is cancelled or the observed target no longer exists.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      await changes.next(isolation: actor)
    }
  }
}
