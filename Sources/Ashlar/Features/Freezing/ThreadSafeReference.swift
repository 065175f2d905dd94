import AshlarStore

/// A `Sendable` reference to an object or collection of a Realm. `Realm.resolve(_:)` returns the counterpart for another thread, actor,
/// task or queue.
///
/// ```swift
/// let reference = ThreadSafeReference(to: person)
/// Task.detached {
///   let realm = try await Realm.open(configuration: configuration)
///   guard let person = realm.resolve(reference) else { return }  // The person was deleted.
///   print(person.name)
/// }
/// ```
///
/// A reference can be resolved only once. It pins the Realm's version until it is resolved or deallocated. See the guide, *Threads, actors
/// and tasks*.
public nonisolated struct ThreadSafeReference<Confined: ThreadConfined>: Sendable {
  let box: ReferenceBox<Confined>

  /// Creates a reference to a managed object or collection, inside or outside a write.
  ///
  /// Stops the program if the target is unmanaged or invalidated, or if it is a collection that depends on an object created by the open
  /// write. A reference to such an object itself, or to a projection of it, can be created.
  public init(to threadConfined: Confined) { box = ReferenceBox(threadConfined) }

  /// Whether the reference has been resolved.
  public var isInvalidated: Bool { box.isResolved }
}

/// The target of a reference, until the reference is resolved.
final class ReferenceBox<Confined: ThreadConfined>: Sendable {
  /// Unchecked, because any thread may read a frozen target.
  enum Content: @unchecked Sendable {
    /// The target, frozen in the version that was read, and whether a write was open, which may have changed the target.
    case frozen(Confined, isOfWrite: Bool)
    case created(CreatedRow)

    /// Creates the content for a managed and valid target in its Realm.
    init(_ confined: Confined, in realm: Realm) {
      realm._core.checkConfinement("\(Confined.self)")
      let isOfWrite = realm.isInWriteTransaction
      let object = confined as? ObjectBase ?? (confined as? any ProjectionObservable).map { $0.rootObject as ObjectBase }
      if isOfWrite, let object, let row = CreatedRow(object) {
        self = .created(row)
      } else {
        self = .frozen(confined.freeze(), isOfWrite: isOfWrite)
      }
    }

    /// Whether the write that created the object is still open.
    var isPending: Bool {
      if case .created(let row) = self { row.isPending } else { false }
    }
  }

  private let content: Guarded<Content?>

  init(_ confined: Confined) {
    if confined.isInvalidated { misuse(.invalidatedReference(type: "\(Confined.self)")) }
    guard let realm = confined.realm else { misuse(.unmanagedReference(type: "\(Confined.self)")) }
    let content = Content(confined, in: realm)
    self.content = Guarded(content)
  }

  var isResolved: Bool { content.withLock { $0 == nil } }

  func take() -> Content {
    let taken = content.withLock { content in
      defer { content = nil }
      return content
    }
    guard let taken else { misuse(.resolvedReference) }
    return taken
  }
}

extension ProjectionObservable {
  /// Returns a projection of an object; nil if the object is not of the projection's root type.
  fileprivate static func over(_ object: ObjectBase) -> Self? { (object as? Root).map { Self(projecting: $0) } }
}

/// An object that an open write created and that no committed version contained when the reference was created.
struct CreatedRow {
  private let engine: any StorageEngine
  private let type: ObjectBase.Type
  private let entity: _Entity
  private let key: Int64
  private let outcome: WriteOutcome

  /// Nil for an object that existed before the write.
  init?(_ object: ObjectBase) {
    let core = object._realm
    if core.frozenCore().row(object._entity, object._rowAccess.key) != nil { return nil }
    engine = core.session.engine
    type = Swift.type(of: object)
    entity = object._entity
    key = object._rowAccess.key
    outcome = core.outcomeOfWrite
  }

  var isPending: Bool { outcome.isPending }

  /// Returns the object in a Realm, which advances if necessary and possible. Nil if the write that created the object was cancelled or is
  /// still open in another Realm, or if the version that the Realm then reads does not contain the object.
  func object(in core: _RealmCore) -> ObjectBase? {
    Realm(core).requireFile(of: engine)
    if core.writeOutcome !== outcome {
      guard let version = outcome.version else { return nil }
      Realm(core).advance(to: version, isOfWrite: false)
    }
    return core.row(entity, key).map { type._accessor($0, core) }
  }
}

extension Realm {
  /// Returns the counterpart of a reference's target in this Realm; nil if the version that this Realm reads afterwards does not contain
  /// it.
  ///
  /// ```swift
  /// let person = realm.resolve(reference)
  /// ```
  ///
  /// This Realm advances to the newest version if its version is older than the reference's, or if the versions are equal and the reference
  /// was created inside a write. Otherwise, and whenever this Realm is frozen, read-only or inside a write, it stays at its version. Stops
  /// the program if the reference was resolved before, or belongs to another file. See the guide, *Threads, actors and tasks*.
  public func resolve<Confined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
    _core.checkConfinement("Realm")
    return counterpart(reference.box.take())
  }

  func counterpart<Confined>(_ content: ReferenceBox<Confined>.Content) -> Confined? {
    switch content {
    case .created(let row):
      guard let object = row.object(in: _core) else { return nil }
      guard let projection = Confined.self as? any ProjectionObservable.Type else { return object as? Confined }
      return projection.over(object) as? Confined
    case .frozen(let frozen, let isOfWrite):
      guard let source = frozen.realm?._core else { return nil }
      requireFile(of: source.session.engine)
      advance(to: source.session.version, isOfWrite: isOfWrite)
      return _core.thawing { frozen.thaw() }
    }
  }

  fileprivate func requireFile(of engine: any StorageEngine) {
    if engine !== _core.session.engine { misuse(.otherFile(reference: engine.path, realm: _core.session.engine.path)) }
  }

  fileprivate func advance(to version: UInt64, isOfWrite: Bool) {
    if isFrozen || isInWriteTransaction || _core.configuration.readOnly { return }
    let seen = _core.session.version
    if seen < version || (isOfWrite && seen == version) { refresh() }
  }
}
