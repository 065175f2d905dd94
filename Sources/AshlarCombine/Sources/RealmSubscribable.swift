#if canImport(Combine) || Publishers
  public import Ashlar
  public import Dispatch
  #if canImport(Combine)
    public import Combine
  #else
    public import OpenCombine
  #endif

  /// A value that publishers can observe: an object, a projection, a collection, sectioned results or a section.
  public protocol RealmSubscribable {
    /// Observes the value for a subscriber that receives the value itself. Called by publishers.
    func _observe<S>(_ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S) -> NotificationToken
    where S: Subscriber, S.Input == Self
    /// Observes the value for a subscriber that is notified of changes, but receives no value. Called by publishers.
    func _observe<S>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S: Subscriber, S.Input == Void
  }

  extension ObjectBase: RealmSubscribable {
    /// Sends the object after each change, and completes when the object is deleted.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input: ObjectBase {
      _observe(keyPaths, queue, place) { (change: ObjectChange<S.Input>) in
        switch change {
        case .change(let object, _): _ = subscriber.receive(object)
        case .deleted: subscriber.receive(completion: .finished)
        case .error: break
        }
      }
    }

    /// Notifies the subscriber after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      _observe(keyPaths, nil, place) { (_: ObjectChange<ObjectBase>) in _ = subscriber.receive() }
    }
  }

  extension Projection: RealmSubscribable {
    /// Sends the projection after each change of a projected property, and completes when its object is deleted.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input: Projection {
      guard let projection = self as? S.Input else { preconditionFailure("'\(Self.self)' cannot be published as '\(S.Input.self)'.") }
      return projection.observe(keyPaths: keyPaths, on: queue) { change in
        switch change {
        case .change(let projection, _): _ = subscriber.receive(projection)
        case .deleted: subscriber.receive(completion: .finished)
        case .error: break
        }
      }
    }

    /// Notifies the subscriber after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      let projection: any ProjectionObservable = self
      return calls(of: projection, keyPaths) { _ = subscriber.receive() }
    }
  }

  // Observes a projection as an instance of its dynamic class, because that class declares the projected properties.
  private func calls<P: ProjectionObservable>(of projection: P, _ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    projection.observe(keyPaths: keyPaths) { _ in call() }
  }

  extension RealmCollection {
    /// Sends the collection initially and after each change. Never completes.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == Self {
      observe(keyPaths: keyPaths, on: queue) { change in
        switch change {
        case .initial(let collection), .update(let collection, _, _, _): _ = subscriber.receive(collection)
        case .error: break
        }
      }
    }

    /// Notifies the subscriber initially and after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      observe(keyPaths: keyPaths) { _ in _ = subscriber.receive() }
    }
  }

  extension Results: RealmSubscribable {}
  extension List: RealmSubscribable {}
  extension MutableSet: RealmSubscribable {}
  extension LinkingObjects: RealmSubscribable {}
  extension AnyRealmCollection: RealmSubscribable {}

  extension Map: RealmSubscribable {
    /// Sends the map initially and after each change. Never completes.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == Map {
      observe(keyPaths: keyPaths, on: queue) { change in
        switch change {
        case .initial(let map), .update(let map, _, _, _): _ = subscriber.receive(map)
        case .error: break
        }
      }
    }

    /// Notifies the subscriber initially and after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      observe(keyPaths: keyPaths) { _ in _ = subscriber.receive() }
    }
  }

  extension SectionedResults: RealmSubscribable {
    /// Sends the sections initially and after each change. Never completes.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == SectionedResults {
      observe(keyPaths: keyPaths, on: queue) { _ = subscriber.receive($0.collection) }
    }

    /// Notifies the subscriber initially and after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      observe(keyPaths: keyPaths) { _ in _ = subscriber.receive() }
    }
  }

  extension ResultsSection: RealmSubscribable {
    /// Sends the section initially and after each change. Never completes.
    public func _observe<S: Subscriber>(
      _ keyPaths: [String]?, on queue: DispatchQueue?, _ subscriber: S
    ) -> NotificationToken where S.Input == ResultsSection {
      observe(keyPaths: keyPaths, on: queue) { _ = subscriber.receive($0.collection) }
    }

    /// Notifies the subscriber initially and after each change.
    public func _observe<S: Subscriber>(_ keyPaths: [String]?, _ subscriber: S) -> NotificationToken where S.Input == Void {
      observe(keyPaths: keyPaths) { _ in _ = subscriber.receive() }
    }
  }

  extension SectionedResultsChange {
    var collection: Collection {
      switch self {
      case .initial(let collection), .update(let collection, _, _, _, _, _): collection
      }
    }
  }

  private let place = "a publisher"
#endif
