import AshlarStore

extension Realm {
  /// Each new version that this Realm reads, as `for await` takes it; versions that came while the loop was busy are one element. What
  /// changed is not told; see `changes` of objects and collections. See `RealmChanges`.
  ///
  /// The Realm of a task, which moves when its task says so, tells nothing here by itself: it moves whenever the loop asks for an element.
  public func changes() -> RealmChanges<Notification> {
    _core.requireObservable()
    let core = _core
    return RealmChanges(
      ChangeSource(core) { registration, deliver in
        core.observerTable().blocks.add(registration, at: core) { notification in
          deliver(notification)
          registration.signal?.signal()
        }
      })
  }
}
