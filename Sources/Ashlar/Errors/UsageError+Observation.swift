// Errors in the use of observers.
extension UsageError {
  static let observedUnmanagedObject = UsageError.value(
    "Only objects which are managed by a Realm support change notifications. Add the object to a Realm first.")
  static let observedUnmanaged = UsageError.value(
    "Change notifications are only supported on managed collections. Add the object that has the collection to a Realm first.")
  static let observedFrozen = UsageError.value(
    "Frozen Realms do not change and do not have change notifications. Observe the result of 'thaw()'.")
  static let observedReadOnly = UsageError.value(
    "Read-only Realms do not change and do not have change notifications. Open the file without 'readOnly' to observe it.")
  static let observedInWrite = UsageError.value(
    "Cannot create asynchronous query after making changes in a write transaction. Call 'observe' before the changes, or after the commit.")
  static let skippedElsewhere = UsageError.value(
    "Incorrect Realm: only notifications for the Realm being modified can be skipped. Pass tokens of this Realm and of its objects and collections, not those of observers on another queue or actor."
  )
  static let frozenAutorefresh = UsageError.value("Auto-refresh cannot be set on a frozen Realm, which never changes.")
  static let observedValuePaths = UsageError.value(
    "Key paths select properties of objects, and this collection contains values: omit 'keyPaths'.")

  static let awaitedInWrite = UsageError.value(
    "A task cannot wait for the next change inside its own write transaction. Commit or cancel the write first.")

  static func observedPath(_ name: String, _ type: String) -> UsageError {
    .value("Invalid property name: property '\(name)' not found in object of type '\(type)'.")
  }

  static func observedProjectionPath(_ path: String, _ projection: String, _ type: String) -> UsageError {
    .value("Invalid property name: '\(path)' is neither a property of '\(projection)' nor a path of '\(type)'.")
  }

  static func observedHiddenPath(_ path: String, _ projection: String) -> UsageError {
    .value("'\(projection)' has no property for '\(path)', so an observer of it would never be called. Observe 'rootObject' instead.")
  }

  static func observedType(_ found: String, _ wanted: String) -> UsageError {
    .value(
      "The block accepts changes of '\(wanted)', and the observed object is a '\(found)'. Declare its parameter as "
        + "'ObjectChange<\(found)>'."
    )
  }
}
