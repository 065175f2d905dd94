import AshlarStore
public import Dispatch

extension SectionedResults {
  /// Calls a block with the sections, and then with their changes after each version that the Realm reads.
  ///
  /// ```swift
  /// let sections = people.sectioned(by: \.age)
  /// let token = sections.observe { change in
  ///   if case .update(_, _, _, _, let inserted, let deleted) = change { print(inserted, deleted) }
  /// }
  /// ```
  ///
  /// An element that keeps its section and its position is modified under the same conditions as an element of results. See
  /// `RealmCollection.observe` for when the block is called and for the parameters, and the guide, *Observing*.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    sections.observe(nil, keyPaths, queue, "\(fileID):\(line)", calls(block))
  }

  /// Observes the sections on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with sections of the actor's own Realm. See `RealmCollection.observe`.
  ///
  /// ```swift
  /// let token = await sections.observe(on: store) { store, change in store.show(change) }
  /// ```
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
  ) async -> NotificationToken {
    await sections.handover(nil, keyPaths, "\(fileID):\(line)", calls(onActor(actor, block))).register(on: actor)
  }

  func calls(_ block: @escaping (SectionedResultsChange<Self>) -> Void) -> SectionsObserver<Key, SectionElement>.Calls {
    SectionsObserver.Calls(
      initial: { block(.initial(SectionedResults($0))) },
      update: { block(.update(SectionedResults($0), $1)) })
  }
}

extension SectionedResults where SectionElement: ObjectBase {
  /// Observes the sections, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = sections.observe(keyPaths: [\.name]) { change in print(change) }
  /// ```
  ///
  /// - Parameter keyPaths: Key paths of the elements.
  public func observe(
    keyPaths: [PartialKeyPath<SectionElement>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the sections on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the elements.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<SectionElement>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the sections on an actor. See `observe(keyPaths:on:_isolation:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the elements.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<SectionElement>], on actor: A, _isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: actor, _isolation: _isolation, fileID: fileID, line: line,
      block)
  }
}

extension ResultsSection {
  /// Calls a block with the section, and then with its changes.
  ///
  /// ```swift
  /// let section = people.sectioned(by: \.age)[0]
  /// let token = section.observe { change in
  ///   if case .update(let section, _, let insertions, _, _, _) = change {
  ///     print(insertions.map { section[$0.item].name })
  ///   }
  /// }
  /// ```
  ///
  /// Changes of other sections are not delivered, and neither is a change of this section's position among them. The section counts as
  /// deleted when no element has its key any more, and as inserted when an element has it again. See `RealmCollection.observe` for when the
  /// block is called and for the parameters.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    sections.observe(key, keyPaths, queue, "\(fileID):\(line)", calls(block))
  }

  /// Observes the section on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Calls a block on an actor, with the section in the actor's own Realm. See `observe(keyPaths:on:fileID:line:_:)`.
  ///
  /// ```swift
  /// let token = await section.observe(on: store) { store, change in store.show(change) }
  /// ```
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
  ) async -> NotificationToken {
    await sections.handover(key, keyPaths, "\(fileID):\(line)", calls(onActor(actor, block))).register(on: actor)
  }

  func calls(_ block: @escaping (SectionedResultsChange<Self>) -> Void) -> SectionsObserver<Key, T>.Calls {
    let key = key
    return SectionsObserver.Calls(
      initial: { block(.initial(ResultsSection($0, key))) },
      update: { block(.update(ResultsSection($0, key), $1)) })
  }
}

extension ResultsSection where T: ObjectBase {
  /// Observes the section, with key paths that the compiler checks. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the elements.
  public func observe(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: queue, fileID: fileID, line: line, block)
  }

  /// Observes the section on a queue. See `observe(keyPaths:on:fileID:line:_:)`.
  /// - Parameters:
  ///   - keyPaths: Key paths of the elements.
  ///   - block: Called on the queue and therefore not isolated to an actor: its captures must be `Sendable`.
  public func observe(
    keyPaths: [PartialKeyPath<T>], on queue: DispatchQueue, fileID: StaticString = #fileID, line: UInt = #line,
    _ block: @Sendable @escaping (SectionedResultsChange<Self>) -> Void
  ) -> NotificationToken {
    observe(keyPaths: keyPaths, on: Optional(queue), fileID: fileID, line: line, block)
  }

  /// Observes the section on an actor. See `observe(keyPaths:on:_isolation:fileID:line:_:)`.
  /// - Parameter keyPaths: Key paths of the elements.
  public func observe<A: Actor>(
    keyPaths: [PartialKeyPath<T>], on actor: A, _isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ block: @Sendable @escaping (isolated A, SectionedResultsChange<Self>) -> Void
  ) async -> NotificationToken {
    await observe(
      keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) }, on: actor, _isolation: _isolation, fileID: fileID, line: line,
      block)
  }
}

extension SectionedResultsChange {
  fileprivate static func update(_ collection: Collection, _ edits: SectionEdits) -> SectionedResultsChange {
    .update(
      collection, deletions: edits.deletions, insertions: edits.insertions, modifications: edits.modifications,
      sectionsToInsert: edits.sectionsToInsert, sectionsToDelete: edits.sectionsToDelete)
  }
}

extension Sections {
  fileprivate func observe(
    _ key: Key?, _ keyPaths: [String]?, _ queue: DispatchQueue?, _ place: String, _ calls: SectionsObserver<Key, Element>.Calls
  ) -> NotificationToken {
    if let queue { return handover(key, keyPaths, place, calls).register(on: queue) }
    let core = results._observableCore()
    return core.observe(observer(key, keyPaths, core, calls))
  }

  fileprivate func handover(
    _ key: Key?, _ keyPaths: [String]?, _ place: String, _ calls: SectionsObserver<Key, Element>.Calls
  ) -> Handover {
    let core = results._observableCore()
    // Invalid key paths stop the program here, not in the other confinement.
    _ = observer(key, keyPaths, core, calls)
    let frozen = results.freeze()
    return Handover(from: core, place) { core, _ in
      remade(frozen, in: core).map { self.over($0).observer(key, keyPaths, core, calls) }
    }
  }

  func observer(
    _ key: Key?, _ keyPaths: [String]?, _ core: _RealmCore, _ calls: SectionsObserver<Key, Element>.Calls
  ) -> Observer {
    if results._resultsCore.values != nil, keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
    return SectionsObserver(self, key, core, .ofElements(keyPaths, Element.self, results._resultsCore.entity, core), calls)
  }
}
