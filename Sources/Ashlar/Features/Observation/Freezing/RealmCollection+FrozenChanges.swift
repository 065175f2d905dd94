import AshlarStore

extension RealmCollection where Element: ObjectBase {
  /// Returns an asynchronous sequence that delivers the collection and then its changes, as frozen collections, to any task or actor.
  ///
  /// ```swift
  /// let changes = realm.objects(Person.self).frozenChanges()
  /// Task.detached {
  ///   for await change in changes {
  ///     if case .update(let people, _, let insertions, _) = change { print(insertions.map { people[$0].name }) }
  ///   }
  /// }
  /// ```
  ///
  /// The changes are computed on a private queue, by a Realm instance that belongs to the sequence. The collection in an element pins its
  /// version; see `Realm.freeze()`. The sequence ends when the owner of the collection is deleted. Stops the program in the same cases as
  /// `observe`, and if the class of the objects declares stored properties. See the guide, *Observing*.
  ///
  /// - Parameter keyPaths: See `changes(keyPaths:)`.
  public func frozenChanges(
    keyPaths: [String]? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FrozenChanges<RealmCollectionChange<FrozenCollection<Self>>> {
    let place = "\(fileID):\(line)"
    let source = observation(keyPaths)
    // Invalid key paths stop the program here, not on the queue.
    _ = source.observer { _ in }
    let (make, home) = (source.frozen(), source.core.frozenCore())
    return FrozenChanges { deliver in
      Handover(ofFrozen: home, place) { core, base in
        make(core, base) { change in
          switch change {
          case .initial(let collection): deliver(.initial(FrozenCollection(collection)))
          case .update(let collection, let deletions, let insertions, let modifications):
            // A collection whose owner was deleted cannot be frozen.
            if collection.isInvalidated { return }
            deliver(
              .update(FrozenCollection(collection), deletions: deletions, insertions: insertions, modifications: modifications))
          case .error(let error): deliver(.error(error))
          }
        }
      }
    }
  }
}
