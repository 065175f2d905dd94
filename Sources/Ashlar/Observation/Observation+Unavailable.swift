public import Dispatch

// What users of RealmSwift write and is not there yet: the compiler says what to write instead.

extension RealmCollection {
  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "observing on another queue is not supported yet: call 'observe' on a Realm that is opened where the block is to run")
  public func observe(
    keyPaths: [String]? = nil, on queue: DispatchQueue?, _ block: @escaping (RealmCollectionChange<Self>) -> Void
  ) -> NotificationToken { _unavailable() }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "observing on an actor is not supported yet: call 'observe' on the @MainActor, or on a thread that calls 'refresh()'")
  public func observe<A: Actor>(
    keyPaths: [String]? = nil, on actor: A, _ block: @Sendable @escaping (isolated A, RealmCollectionChange<Self>) -> Void
  ) async -> NotificationToken { _unavailable() }
}

extension Object {
  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "observing on another queue is not supported yet: call 'observe' on a Realm that is opened where the block is to run")
  public final func observe<T: ObjectBase>(
    keyPaths: [String]? = nil, on queue: DispatchQueue?, _ block: @escaping (ObjectChange<T>) -> Void
  ) -> NotificationToken { _unavailable() }
}

extension ProjectionObservable {
  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "projections cannot be observed yet: observe 'rootObject', with key paths for what the projection shows")
  public func observe(keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<Self>) -> Void)
    -> NotificationToken
  { _unavailable() }
}

// Never called: the compiler refuses what would.
private func _unavailable() -> Never { misuse(.schema("This is not available.")) }
