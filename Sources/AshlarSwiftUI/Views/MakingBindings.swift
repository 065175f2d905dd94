#if canImport(SwiftUI)
  import Ashlar
  import SwiftUI

  // Asserts that a value does not leave the main actor, to which views are confined.
  private nonisolated struct OnMain<Value>: @unchecked Sendable {
    let value: Value
  }

  nonisolated func onMain<Value>(_ body: @MainActor () -> Value) -> Value { MainActor.assumeIsolated { OnMain(value: body()) }.value }

  extension Binding {
    /// Creates a binding from closures that run on the main actor, where views read and write bindings.
    nonisolated init(reading read: @escaping @MainActor () -> Value, writing write: @escaping @MainActor (Value) -> Void) {
      self.init(
        get: { onMain(read) },
        set: { value in
          let value = OnMain(value: value)
          onMain { write(value.value) }
        })
    }
  }

  extension BoundProperty {
    var binding: Binding<Value> { Binding(reading: { self.value }, writing: { self.set($0) }) }
  }

  extension BoundProperty where Value: Equatable {
    /// A binding that skips writes of an equal value.
    var differingBinding: Binding<Value> { Binding(reading: { self.value }, writing: { self.setDiffering($0) }) }
  }

  extension BoundProperty where Value: ThreadConfined {
    /// A binding that reads a frozen copy of a managed collection.
    var frozenBinding: Binding<Value> { Binding(reading: { self.frozen }, writing: { self.set($0) }) }
  }
#endif
