import AshlarStore

/// Takes something that belongs to a Realm to another thread, actor, task or queue, where `Realm.resolve` gives its counterpart.
///
///     let reference = ThreadSafeReference(to: person)
///     Task.detached {
///       let realm = try await Realm.open(configuration: configuration)
///       guard let person = realm.resolve(reference) else { return }  // deleted meanwhile
///     }
///
/// It is resolved once. Until then, or until it is gone, it keeps the version that its Realm read.
public nonisolated struct ThreadSafeReference<Confined: ThreadConfined>: Sendable {
  let box: ReferenceBox<Confined>

  /// A reference to something managed, also inside a write. Stops the program for what is unmanaged or invalidated, and for a collection or
  /// results that lead to an object which the open write has made; a reference to the object itself, or to a projection of it, can be made.
  public init(to threadConfined: Confined) { box = ReferenceBox(threadConfined) }

  /// Whether it was resolved.
  public var isInvalidated: Bool { box.isResolved }
}

/// What a reference is to, until it is resolved.
final class ReferenceBox<Confined: ThreadConfined>: Sendable {
  /// What is frozen may be looked at anywhere.
  enum Content: @unchecked Sendable {
    /// In the version that was read. The second tells whether a write was open, which may have changed it.
    case frozen(Confined, isOfWrite: Bool)
    case created(CreatedRow)

    /// Of something managed and valid, in the Realm that it belongs to.
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

    /// Whether the write goes on that made the object.
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
  /// A projection of an object; nil if that is of another type.
  fileprivate static func over(_ object: ObjectBase) -> Self? { (object as? Root).map { Self(projecting: $0) } }
}

/// An object that an open write has made, which no version has yet.
struct CreatedRow {
  private let engine: any StorageEngine
  private let type: ObjectBase.Type
  private let entity: _Entity
  private let key: Int64
  private let outcome: WriteOutcome

  /// Nil for an object that was there before the write.
  init?(_ object: ObjectBase) {
    let core = object._realm
    if core.frozenCore().row(object._entity, object._row.key) != nil { return nil }
    engine = core.session.engine
    type = Swift.type(of: object)
    entity = object._entity
    key = object._row.key
    outcome = core.outcomeOfWrite
  }

  var isPending: Bool { outcome.isPending }

  /// The object in a Realm, which advances if need be; nil when its write was cancelled or goes on elsewhere, and when it was deleted.
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
  /// The counterpart of what a reference is to, in this Realm; nil when it is not there in the version that this Realm reads then.
  ///
  /// This Realm advances to the newest version when it reads an older one than the reference's, or one in which the reference was made
  /// inside a write; otherwise it stays. Stops the program when the reference was resolved before, and when it is of another file.
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
