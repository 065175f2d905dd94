public import Dispatch

// What users of RealmSwift write and is not there yet: the compiler says what to write instead.

extension ProjectionObservable {
  /// Not there: the compiler says what to write instead.
  @available(
    *, unavailable, message: "projections cannot be observed yet: observe 'rootObject', with key paths for what the projection shows"
  )
  public func observe(keyPaths: [String]? = nil, on queue: DispatchQueue? = nil, _ block: @escaping (ObjectChange<Self>) -> Void)
    -> NotificationToken
  { _unavailable() }
}

// Never called: the compiler refuses what would.
private func _unavailable() -> Never { misuse(.schema("This is not available.")) }
