#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// An object, a collection or a projection that a view is given.
  ///
  ///     @ObservedRealmObject var item: Item
  ///
  /// The view reads a frozen copy of what is managed, and again after each change; an unmanaged value itself. `$item.name` writes in a
  /// transaction of its own. The last copy stays readable when the object was deleted.
  @MainActor @propertyWrapper public struct ObservedRealmObject<ObjectType: _ViewValue & Equatable>: DynamicProperty {
    @ObservedObject private var storage: ValueStorage<ObjectType>

    /// Shows a value.
    public init(wrappedValue: ObjectType) { storage = ValueStorage(wrappedValue) }

    /// The value: frozen, if it is managed.
    public var wrappedValue: ObjectType {
      get { storage.value.shown }
      nonmutating set { storage.value.replace(with: newValue) }
    }

    /// Bindings of properties, and what views do to collections.
    public var projectedValue: Wrapper { Wrapper(storage: storage) }

    /// Called by SwiftUI before the view is read.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.value.resume() }
    }

    /// Gives bindings of the properties of what is shown.
    @MainActor @dynamicMemberLookup public struct Wrapper {
      let storage: ValueStorage<ObjectType>

      /// The value: frozen, if it is managed.
      public var wrappedValue: ObjectType { storage.value.shown }

      /// A binding of a property.
      public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> { property(member).binding }
      /// A binding of a property, which writes only what differs.
      public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).differingBinding
      }
      /// A binding of a collection, which gives a frozen one.
      public subscript<V: RealmCollection>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).frozenBinding
      }
      /// A binding of a map, which gives a frozen one.
      public subscript<V: RealmKeyedCollection & Equatable>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).frozenBinding
      }

      private func property<V>(_ keyPath: ReferenceWritableKeyPath<ObjectType, V>) -> BoundProperty<ObjectType, V> {
        BoundProperty({ [value = storage.value] in value.shown }, keyPath, touched: { [value = storage.value] _ in value.touched() })
      }
    }
  }

  extension ObservedRealmObject.Wrapper where ObjectType: Object {
    /// Deletes the object from its Realm, in the transaction that is open or one of its own.
    public func delete() { deleteFromView([wrappedValue]) }
  }

  extension ObservedRealmObject.Wrapper where ObjectType: ProjectionObservable, ObjectType.Root: Object {
    /// Deletes the object that is shown from its Realm.
    public func delete() { deleteFromView([wrappedValue.rootObject]) }
  }

  extension ObservedRealmObject.Wrapper: BoundCollection where ObjectType: RealmCollection {
    /// What is shown.
    public typealias Value = ObjectType
    /// What is in the collection.
    public typealias Element = ObjectType.Element
    /// The view reads again.
    public func _touched() { storage.value.touched() }
  }

  extension ObservedRealmObject.Wrapper: BoundMap where ObjectType: RealmKeyedCollection {
    /// What is shown.
    public typealias Value = ObjectType
    /// The view reads again.
    public func _touched() { storage.value.touched() }
  }
#endif
