#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// An object, a collection or a projection that a view owns: made once for the lifetime of the view.
  ///
  ///     @StateRealmObject var order = Order()
  ///
  /// The view reads a frozen copy of what is managed, and again after each change; an unmanaged value itself. `$order.name` writes in a
  /// transaction of its own.
  @MainActor @propertyWrapper public struct StateRealmObject<T: _ViewValue & Equatable>: DynamicProperty {
    @StateObject private var storage: ValueStorage<T>

    /// Takes the value when the view appears.
    public init(wrappedValue: @autoclosure @escaping () -> T) { _storage = StateObject(wrappedValue: ValueStorage(wrappedValue())) }

    /// The value: frozen, if it is managed.
    public var wrappedValue: T {
      get { storage.value.shown }
      nonmutating set { storage.value.replace(with: newValue) }
    }

    /// Bindings of the value and of its properties.
    public var projectedValue: Binding<T> {
      let storage = storage
      return Binding(reading: { storage.value.shown }, writing: { storage.value.assign($0) })
    }

    /// Called by SwiftUI before the view is read.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.value.resume() }
    }
  }

  extension StateRealmObject {
    /// Begins with an empty collection.
    public init<Element>() where T == Ashlar.List<Element> { self.init(wrappedValue: Ashlar.List()) }
    /// Begins with an empty collection.
    public init<Element>() where T == MutableSet<Element> { self.init(wrappedValue: MutableSet()) }
    /// Begins with an empty collection.
    public init<Key, Value>() where T == Map<Key, Value> { self.init(wrappedValue: Map()) }
  }
#endif
