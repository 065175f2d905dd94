#if canImport(SwiftUI)
  import Ashlar
  import Combine
  import SwiftUI

  /// Notifies views before the shown value changes. The conformance to `Sendable` is unchecked: all mutable state belongs to the main
  /// actor, which also sends every notification.
  nonisolated final class ValueStorage<Value: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let value: ShownValue<Value>

    @MainActor init(_ value: Value) {
      self.value = ShownValue(value)
      self.value.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }

  /// Notifies views before the objects of a query change. The conformance to `Sendable` is unchecked for the same reason as that of
  /// `ValueStorage`.
  nonisolated final class QueryStorage<Element: RealmFetchable, Shown: _ViewValue>: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let query: ShownQuery<Element, Shown>

    @MainActor init(_ query: ShownQuery<Element, Shown>) {
      self.query = query
      query.changed = { [objectWillChange] in objectWillChange.send() }
    }
  }
#endif
