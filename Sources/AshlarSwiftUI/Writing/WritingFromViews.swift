import Ashlar

/// Returns the live counterpart of a value: the value itself if it is live or unmanaged; nil if it has been deleted.
@MainActor func live<Value: ThreadConfined>(_ value: Value) -> Value? {
  if value.isInvalidated { return nil }
  guard let value = value.isFrozen ? value.thaw() : value, !value.isInvalidated else { return nil }
  return value
}

/// Returns the live counterpart of an element; nil if it has been deleted. An element that is neither an object nor a projection is
/// returned unchanged.
@MainActor func liveElement<Element>(_ element: Element) -> Element? {
  guard let value = element as? any ThreadConfined else { return element }
  return live(value) as? Element
}

/// Writes to a value in the open transaction, or in a new one if none is open. An unmanaged value is modified without a transaction.
///
/// Does nothing if the value has been deleted, even if the deletion becomes visible only when the transaction begins at a newer version.
/// - Parameter body: Receives the live value.
@MainActor func writing<Value: ThreadConfined>(to value: Value, _ body: (Value) -> Void) {
  guard let value = live(value) else { return }
  guard let realm = value.realm else { return body(value) }
  if realm.isInWriteTransaction { return body(value) }
  transaction(in: realm) { if !value.isInvalidated { body(value) } }
}

/// Writes in the open transaction, or in a new one if none is open. If the new one cannot begin or be committed, nothing is stored, and
/// `FailedWrites` reports the error.
@MainActor func transaction(in realm: Realm, _ body: () -> Void) {
  if realm.isInWriteTransaction { return body() }
  do {
    try realm.write(body)
  } catch {
    FailedWrites.shared.report(error, from: realm)
  }
}
