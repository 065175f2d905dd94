@testable import AshlarStore

extension AccessContext {
  /// Allocates a context without an open write, for a session that no Realm uses. The caller deallocates it after the session.
  static func allocated() -> UnsafeMutablePointer<AccessContext> {
    let context = UnsafeMutablePointer<AccessContext>.allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: noWrite))
    return context
  }
}
