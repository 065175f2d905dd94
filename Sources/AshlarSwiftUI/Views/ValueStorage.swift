#if canImport(SwiftUI)
  import Ashlar
  import Combine
  import SwiftUI

  /// Tells views to read again. Unchecked: nothing changes but what belongs to the main actor, where everything is sent.
  nonisolated final class ValueStorage<Value: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let value: ShownValue<Value>

    @MainActor init(_ value: Value) {
      self.value = ShownValue(value)
      self.value.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }

  /// The same for objects that a view asks for.
  nonisolated final class QueryStorage<Element: RealmFetchable, Shown: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let query: ShownQuery<Element, Shown>

    @MainActor init(_ query: ShownQuery<Element, Shown>) {
      self.query = query
      query.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }
#endif
