import AshlarStore

extension RealmCollection where Element: ObjectBase {
  /// The collection, and then what changed in it, frozen: for a task, an actor or a thread's task other than the Realm's own.
  ///
  ///     for await change in people.frozenChanges() { await server.send(change) }
  ///
  /// The changes are computed in a Realm of the sequence's own, on a queue. What an element refers to keeps its version readable, see
  /// `Realm.freeze()`. The sequence ends when the owner of the collection is gone. Stops the program where `observe` does, and for classes
  /// with stored properties of their own.
  ///
  /// - Parameter keyPaths: See `changes(keyPaths:)`.
  public func frozenChanges(
    keyPaths: [String]? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> FrozenChanges<RealmCollectionChange<FrozenCollection<Self>>> {
    let place = "\(fileID):\(line)"
    let core = _observableCore()
    // Wrong key paths stop the program here.
    _ = _observer(keyPaths) { _ in }
    let (frozen, home) = (freeze(), core.frozenCore())
    return FrozenChanges { deliver in
      Handover(ofFrozen: home, place) { core, _ in
        remade(frozen, in: core)?._observer(keyPaths) { change in
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
