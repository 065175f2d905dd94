/// The changes of an object, a collection, a projection or a Realm, as `for await` takes them.
///
///     for await change in people.changes() {
///       if case .update(let people, _, let insertions, _) = change { for index in insertions { print(people[index].name) } }
///     }
///
/// An element is what `observe` would give its block, with the net change since the element before: a consumer that is slow gets one
/// larger change, and memory stays bounded. When an element arrives its positions fit the collection. What is observed counts from the
/// beginning of the loop, and the observation ends with the loop, when the task is cancelled, and after the last element: `.deleted` of an
/// object, the removal of all elements of a collection whose owner is gone.
///
/// It is for Realms of the main actor, of other actors and of tasks, and the loop runs there; anything else stops the program. The Realm
/// of a task moves to the newest version whenever the loop asks for an element.
public nonisolated struct RealmChanges<Element>: AsyncSequence {
  /// No error is thrown.
  public typealias Failure = Never

  private let source: ChangeSource<Element>

  init(_ source: ChangeSource<Element>) { self.source = source }

  /// Begins to observe.
  public func makeAsyncIterator() -> Iterator { Iterator(PulledChanges(source)) }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let changes: PulledChanges<Element>

    init(_ changes: PulledChanges<Element>) { self.changes = changes }

    /// The next change; nil when the task is cancelled and when there is nothing left to observe.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      await changes.next(isolation: actor)
    }
  }
}
