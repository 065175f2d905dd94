#if canImport(SwiftUI)
  public import Ashlar
  import Combine
  public import SwiftUI

  private struct FailureDepthKey: EnvironmentKey {
    static let defaultValue = 0
  }

  extension EnvironmentValues {
    // The number of enclosing views with a handler.
    fileprivate var failureDepth: Int {
      get { self[FailureDepthKey.self] }
      set { self[FailureDepthKey.self] = newValue }
    }
  }

  /// Retains a handler while its view exists.
  private nonisolated final class FailureStorage: ObservableObject, @unchecked Sendable {
    let objectWillChange = ObservableObjectPublisher()
    let handler = FailureHandler()
    @MainActor private var isAdded = false

    @MainActor func update(_ depth: Int, _ action: @escaping (Realm.Error) -> Void) {
      (handler.depth, handler.action) = (depth, action)
      if !isAdded { FailedWrites.shared.add(handler) }
      isAdded = true
    }
  }

  private struct ReportingView<Content: View>: View {
    @Environment(\.failureDepth) private var depth
    @StateObject private var storage = FailureStorage()
    let content: Content
    let action: (Realm.Error) -> Void

    var body: some View {
      let _ = storage.update(depth, action)
      content.environment(\.failureDepth, depth + 1)
    }
  }

  extension View {
    /// Performs an action if a write of a view violates rules of the schema and is therefore not stored. The write may be an assignment to
    /// a binding of an object, or a call of a function such as `append` or `delete`.
    ///
    /// ```swift
    /// Form { TextField("Login", text: $account.login) }
    ///   .onRuleViolation { error in message = error.violations.first?.description }
    /// ```
    ///
    /// The views then show the stored value again. If views with an action are nested, the innermost action is performed; among actions at
    /// the same depth, the one of the view that appeared last is performed. Without an action, the error is only logged, like the errors of
    /// other failed writes.
    ///
    /// - Parameter action: The action, called on the main actor after the write was cancelled. The error's `violations` describes each
    ///   violation: the rule, the object and its values.
    public func onRuleViolation(perform action: @escaping (_ error: Realm.Error) -> Void) -> some View {
      ReportingView(content: self, action: action)
    }
  }
#endif
