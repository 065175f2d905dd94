#if canImport(SwiftUI)
  public import Ashlar
  public import Foundation
  public import SwiftUI

  /// A collection that a view shows, with what views do to it. Each change is written in the transaction that is open, else in one of its own.
  @MainActor public protocol BoundCollection {
    /// The collection.
    associatedtype Value
    /// Its elements.
    associatedtype Element: RealmCollectionValue
    /// The collection: frozen, if it is managed.
    var wrappedValue: Value { get }
    /// Something was stored in an unmanaged collection. For the wrappers of views.
    func _touched()
  }

  extension BoundCollection {
    /// Nothing.
    public func _touched() {}
  }

  extension Binding: BoundCollection where Value: RealmCollection {
    /// What is in the collection.
    public typealias Element = Value.Element
    /// Assigns the collection to itself, so that views read it again.
    public func _touched() {
      let value = wrappedValue
      if !value.isInvalidated, value.realm == nil { wrappedValue = value }
    }
  }

  extension BoundCollection where Value == Ashlar.List<Element> {
    /// Appends an element; a frozen object as the live one.
    public func append(_ value: Element) {
      wrappedValue.appendFromView(value)
      _touched()
    }

    /// Removes an element, by its position as it is shown.
    public func remove(at index: Int) {
      wrappedValue.removeFromView(at: index)
      _touched()
    }

    /// Removes elements, by their positions as they are shown: what `onDelete` takes.
    public func remove(atOffsets offsets: IndexSet) {
      wrappedValue.removeFromView(atOffsets: offsets)
      _touched()
    }

    /// Moves elements before a position, all as they are shown: what `onMove` takes.
    public func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      wrappedValue.moveFromView(fromOffsets: offsets, toOffset: destination)
      _touched()
    }
  }

  extension BoundCollection where Value == MutableSet<Element> {
    /// Inserts an element; a frozen object as the live one.
    public func insert(_ value: Element) {
      wrappedValue.insertFromView(value)
      _touched()
    }

    /// Removes an element.
    public func remove(_ element: Element) {
      wrappedValue.removeFromView(element)
      _touched()
    }
  }

  extension BoundCollection where Value == Results<Element>, Element: Object {
    /// Deletes an object from its Realm.
    public func remove(_ object: Element) { deleteFromView([object]) }

    /// Deletes objects from their Realm, by their positions as they are shown: what `onDelete` takes.
    public func remove(atOffsets offsets: IndexSet) { deleteFromView(objectsShown(in: wrappedValue, at: offsets)) }
  }

  extension BoundCollection where Value == Results<Element>, Element: ProjectionObservable, Element.Root: Object {
    /// Deletes the object that is shown from its Realm.
    public func remove(_ projection: Element) { deleteFromView([projection.rootObject]) }

    /// Deletes the objects that are shown from their Realm, by their positions: what `onDelete` takes.
    public func remove(atOffsets offsets: IndexSet) { deleteFromView(objectsShown(in: wrappedValue, at: offsets)) }
  }
#endif
