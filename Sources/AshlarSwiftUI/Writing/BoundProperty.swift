import Ashlar

/// A property of the value that a view shows. Reads are live, so that a text field shows its latest input; each write is a separate
/// transaction, unless one is open.
///
/// If the root has been deleted, writes do nothing. Reads return the value that was read last, or the value at the creation of this
/// property; if the root is a frozen copy, reads return the copy's value.
@MainActor final class BoundProperty<Root: ThreadConfined, Value> {
  fileprivate let root: () -> Root
  fileprivate let keyPath: ReferenceWritableKeyPath<Root, Value>
  // Called after a write to an unmanaged root, which sends no notifications.
  private let touched: (Root) -> Void
  fileprivate var last: Value?

  init(_ root: @escaping () -> Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>, touched: @escaping (Root) -> Void) {
    self.root = root
    self.keyPath = keyPath
    self.touched = touched
    // A write between the creation of the property and its first read may delete the root.
    if let root = live(root()) { last = BoundProperty.frozen(root[keyPath: keyPath]) }
  }

  // Returns a copy that remains readable when the root is deleted.
  private static func frozen(_ value: Value) -> Value {
    guard let confined = value as? any ThreadConfined, !confined.isInvalidated, !confined.isFrozen, let realm = confined.realm,
      !realm.isInWriteTransaction
    else { return value }
    return confined.freeze() as? Value ?? value
  }

  var value: Value {
    let root = root()
    if let root = live(root) {
      let value = root[keyPath: keyPath]
      last = value
      return value
    }
    // A deleted object cannot be read; a frozen copy of it can.
    return root.isInvalidated ? last ?? root[keyPath: keyPath] : root[keyPath: keyPath]
  }

  func set(_ value: Value) {
    let root = root()
    writing(to: root) { root in root[keyPath: keyPath] = value }
    if !root.isInvalidated, root.realm == nil { touched(root) }
  }
}

extension BoundProperty where Value: Equatable {
  /// Writes the value only if it differs from the live one.
  func setDiffering(_ value: Value) {
    if let root = live(root()), root[keyPath: keyPath] == value { return }
    set(value)
  }
}

extension BoundProperty where Value: ThreadConfined {
  /// The collection as views show it: frozen if it is managed, so that indexes stay valid while a view uses them.
  var frozen: Value {
    let root = root()
    let value = root.isInvalidated ? last ?? root[keyPath: keyPath] : root[keyPath: keyPath]
    guard !value.isInvalidated, !value.isFrozen, value.realm != nil else { return value }
    let copy = value.freeze()
    last = copy
    return copy
  }
}
