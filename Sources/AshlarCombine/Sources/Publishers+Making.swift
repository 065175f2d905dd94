#if canImport(Combine) || Publishers
  public import Ashlar
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  extension Realm {
    /// Calls with each new version that this Realm reads, after it has changed.
    public var objectWillChange: RealmPublishers.RealmWillChange {
      RealmPublishers.RealmWillChange(
        ChangeFlow(pack: ChangeFlow<Void>.same) { _, sink in observe { notification, _ in if notification == .didChange { sink.send(()) } } })
    }
  }

  extension ThreadConfined where Self: RealmSubscribable {
    // Of what is unmanaged or frozen nothing is told.
    var willChange: RealmPublishers.WillChange<Self> {
      RealmPublishers.WillChange(realm == nil || isFrozen ? .silent : .calls(self))
    }
  }

  extension Object: ObservableObject {
    /// Calls after each change of the object. Of an unmanaged object it never calls.
    public var objectWillChange: RealmPublishers.WillChange<Object> { willChange }
  }

  extension EmbeddedObject: ObservableObject {
    /// Calls after each change of the object. Of an unmanaged object it never calls.
    public var objectWillChange: RealmPublishers.WillChange<EmbeddedObject> { willChange }
  }

  extension Projection: ObservableObject {
    /// Calls after each change of what the projection shows.
    public var objectWillChange: RealmPublishers.WillChange<Projection> { willChange }
  }

  extension List: ObservableObject {
    /// Calls at first and after each change. Of an unmanaged collection it never calls.
    public var objectWillChange: RealmPublishers.WillChange<List> { willChange }
  }

  extension MutableSet: ObservableObject {
    /// Calls at first and after each change. Of an unmanaged collection it never calls.
    public var objectWillChange: RealmPublishers.WillChange<MutableSet> { willChange }
  }

  extension Map: ObservableObject {}

  extension RealmCollection where Self: RealmSubscribable {
    /// Calls at first and after each change. Of an unmanaged collection it never calls.
    public var objectWillChange: RealmPublishers.WillChange<Self> { willChange }

    /// Renamed to `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher") public var publisher: RealmPublishers.Value<Self> { collectionPublisher }

    /// Sends the collection at first and after each change. See `observe` for when, and for what counts.
    public var collectionPublisher: RealmPublishers.Value<Self> { collectionPublisher(keyPaths: nil) }

    /// Sends the collection at first and after each change.
    /// - Parameter keyPaths: See `observe`.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> { valuePublisher(self, keyPaths: keyPaths) }

    /// Sends the collection, and then what changed in it.
    public var changesetPublisher: RealmPublishers.CollectionChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Sends the collection, and then what changed in it.
    /// - Parameter keyPaths: See `observe`.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.CollectionChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.CollectionChangeset(.collection(self, keyPaths))
    }
  }

  extension Map {
    /// Calls at first and after each change. Of an unmanaged map it never calls.
    public var objectWillChange: RealmPublishers.WillChange<Map> { willChange }

    /// Renamed to `collectionPublisher`.
    @available(*, deprecated, renamed: "collectionPublisher") public var publisher: RealmPublishers.Value<Map> { collectionPublisher }

    /// Sends the map at first and after each change.
    public var collectionPublisher: RealmPublishers.Value<Map> { collectionPublisher(keyPaths: nil) }

    /// Sends the map at first and after each change.
    /// - Parameter keyPaths: See `observe`.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Map> {
      requireManaged(self)
      return RealmPublishers.Value(.values(self, keyPaths))
    }

    /// Sends the map, and then what changed in it.
    public var changesetPublisher: RealmPublishers.MapChangeset<Map> { changesetPublisher(keyPaths: nil) }

    /// Sends the map, and then what changed in it.
    /// - Parameter keyPaths: See `observe`.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.MapChangeset<Map> {
      requireManaged(self)
      return RealmPublishers.MapChangeset(.map(self, keyPaths))
    }
  }

  extension RealmSectionedResult where Self: RealmSubscribable {
    /// Calls at first and after each change.
    public var objectWillChange: RealmPublishers.WillChange<Self> { willChange }

    /// Sends the sections at first and after each change.
    public var collectionPublisher: RealmPublishers.Value<Self> { collectionPublisher(keyPaths: nil) }

    /// Sends the sections at first and after each change.
    /// - Parameter keyPaths: See `observe`.
    public func collectionPublisher(keyPaths: [String]?) -> RealmPublishers.Value<Self> {
      requireManaged(self)
      return RealmPublishers.Value(.values(self, keyPaths))
    }
  }

  extension SectionedResults {
    /// Sends the sections, and then what changed in them.
    public var changesetPublisher: RealmPublishers.SectionedResultsChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Sends the sections, and then what changed in them.
    /// - Parameter keyPaths: See `observe`.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.SectionedResultsChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.SectionedResultsChangeset(.sections(self, keyPaths))
    }
  }

  extension ResultsSection {
    /// Sends the section, and then what changed in it.
    public var changesetPublisher: RealmPublishers.SectionChangeset<Self> { changesetPublisher(keyPaths: nil) }

    /// Sends the section, and then what changed in it.
    /// - Parameter keyPaths: See `observe`.
    public func changesetPublisher(keyPaths: [String]?) -> RealmPublishers.SectionChangeset<Self> {
      requireManaged(self)
      return RealmPublishers.SectionChangeset(.section(self, keyPaths))
    }
  }

  /// Sends an object after each change, and completes when it is deleted.
  /// - Parameter keyPaths: See `Object.observe`.
  public func valuePublisher<T: Object>(_ object: T, keyPaths: [String]? = nil) -> RealmPublishers.Value<T> {
    requireManaged(object)
    return RealmPublishers.Value(.changed(.object(object, keyPaths)))
  }

  /// Sends a collection at first and after each change.
  /// - Parameter keyPaths: See `observe` of collections.
  public func valuePublisher<T: RealmCollection & RealmSubscribable>(_ collection: T, keyPaths: [String]? = nil) -> RealmPublishers.Value<T>
  {
    requireManaged(collection)
    return RealmPublishers.Value(.values(collection, keyPaths))
  }

  /// Sends a projection after each change of what it shows, and completes when its object is deleted.
  /// - Parameter keyPaths: See `observe` of projections.
  public func valuePublisher<T: ProjectionObservable & RealmSubscribable>(_ projection: T, keyPaths: [String]? = nil)
    -> RealmPublishers.Value<T>
  {
    requireManaged(projection)
    return RealmPublishers.Value(.changed(.projection(projection, keyPaths)))
  }

  /// Sends what `observe` tells of an object, and completes behind `.deleted`.
  /// - Parameter keyPaths: See `Object.observe`.
  public func changesetPublisher<T: Object>(_ object: T, keyPaths: [String]? = nil) -> RealmPublishers.ObjectChangeset<T> {
    requireManaged(object)
    return RealmPublishers.ObjectChangeset(.object(object, keyPaths))
  }

  /// Sends what `observe` tells of a projection, and completes behind `.deleted`.
  /// - Parameter keyPaths: See `observe` of projections.
  public func changesetPublisher<T: ProjectionObservable & RealmSubscribable>(
    _ projection: T, keyPaths: [String]? = nil
  ) -> RealmPublishers.ObjectChangeset<T> {
    requireManaged(projection)
    return RealmPublishers.ObjectChangeset(.projection(projection, keyPaths))
  }

  /// Sends a collection, and then what changed in it.
  /// - Parameter keyPaths: See `observe` of collections.
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
