#if canImport(SwiftUI)
  public import Ashlar
  public import Foundation
  public import SwiftUI

  /// A collection that a view shows and edits. Each edit uses the open write transaction, or a new one if none is open.
  ///
  /// ```swift
  /// List { ForEach(items) { Text($0.name) }.onDelete(perform: $items.remove).onMove(perform: $items.move) }
  /// ```
  @MainActor public protocol BoundCollection {
    /// The type of the collection.
    associatedtype Value
    /// The type of its elements.
    associatedtype Element: RealmCollectionValue
    /// The collection: frozen if it is managed.
    var wrappedValue: Value { get }
    /// Called after each edit. Updates the views of an unmanaged collection, which sends no notifications. Implemented by the property
    /// wrappers.
    func _touched()
  }

  extension BoundCollection {
    /// Does nothing.
    public func _touched() {}
  }

  extension Binding: BoundCollection where Value: RealmCollection {
    /// The type of the elements.
    public typealias Element = Value.Element
    /// Assigns an unmanaged collection to itself, so that views read it again.
    public func _touched() {
      let value = wrappedValue
      if !value.isInvalidated, value.realm == nil { wrappedValue = value }
    }
  }

  extension BoundCollection where Value == Ashlar.List<Element> {
    /// Appends an element. For a frozen object, the live object is appended; a deleted object is ignored.
    ///
    /// - Parameter value: The element to append.
    public func append(_ value: Element) {
      wrappedValue.appendFromView(value)
      _touched()
    }

    /// Removes the element that the view shows at an index. Does nothing if the element has already been removed.
    ///
    /// - Parameter index: An index of the collection as the view shows it.
    public func remove(at index: Int) {
      wrappedValue.removeFromView(at: index)
      _touched()
    }

    /// Removes elements; those that have already been removed are ignored. The method can be passed to `onDelete(perform:)`.
    ///
    /// - Parameter offsets: Indexes of the collection as the view shows it.
    public func remove(atOffsets offsets: IndexSet) {
      wrappedValue.removeFromView(atOffsets: offsets)
      _touched()
    }

    /// Moves elements; those that have been removed are ignored. The method can be passed to `onMove(perform:)`. See the guide,
    /// *Observing*.
    ///
    /// - Parameters:
    ///   - offsets: The indexes of the elements to move, as the view shows the collection.
    ///   - destination: The index before which the elements are inserted, as the view shows the collection; the number of elements for its
    ///     end.
    public func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
      wrappedValue.moveFromView(fromOffsets: offsets, toOffset: destination)
      _touched()
    }
  }

  extension BoundCollection where Value == MutableSet<Element> {
    /// Inserts an element. For a frozen object, the live object is inserted; a deleted object is ignored.
    ///
    /// - Parameter value: The element to insert.
    public func insert(_ value: Element) {
      wrappedValue.insertFromView(value)
      _touched()
    }

    /// Removes an element. Does nothing if the set does not contain it.
    ///
    /// - Parameter element: The element to remove; for a frozen object, the live object is removed.
    public func remove(_ element: Element) {
      wrappedValue.removeFromView(element)
      _touched()
    }
  }

  extension BoundCollection where Value == Results<Element>, Element: Object {
    /// Deletes an object from its Realm. Does nothing if the object has already been deleted.
    ///
    /// - Parameter object: The object, live or frozen.
    public func remove(_ object: Element) { deleteFromView([object]) }

    /// Deletes objects from their Realm; those that have already been deleted are ignored. The method can be passed to
    /// `onDelete(perform:)`.
    ///
    /// - Parameter offsets: Indexes of the results as the view shows them.
    public func remove(atOffsets offsets: IndexSet) { deleteFromView(objectsShown(in: wrappedValue, at: offsets)) }
  }

  extension BoundCollection where Value == Results<Element>, Element: ProjectionObservable, Element.Root: Object {
    /// Deletes the projected object from its Realm. Does nothing if the object has already been deleted.
    ///
    /// - Parameter projection: A projection of the object.
    public func remove(_ projection: Element) { deleteFromView([projection.rootObject]) }

    /// Deletes the projected objects from their Realm; those that have already been deleted are ignored. The method can be passed to
    /// `onDelete(perform:)`.
    ///
    /// - Parameter offsets: Indexes of the results as the view shows them.
    public func remove(atOffsets offsets: IndexSet) { deleteFromView(objectsShown(in: wrappedValue, at: offsets)) }
  }
#endif
