/// A block that an actor isolates, as one that is called where the actor runs. The actor, which may keep the token of an observation, is not
/// kept by it.
func onActor<A: Actor, Change>(_ actor: A, _ block: @Sendable @escaping (isolated A, Change) -> Void) -> (Change) -> Void {
  { [weak actor] change in
    guard let actor else { return }
    // Nothing leaves the actor: the change was made there.
    nonisolated(unsafe) let change = change
    actor.assumeIsolated { block($0, change) }
  }
}
