#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// A map that a view shows, with what views do to it. Each change is written in the transaction that is open, else in one of its own.
  @MainActor public protocol BoundMap {
    /// The map.
    associatedtype Value: RealmKeyedCollection
    /// The map: frozen, if it is managed.
    var wrappedValue: Value { get }
    /// Something was stored in an unmanaged map. For the wrappers of views.
    func _touched()
  }

  extension BoundMap {
    /// Nothing.
    public func _touched() {}
  }

  extension Binding: BoundMap where Value: RealmKeyedCollection {
    /// Assigns the collection to itself, so that views read it again.
    public func _touched() {
      let value = wrappedValue
      if !value.isInvalidated, value.realm == nil { wrappedValue = value }
    }
  }

  extension BoundMap {
    /// The value of a key; nil when there is none. Setting nil removes the entry.
    public subscript<Key, Element>(key: Key) -> Element? where Value == Map<Key, Element> {
      get { wrappedValue[key] }
      nonmutating set {
        wrappedValue.setFromView(newValue, for: key)
        _touched()
      }
    }

    /// Sets the value of a key; nil removes the entry.
    public func set<Key, Element>(object: Element?, for key: Key) where Value == Map<Key, Element> { self[key] = object }
  }
#endif
