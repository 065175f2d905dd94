#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  // `$item.name` for a binding of an object or a projection writes in the open transaction, or in a new one if none is open. These
  // subscripts are more specific than SwiftUI's own subscript, which would write without a transaction.

  @MainActor extension Binding where Value: ThreadConfined {
    fileprivate func property<V>(_ keyPath: ReferenceWritableKeyPath<Value, V>) -> BoundProperty<Value, V> {
      // An unmanaged object sends no notifications: assigning it to itself causes views to read it again.
      BoundProperty({ wrappedValue }, keyPath, touched: { wrappedValue = $0 })
    }
  }

  @MainActor extension Binding where Value: ObjectBase & ThreadConfined {
    /// A binding to a property. It writes in the open transaction, or in a new one if none is open. See the guide, *Observing*.
    public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> { property(member).binding }
    /// A binding to a property. It skips writes of an equal value.
    public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).differingBinding
    }
    /// A binding to a collection. It reads a frozen copy if the collection is managed.
    public subscript<V: RealmCollection>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).frozenBinding
    }
    /// A binding to a map. It reads a frozen copy if the map is managed.
    public subscript<V: RealmKeyedCollection & Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).frozenBinding
    }
  }

  @MainActor extension Binding where Value: ProjectionObservable {
    /// A binding to a projected property. It writes in the open transaction, or in a new one if none is open.
    public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> { property(member).binding }
    /// A binding to a projected property. It skips writes of an equal value.
    public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).differingBinding
    }
  }

  @MainActor extension Binding where Value: Object {
    /// Deletes the object from its Realm, in the open write transaction, or in a new one if none is open. Has no effect on an unmanaged or
    /// deleted object.
    public func delete() { deleteFromView([wrappedValue]) }
  }

  @MainActor extension Binding where Value: ProjectionObservable, Value.Root: Object {
    /// Deletes the projected object from its Realm, in the open write transaction, or in a new one if none is open. Has no effect on an
    /// unmanaged or deleted object.
    public func delete() { deleteFromView([wrappedValue.rootObject]) }
  }

  extension ThreadConfined where Self: ObjectBase {
    /// Returns a binding to a property. The binding reads the live object, and writes in the open transaction, or in a new one if none is
    /// open.
    ///
    /// After the object has been deleted, the binding returns the last value that it read, and ignores writes.
    ///
    /// ```swift
    /// TextField("Name", text: item.bind(\.name))
    /// ```
    ///
    /// - Parameter keyPath: The property.
    @MainActor public func bind<V>(_ keyPath: ReferenceWritableKeyPath<Self, V>) -> Binding<V> {
      BoundProperty({ self }, keyPath, touched: { _ in }).binding
    }
  }

  extension ProjectionObservable {
    /// Returns a binding to a projected property. The binding reads the live object, and writes in the open transaction, or in a new one if
    /// none is open.
    ///
    /// After the object has been deleted, the binding returns the last value that it read, and ignores writes. See the guide, *Observing*.
    ///
    /// - Parameter keyPath: The projected property.
    @MainActor public func bind<V>(_ keyPath: ReferenceWritableKeyPath<Self, V>) -> Binding<V> {
      BoundProperty({ self }, keyPath, touched: { _ in }).binding
    }
  }
#endif
