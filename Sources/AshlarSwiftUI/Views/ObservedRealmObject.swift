#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// An object, a collection or a projection that is passed to a view.
  ///
  /// ```swift
  /// struct ItemView: View {
  ///   @ObservedRealmObject var item: Item
  ///   var body: some View { TextField("Name", text: $item.name) }
  /// }
  /// ```
  ///
  /// If the value is managed, the view reads a frozen copy, and is updated after each change; an unmanaged value is read directly. Setting
  /// `$item.name` writes in the open transaction, or in a new one if none is open. After the object has been deleted, the view continues to
  /// show the last copy.
  @MainActor @propertyWrapper public struct ObservedRealmObject<ObjectType: _ViewValue & Equatable>: DynamicProperty {
    @ObservedObject private var storage: ValueStorage<ObjectType>

    /// Observes a value.
    ///
    /// - Parameter wrappedValue: The value to show: managed or unmanaged, live or frozen.
    public init(wrappedValue: ObjectType) { storage = ValueStorage(wrappedValue) }

    /// The value: frozen if it is managed. An assigned value replaces the value that the view shows.
    public var wrappedValue: ObjectType {
      get { storage.value.shown }
      nonmutating set { storage.value.replace(with: newValue) }
    }

    /// Bindings to the properties, and methods that edit collections.
    public var projectedValue: Wrapper { Wrapper(storage: storage) }

    /// Called by SwiftUI before it evaluates the view's body. Starts the observation.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.value.resume() }
    }

    /// Provides bindings to the properties of the shown value. See the guide, *Observing*.
    @MainActor @dynamicMemberLookup public struct Wrapper {
      let storage: ValueStorage<ObjectType>

      /// The value: frozen if it is managed.
      public var wrappedValue: ObjectType { storage.value.shown }

      /// A binding to a property.
      public subscript<V>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> { property(member).binding }
      /// A binding to a property. It skips writes of an equal value.
      public subscript<V: Equatable>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).differingBinding
      }
      /// A binding to a collection. It reads a frozen copy if the collection is managed.
      public subscript<V: RealmCollection>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).frozenBinding
      }
      /// A binding to a map. It reads a frozen copy if the map is managed.
      public subscript<V: RealmKeyedCollection & Equatable>(dynamicMember member: ReferenceWritableKeyPath<ObjectType, V>) -> Binding<V> {
        property(member).frozenBinding
      }

      private func property<V>(_ keyPath: ReferenceWritableKeyPath<ObjectType, V>) -> BoundProperty<ObjectType, V> {
        BoundProperty({ [value = storage.value] in value.shown }, keyPath, touched: { [value = storage.value] _ in value.touched() })
      }
    }
  }

  extension ObservedRealmObject.Wrapper where ObjectType: Object {
    /// Deletes the object from its Realm, in the open write transaction, or in a new one if none is open. Has no effect on an unmanaged or
    /// deleted object.
    public func delete() { deleteFromView([wrappedValue]) }
  }

  extension ObservedRealmObject.Wrapper where ObjectType: ProjectionObservable, ObjectType.Root: Object {
    /// Deletes the projected object from its Realm, in the open write transaction, or in a new one if none is open. Has no effect on an
    /// unmanaged or deleted object.
    public func delete() { deleteFromView([wrappedValue.rootObject]) }
  }

  extension ObservedRealmObject.Wrapper: BoundCollection where ObjectType: RealmCollection {
    /// The type of the shown collection.
    public typealias Value = ObjectType
    /// The type of the elements.
    public typealias Element = ObjectType.Element
    /// Updates the view if it does not observe the value.
    public func _touched() { storage.value.touched() }
  }

  extension ObservedRealmObject.Wrapper: BoundMap where ObjectType: RealmKeyedCollection {
    /// The type of the shown map.
    public typealias Value = ObjectType
    /// Updates the view if it does not observe the value.
    public func _touched() { storage.value.touched() }
  }
#endif
