#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// A map that a view shows and edits. Each edit uses the open write transaction, or a new one if none is open.
  ///
  /// ```swift
  /// $item.attributes["color"] = "red"
  /// ```
  @MainActor public protocol BoundMap {
    /// The type of the map.
    associatedtype Value: RealmKeyedCollection
    /// The map: frozen if it is managed.
    var wrappedValue: Value { get }
    /// Called after each edit. Updates the views of an unmanaged map, which sends no notifications. Implemented by the property wrappers.
    func _touched()
  }

  extension BoundMap {
    /// Does nothing.
    public func _touched() {}
  }

  extension Binding: BoundMap where Value: RealmKeyedCollection {
    /// Assigns an unmanaged map to itself, so that views read it again.
    public func _touched() {
      let value = wrappedValue
      if !value.isInvalidated, value.realm == nil { wrappedValue = value }
    }
  }

  extension BoundMap {
    /// The value of a key, or nil if the map does not contain the key. Assigning nil removes the entry.
    public subscript<Key, Element>(key: Key) -> Element? where Value == Map<Key, Element> {
      get { wrappedValue[key] }
      nonmutating set {
        wrappedValue.setFromView(newValue, for: key)
        _touched()
      }
    }

    /// Sets the value of a key.
    ///
    /// - Parameters:
    ///   - object: The new value; nil removes the entry.
    ///   - key: The key.
    public func set<Key, Element>(object: Element?, for key: Key) where Value == Map<Key, Element> { self[key] = object }
  }
#endif
