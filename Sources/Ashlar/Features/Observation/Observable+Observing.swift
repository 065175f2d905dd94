public import Dispatch

extension _Observable {
  /// Calls a block with the value, and then with its changes whenever the Realm has moved to a new version.
  ///
  /// ```swift
  /// let token = people.observe { change in
  ///   switch change {
  ///   case .initial(let people): print(people.count)
  ///   case .update(let people, let deletions, let insertions, let modifications):
  ///     print(deletions, insertions.map { people[$0].name }, modifications)
  ///   case .error: break
  ///   }
  /// }
  /// ```
  ///
  /// The change is a `RealmCollectionChange` for collections, a `RealmMapChange` for maps, and a `SectionedResultsChange` for sections.
  ///
  /// The first call, `.initial`, is made after this function has returned. A Realm of the main queue, a serial queue or an actor calls the
  /// block asynchronously; a Realm of a thread or a task calls it in `refresh()`; and every Realm calls it before a write begins. No call
  /// is made inside a commit. Several versions cause one call with their net change, or none if nothing changed. In the block, the
  /// collection is in the version that the change describes. A block may write, observe, and end tokens.
  ///
  /// An element that is an object counts as modified when it, or an object up to three links away, is written; with `keyPaths`, when one of
  /// the named properties is written. A write counts even if it stores an equal value. Elements of a list are compared: replacing an
  /// element by an equal one does not modify it. An entry of a map also counts as modified when its value differs from the previous one. A
  /// value of a projected collection counts as modified when the property that it shows is written.
  ///
  /// Stops the program if the collection is unmanaged, frozen or invalidated, if its Realm is read-only or in a write that has changed
  /// something, or if a name in `keyPaths` is not a property.
  ///
  /// Complexity of a call: O(log elements) for each changed row, and for each element from which a condition or an order follows links to a
  /// changed row; O(elements), plus the evaluation of the condition and the order, if the condition or the order follows linking objects or
  /// if many rows changed. A commit that changes nothing that the observation reads costs O(changed rows), however many elements there are.
  /// See the guide, *Observing*, *Cost*.
  ///
  /// - Parameters:
  ///   - keyPaths: Names of properties, joined by dots. Only writes to the property at the end of a path, or to links on the path, count as
  ///     modifications of an element. An empty array has the same effect as nil. For a collection of values, any other array stops the
  ///     program.
  ///   - queue: A serial queue, or the main queue, on which the block is called with a collection of a Realm that is confined to the queue.
  ///     If nil, the block is called in the confinement of the caller's Realm.
  /// - Returns: A token. Releasing it ends the observation.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (_Change) -> Void
  ) -> NotificationToken {
    observation(keyPaths).observe(on: queue, "\(fileID):\(line)", block)
  }

  /// Observes the value on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = people.observe(on: queue) { change in
  ///   if case .initial(let people) = change { print(people.count) }
  /// }
  /// ```
  ///
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (_Change) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with the value in a Realm that is confined to the actor. Changes that are written after this function has
  /// returned are delivered. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = await people.observe(on: store) { store, change in store.show(change) }
  /// ```
  ///
  /// The observation does not retain the actor. See the guide, *Observing*.
  /// - Returns: A token. Releasing it ends the observation. If the task is cancelled, or if the owner of the collection has been deleted,
  ///   the token has no effect.
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, _Change) -> Void
  ) async -> NotificationToken {
    await observation(keyPaths).handover("\(fileID):\(line)", onActor(actor, block)).register(on: actor)
  }

  /// Observes the value. Fulfills requirements of protocols written for RealmSwift; see `Realm+Witnesses.swift`.
  @_disfavoredOverload public func observe(
    keyPaths: [String]?, on queue: DispatchQueue?, _ block: @escaping (_Change) -> Void
  ) -> NotificationToken {
    observation(keyPaths).observe(on: queue, "through a protocol:0", block)
  }
}

extension _Observable where _KeyPathRoot: ObjectBase {
  /// Observes the value, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = people.observe(keyPaths: [\.name, \.dogs[0].name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func observe(
    keyPaths: [PartialKeyPath<_KeyPathRoot>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (_Change) -> Void
  ) -> NotificationToken {
    observe(keyPaths: KeyPathParts.paths(of: keyPaths), on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the value on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<_KeyPathRoot>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (_Change) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the value on an actor. See the overload whose key paths are strings.
  /// - Parameter keyPaths: Key paths of the elements, such as `\.name` and `\.dogs[0].name`.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<_KeyPathRoot>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (isolated A, _Change) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: KeyPathParts.paths(of: keyPaths), on: actor, _isolation: _isolation, fileID: fileID, line: line, block)
  }
}

extension KeyPathParts {
  /// Returns the text form of observed key paths.
  static func paths<Root: ObjectBase>(of keyPaths: [PartialKeyPath<Root>]) -> [String] { keyPaths.map { path(of: $0, for: .observing) } }
}
