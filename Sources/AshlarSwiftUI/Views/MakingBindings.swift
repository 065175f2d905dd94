#if canImport(SwiftUI)
  import Ashlar
  import SwiftUI

  // Says that a value does not leave the main actor, where views are.
  private nonisolated struct OnMain<Value>: @unchecked Sendable {
    let value: Value
  }

  nonisolated func onMain<Value>(_ body: @MainActor () -> Value) -> Value { MainActor.assumeIsolated { OnMain(value: body()) }.value }

  extension Binding {
    /// Bindings are read and written by views, on the main actor.
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
    /// Writes only what differs.
    var differingBinding: Binding<Value> { Binding(reading: { self.value }, writing: { self.setDiffering($0) }) }
  }

  extension BoundProperty where Value: ThreadConfined {
    /// Reads a frozen collection.
    var frozenBinding: Binding<Value> { Binding(reading: { self.frozen }, writing: { self.set($0) }) }
  }
#endif
