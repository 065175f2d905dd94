import Ashlar

/// The live counterpart of a value; itself when it is live or unmanaged, nil when it is gone.
@MainActor func live<Value: ThreadConfined>(_ value: Value) -> Value? {
  if value.isInvalidated { return nil }
  guard let value = value.isFrozen ? value.thaw() : value, !value.isInvalidated else { return nil }
  return value
}

/// The live counterpart of an element, nil when it is gone. Values are themselves.
@MainActor func liveElement<Element>(_ element: Element) -> Element? {
  guard let value = element as? any ThreadConfined else { return element }
  return live(value) as? Element
}

/// Writes to a value: in the transaction that is open, else in one of its own; to an unmanaged value directly. Nothing is done to a value
/// that is gone, also where it goes with the versions that a write begins at.
/// - Parameter body: gets the live value.
@MainActor func writing<Value: ThreadConfined>(to value: Value, _ body: (Value) -> Void) {
  guard let value = live(value) else { return }
  guard let realm = value.realm else { return body(value) }
  if realm.isInWriteTransaction { return body(value) }
  transaction(in: realm) { if !value.isInvalidated { body(value) } }
}

/// Writes in the transaction that is open, else in one of its own.
@MainActor func transaction(in realm: Realm, _ body: () -> Void) {
  if realm.isInWriteTransaction { return body() }
  do {
    try realm.write(body)
  } catch {
    // A binding can throw nothing.
    fatalError("A view could not write: \(error)")
  }
}
