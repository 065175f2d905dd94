/// A value whose changes `observe` and `changes` deliver: a collection, a map or sections. Used by the runtime.
public nonisolated protocol _Observable {
  /// A change that an observer receives.
  associatedtype _Change
  /// The root type of the key paths that `observe` accepts.
  associatedtype _KeyPathRoot
}
