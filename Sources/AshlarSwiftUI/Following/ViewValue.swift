public import Ashlar

/// What views can show and follow: objects, collections, sections and projections.
public nonisolated protocol _ViewValue: ThreadConfined {
  /// Calls after each change; of a collection perhaps at first as well. For the wrappers of views.
  func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken
  /// What views read in place of a value that is gone; nil where there is nothing of the kind.
  static func _blank() -> Self?
}

extension _ViewValue {
  /// Nothing.
  public static func _blank() -> Self? { nil }
}

extension ObjectBase {
  /// Calls after each change of the object.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    _observe(keyPaths, nil, "a view") { (_: ObjectChange<ObjectBase>) in call() }
  }
  /// An object in its initial state.
  public static func _blank() -> Self? { Self() }
}

extension Object: _ViewValue {}
extension EmbeddedObject: _ViewValue {}

extension Projection: _ViewValue {
  /// Calls after each change of what is projected.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    func follow<P: ProjectionObservable>(_ projection: P) -> NotificationToken { projection.observe(keyPaths: keyPaths) { _ in call() } }
    // Of the projection's own class, whose properties are what it shows.
    let projection: any ProjectionObservable = self
    return follow(projection)
  }
}

extension RealmCollection {
  /// Calls at first and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}

extension _ViewValue where Self: _CollectionBase {
  /// An empty collection.
  public static func _blank() -> Self? { Self() }
}

extension Results: _ViewValue {}
extension LinkingObjects: _ViewValue {}
extension AnyRealmCollection: _ViewValue {}
extension List: _ViewValue {}
extension MutableSet: _ViewValue {}

extension Map: _ViewValue {
  /// Calls at first and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}

extension SectionedResults: _ViewValue {
  /// Calls at first and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}
