import AshlarStore

extension Realm {
  /// Returns an asynchronous sequence of the notifications with which this Realm would call a block of `observe(_:)`. If several
  /// notifications occur while the loop's body runs, only the last one is delivered.
  ///
  /// ```swift
  /// for await notification in realm.changes() where notification == .didChange {
  ///   print(realm.objects(Person.self).count)
  /// }
  /// ```
  ///
  /// An element does not contain the changes; use `changes` of objects and collections for that. A Realm of a task does not advance
  /// automatically, except when the loop requests an element. See `RealmChanges` and the guide, *Observing*.
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
