#if canImport(SwiftUI)
  import Ashlar
  import Combine
  import SwiftUI

  /// Publishes to views that the shown value changes. Unchecked: all mutable state belongs to the main actor, which also sends every
  /// notification.
  nonisolated final class ValueStorage<Value: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let value: ShownValue<Value>

    @MainActor init(_ value: Value) {
      self.value = ShownValue(value)
      self.value.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }

  /// Publishes to views that the objects of a query change. Unchecked for the same reason as `ValueStorage`.
  nonisolated final class QueryStorage<Element: RealmFetchable, Shown: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let query: ShownQuery<Element, Shown>

    @MainActor init(_ query: ShownQuery<Element, Shown>) {
      self.query = query
      query.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }
#endif
