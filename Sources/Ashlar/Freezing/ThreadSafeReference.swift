import Synchronization

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
  private let box: ReferenceBox<Confined>

  /// A reference to something managed, in the version that its Realm reads; inside a write to the version before it. Stops the program for
  /// what is unmanaged, invalidated, or made by the open write.
  public init(to threadConfined: Confined) { box = ReferenceBox(threadConfined) }

  /// Whether it was resolved.
  public var isInvalidated: Bool { box.isResolved }

  func take() -> (frozen: Confined, isOfWrite: Bool) { box.take() }
}

// What is frozen may be looked at anywhere.
private final class ReferenceBox<Confined: ThreadConfined>: Sendable {
  private struct Content: @unchecked Sendable {
    let frozen: Confined
    let isOfWrite: Bool
  }

  private let content: Mutex<Content?>

  init(_ confined: Confined) {
    guard let realm = confined.realm else { misuse(.unmanagedReference(type: "\(Confined.self)")) }
    if confined.isInvalidated { misuse(.invalidatedReference(type: "\(Confined.self)")) }
    let content = Content(frozen: confined.freeze(), isOfWrite: realm.isInWriteTransaction)
    self.content = Mutex(content)
  }

  var isResolved: Bool { content.withLock { $0 == nil } }

  func take() -> (frozen: Confined, isOfWrite: Bool) {
    let taken = content.withLock { content in
      defer { content = nil }
      return content
    }
    guard let taken else { misuse(.resolvedReference) }
    return (taken.frozen, taken.isOfWrite)
  }
}

extension Realm {
  /// The counterpart of what a reference is to, in this Realm; nil when it is not there in the version that this Realm reads then.
  ///
  /// This Realm advances to the newest version when it reads an older one than the reference's, or one in which the reference was made
  /// inside a write; otherwise it stays. Stops the program when the reference was resolved before, and when it is of another file.
  public func resolve<Confined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
    _core.checkConfinement("Realm")
    let (frozen, isOfWrite) = reference.take()
    guard let source = frozen.realm?._core else { return nil }
    guard source.session.engine === _core.session.engine else {
      misuse(.otherFile(reference: source.session.engine.path, realm: _core.session.engine.path))
    }
    let (seen, wanted) = (_core.session.version, source.session.version)
    if !isFrozen, !isInWriteTransaction, seen < wanted || (seen == wanted && isOfWrite) { refresh() }
    return _core.thawing { frozen.thaw() }
  }
}
