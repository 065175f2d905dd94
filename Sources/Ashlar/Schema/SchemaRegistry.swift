import CAshlar
import Synchronization

/// Pushes a function that links one schema. Called before `main` by emitted load-time constructors.
@inlinable public nonisolated func _registerSchema(_ link: @convention(c) () -> Void) { _pushSchema(link) }

@usableFromInline func _pushSchema(_ link: @convention(c) () -> Void) { ashlar_register_schema(link) }

/// The types of all linked schemas.
enum SchemaRegistry {
  private struct State {
    var types: [ObjectBase.Type] = []
    var linked = 0
  }

  private static let state = Mutex(State())

  static func add(_ types: sending [ObjectBase.Type]) {
    state.withLock { $0.types += types }
  }

  /// Types of all schemas that have been loaded so far; a library loaded later adds its own.
  static func allTypes() throws -> [ObjectBase.Type] {
    let count = ashlar_registered_schemas()
    guard count <= ashlar_schema_capacity() else {
      throw Realm.Error(.fail, "More than \(ashlar_schema_capacity()) schemas are linked. Name the types in 'objectTypes'.")
    }
    while true {
      // Linking calls `add`, so it happens outside the lock.
      let next = state.withLock { state -> Int? in
        guard state.linked < count else { return nil }
        state.linked += 1
        return state.linked - 1
      }
      guard let next else { break }
      ashlar_link_schema(next)
    }
    return state.withLock { $0.types }
  }
}
