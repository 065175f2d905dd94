#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  // `$item.name` of a binding of an object or a projection: written in a transaction of its own, or in the one that is open. More specific than
  // SwiftUI's own subscript, which would write without one.

  @MainActor extension Binding where Value: ThreadConfined {
    fileprivate func property<V>(_ keyPath: ReferenceWritableKeyPath<Value, V>) -> BoundProperty<Value, V> {
      // An unmanaged object does not notify: assigning it to itself makes views read it again.
      BoundProperty({ wrappedValue }, keyPath, touched: { wrappedValue = $0 })
    }
  }

  @MainActor extension Binding where Value: ObjectBase & ThreadConfined {
    /// A binding of a property.
    public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> { property(member).binding }
    /// A binding of a property, which writes only what differs.
    public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).differingBinding
    }
    /// A binding of a collection, which gives a frozen one.
    public subscript<V: RealmCollection>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).frozenBinding
    }
    /// A binding of a map, which gives a frozen one.
    public subscript<V: RealmKeyedCollection & Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).frozenBinding
    }
  }

  @MainActor extension Binding where Value: ProjectionObservable {
    /// A binding of a projected property.
    public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> { property(member).binding }
    /// A binding of a projected property, which writes only what differs.
    public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<Value, V>) -> Binding<V> {
      property(member).differingBinding
    }
  }

  @MainActor extension Binding where Value: Object {
    /// Deletes the object from its Realm, in the transaction that is open or one of its own.
    public func delete() { deleteFromView([wrappedValue]) }
  }

  @MainActor extension Binding where Value: ProjectionObservable, Value.Root: Object {
    /// Deletes the object that is shown from its Realm.
    public func delete() { deleteFromView([wrappedValue.rootObject]) }
  }

  extension ThreadConfined where Self: ObjectBase {
    /// A binding of a property: it reads the live object, and writes in a transaction of its own.
    @MainActor public func bind<V>(_ keyPath: ReferenceWritableKeyPath<Self, V>) -> Binding<V> {
      BoundProperty({ self }, keyPath, touched: { _ in }).binding
    }
  }

  extension ProjectionObservable {
    /// A binding of a projected property: it reads the live object, and writes in a transaction of its own.
    @MainActor public func bind<V>(_ keyPath: ReferenceWritableKeyPath<Self, V>) -> Binding<V> {
      BoundProperty({ self }, keyPath, touched: { _ in }).binding
    }
  }
#endif
