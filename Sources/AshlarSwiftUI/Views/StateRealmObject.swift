#if canImport(SwiftUI)
  public import Ashlar
  public import SwiftUI

  /// An object, a collection or a projection that a view owns: created once for the lifetime of the view.
  ///
  /// ```swift
  /// struct OrderView: View {
  ///   @StateRealmObject var order = Order()
  ///   var body: some View { TextField("Name", text: $order.name) }
  /// }
  /// ```
  ///
  /// If the value is managed, the view reads a frozen copy, and is updated after each change; an unmanaged value is read directly. Setting
  /// `$order.name` writes in the open transaction, or in a new one if none is open. After the object has been deleted, the view continues
  /// to show the last copy.
  @MainActor @propertyWrapper public struct StateRealmObject<T: _ViewValue & Equatable>: DynamicProperty {
    @StateObject private var storage: ValueStorage<T>

    /// Creates the storage for a value.
    ///
    /// - Parameter wrappedValue: The initial value, evaluated when the view first appears.
    public init(wrappedValue: @autoclosure @escaping () -> T) { _storage = StateObject(wrappedValue: ValueStorage(wrappedValue())) }

    /// The value: frozen if it is managed. An assigned value replaces the value that the view shows.
    public var wrappedValue: T {
      get { storage.value.shown }
      nonmutating set { storage.value.replace(with: newValue) }
    }

    /// A binding to the value, with bindings to its properties. See the guide, *Observing*.
    public var projectedValue: Binding<T> {
      let storage = storage
      return Binding(reading: { storage.value.shown }, writing: { storage.value.assign($0) })
    }

    /// Called by SwiftUI before it evaluates the view's body. Starts the observation.
    public nonisolated mutating func update() {
      let wrapper = self
      MainActor.assumeIsolated { wrapper.storage.value.resume() }
    }
  }

  extension StateRealmObject {
    /// Creates the storage for a list that is initially empty and unmanaged.
    public init<Element>() where T == Ashlar.List<Element> { self.init(wrappedValue: Ashlar.List()) }
    /// Creates the storage for a set that is initially empty and unmanaged.
    public init<Element>() where T == MutableSet<Element> { self.init(wrappedValue: MutableSet()) }
    /// Creates the storage for a map that is initially empty and unmanaged.
    public init<Key, Value>() where T == Map<Key, Value> { self.init(wrappedValue: Map()) }
  }
#endif
