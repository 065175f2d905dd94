#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension Realm {
    /// A publisher that fires after this Realm has advanced to a new version. It neither completes nor fails.
    ///
    /// ```swift
    /// let cancellable = realm.objectWillChange.sink { print("the Realm has changed") }
    /// ```
    public var objectWillChange: RealmPublishers.RealmWillChange {
      RealmPublishers.RealmWillChange(
        ChangeFlow(pack: ChangeFlow<Void>.same) { _, sink in observe { notification, _ in if notification == .didChange { sink.send(()) } }
        })
    }
  }

  extension ThreadConfined where Self: RealmSubscribable {
    // Unmanaged and frozen values have no changes to publish.
    var willChange: RealmPublishers.WillChange<Self> {
      RealmPublishers.WillChange(realm == nil || isFrozen ? .silent : .calls(self))
    }
  }

  extension Object: ObservableObject {
    /// A publisher that fires after each change of the object. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen object.
    public var objectWillChange: RealmPublishers.WillChange<Object> { willChange }
  }

  extension EmbeddedObject: ObservableObject {
    /// A publisher that fires after each change of the object. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen object.
    public var objectWillChange: RealmPublishers.WillChange<EmbeddedObject> { willChange }
  }

  extension Projection: ObservableObject {
    /// A publisher that fires after each change of a projected property. It neither completes nor fails, and never fires for an unmanaged
    /// or frozen object.
    public var objectWillChange: RealmPublishers.WillChange<Projection> { willChange }
  }

  extension List: ObservableObject {
    /// A publisher that fires initially and after each change. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen collection.
    public var objectWillChange: RealmPublishers.WillChange<List> { willChange }
  }

  extension MutableSet: ObservableObject {
    /// A publisher that fires initially and after each change. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen collection.
    public var objectWillChange: RealmPublishers.WillChange<MutableSet> { willChange }
  }

  extension Map: ObservableObject {}

  extension RealmCollection where Self: RealmSubscribable {
    /// A publisher that fires initially and after each change. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen collection.
    public var objectWillChange: RealmPublishers.WillChange<Self> { willChange }

    /// The former name of `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher") public var publisher: RealmPublishers.Value<Self> { collectionPublisher }

    /// A publisher that sends the collection initially and after each change. It neither completes nor fails.
    ///
    /// See `observe` for the changes that are reported, and for the time at which they are published. Stops the program if the collection
    /// is unmanaged.
    ///
    /// ```swift
    /// let cancellable = realm.objects(Person.self).collectionPublisher
    ///   .sink(receiveCompletion: { _ in }, receiveValue: { people in print(people.count) })
    /// ```
    public var collectionPublisher: RealmPublishers.Value<Self> { collectionPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the collection initially and after each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> { valuePublisher(self, keyPaths: keyPaths) }

    /// A publisher that sends the collection's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    ///
    /// ```swift
    /// let cancellable = realm.objects(Person.self).changesetPublisher.sink { change in
    ///   if case .update(let people, _, let insertions, _) = change { print(people.count, insertions) }
    /// }
    /// ```
    public var changesetPublisher: RealmPublishers.CollectionChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the collection's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.CollectionChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.CollectionChangeset(.collection(self, keyPaths))
    }
  }

  extension Map {
    /// A publisher that fires initially and after each change. It neither completes nor fails.
    ///
    /// It never fires for an unmanaged or frozen map.
    public var objectWillChange: RealmPublishers.WillChange<Map> { willChange }

    /// The former name of `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher") public var publisher: RealmPublishers.Value<Map> { collectionPublisher }

    /// A publisher that sends the map initially and after each change. It neither completes nor fails.
    ///
    /// Stops the program if the map is unmanaged. See the guide, *Observing*.
    public var collectionPublisher: RealmPublishers.Value<Map> { collectionPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the map initially and after each change. It neither completes nor fails.
    ///
    /// Stops the program if the map is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Map> {
      requireManaged(self)
      return RealmPublishers.Value(.values(self, keyPaths))
    }

    /// A publisher that sends the map's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the map is unmanaged. See the guide, *Observing*.
    public var changesetPublisher: RealmPublishers.MapChangeset<Map> { changesetPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the map's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the map is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.MapChangeset<Map> {
      requireManaged(self)
      return RealmPublishers.MapChangeset(.map(self, keyPaths))
    }
  }

  extension RealmSectionedResult where Self: RealmSubscribable {
    /// A publisher that fires initially and after each change. It neither completes nor fails.
    ///
    /// It never fires for sections that are frozen, or whose collection is unmanaged.
    public var objectWillChange: RealmPublishers.WillChange<Self> { willChange }

    /// A publisher that sends the sections initially and after each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged. See the guide, *Observing*.
    public var collectionPublisher: RealmPublishers.Value<Self> { collectionPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the sections initially and after each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> {
      requireManaged(self)
      return RealmPublishers.Value(.values(self, keyPaths))
    }
  }

  extension SectionedResults {
    /// A publisher that sends the sections' initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged. See the guide, *Observing*.
    public var changesetPublisher: RealmPublishers.SectionedResultsChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the sections' initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.SectionedResultsChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.SectionedResultsChangeset(.sections(self, keyPaths))
    }
  }

  extension ResultsSection {
    /// A publisher that sends the section's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged. See the guide, *Observing*.
    public var changesetPublisher: RealmPublishers.SectionChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Returns a publisher that sends the section's initial state, followed by each change. It neither completes nor fails.
    ///
    /// Stops the program if the collection is unmanaged.
    /// - Parameter keyPaths: The properties whose changes are published, as for `observe`; nil for all.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.SectionChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.SectionChangeset(.section(self, keyPaths))
    }
  }

  /// Returns a publisher that sends an object after each change. It completes when the object is deleted, and never fails.
  ///
  /// ```swift
  /// let cancellable = valuePublisher(person).map(\.name)
  ///   .sink(receiveCompletion: { _ in print("deleted") }, receiveValue: { name in print(name) })
  /// ```
  ///
  /// - Parameters:
  ///   - object: A managed object; an unmanaged object stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `Object.observe`; nil for all.
  public func valuePublisher<T: Object>(_ object: T, keyPaths: [String]? = nil) -> RealmPublishers.Value<T> {
    requireManaged(object)
    return RealmPublishers.Value(.changed(.object(object, keyPaths)))
  }

  /// Returns a publisher that sends a collection initially and after each change. It neither completes nor fails.
  ///
  /// See the guide, *Observing*.
  /// - Parameters:
  ///   - collection: A managed collection; an unmanaged collection stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `observe` of collections; nil for all.
  public func valuePublisher<T: RealmCollection & RealmSubscribable>(_ collection: T, keyPaths: [String]? = nil) -> RealmPublishers.Value<T>
  {
    requireManaged(collection)
    return RealmPublishers.Value(.values(collection, keyPaths))
  }

  /// Returns a publisher that sends a projection after each change of a projected property. It completes when the object is deleted, and
  /// never fails.
  ///
  /// See the guide, *Observing*.
  /// - Parameters:
  ///   - projection: A projection of a managed object; a projection of an unmanaged object stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `observe` of projections; nil for all.
  public func valuePublisher<T: ProjectionObservable & RealmSubscribable>(_ projection: T, keyPaths: [String]? = nil)
    -> RealmPublishers.Value<T>
  {
    requireManaged(projection)
    return RealmPublishers.Value(.changed(.projection(projection, keyPaths)))
  }

  /// Returns a publisher of the changes of an object. It completes after `.deleted`, and never fails.
  ///
  /// ```swift
  /// let cancellable = changesetPublisher(person).sink { change in
  ///   if case .change(_, let properties) = change { print(properties.map(\.name)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - object: A managed object; an unmanaged object stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `Object.observe`; nil for all.
  public func changesetPublisher<T: Object>(_ object: T, keyPaths: [String]? = nil) -> RealmPublishers.ObjectChangeset<T> {
    requireManaged(object)
    return RealmPublishers.ObjectChangeset(.object(object, keyPaths))
  }

  /// Returns a publisher of the changes of a projection. It completes after `.deleted`, and never fails.
  ///
  /// See the guide, *Observing*.
  /// - Parameters:
  ///   - projection: A projection of a managed object; a projection of an unmanaged object stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `observe` of projections; nil for all.
  public func changesetPublisher<T: ProjectionObservable & RealmSubscribable>(
    _ projection: T, keyPaths: [String]? = nil
  ) -> RealmPublishers.ObjectChangeset<T> {
    requireManaged(projection)
    return RealmPublishers.ObjectChangeset(.projection(projection, keyPaths))
  }

  /// Returns a publisher that sends a collection's initial state, followed by each change. It neither completes nor fails.
  ///
  /// See the guide, *Observing*.
  /// - Parameters:
  ///   - collection: A managed collection; an unmanaged collection stops the program.
  ///   - keyPaths: The properties whose changes are published, as for `observe` of collections; nil for all.
  public func changesetPublisher<T: RealmCollection>(_ collection: T, keyPaths: [String]? = nil) -> RealmPublishers.CollectionChangeset<T> {
    requireManaged(collection)
    return RealmPublishers.CollectionChangeset(.collection(collection, keyPaths))
  }

  private func requireManaged(_ value: some ThreadConfined) {
    if value.realm != nil { return }
    let isObject = value is ObjectBase || value is any ProjectionObservable
    preconditionFailure(isObject ? "Only managed objects can be published" : "Only managed collections can be published")
  }
#endif
