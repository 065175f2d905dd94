/// Returns a function that passes its argument to `block`; if `actor` has been deallocated, the function does nothing. The function must be
/// called on `actor`. It does not retain the actor, which may own the token of the observation.
func onActor<A: Actor, Change>(_ actor: A, _ block: @Sendable @escaping (isolated A, Change) -> Void) -> (Change) -> Void {
  { [weak actor] change in
    guard let actor else { return }
    // The change does not leave the actor: it was created there.
    nonisolated(unsafe) let change = change
    actor.assumeIsolated { block($0, change) }
  }
}
