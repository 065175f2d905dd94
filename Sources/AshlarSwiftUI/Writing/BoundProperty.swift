import Ashlar

/// A property of what a view shows: read live, so that a field shows what was just typed into it, and written in a transaction of its own.
///
/// The root may be gone: then the last value is read, and nothing is written.
@MainActor final class BoundProperty<Root: ThreadConfined, Value> {
  fileprivate let root: () -> Root
  fileprivate let keyPath: ReferenceWritableKeyPath<Root, Value>
  // After something was stored in an unmanaged root, which tells nobody.
  private let touched: (Root) -> Void
  fileprivate var last: Value?

  init(_ root: @escaping () -> Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>, touched: @escaping (Root) -> Void) {
    self.root = root
    self.keyPath = keyPath
    self.touched = touched
  }

  var value: Value {
    let root = root()
    if let root = live(root) {
      let value = root[keyPath: keyPath]
      last = value
      return value
    }
    // A frozen copy of what is gone can be read.
    return root.isInvalidated ? last ?? root[keyPath: keyPath] : root[keyPath: keyPath]
  }

  func set(_ value: Value) {
    let root = root()
    writing(to: root) { root in root[keyPath: keyPath] = value }
    if !root.isInvalidated, root.realm == nil { touched(root) }
  }
}

extension BoundProperty where Value: Equatable {
  /// Writes only what differs from the live value.
  func setDiffering(_ value: Value) {
    if let root = live(root()), root[keyPath: keyPath] == value { return }
    set(value)
  }
}

extension BoundProperty where Value: ThreadConfined {
  /// A collection as views show it: frozen, so that positions stay what they are while a view has them.
  var frozen: Value {
    let root = root()
    let value = root.isInvalidated ? last ?? root[keyPath: keyPath] : root[keyPath: keyPath]
    guard !value.isInvalidated, !value.isFrozen, value.realm != nil else { return value }
    let copy = value.freeze()
    last = copy
    return copy
  }
}
