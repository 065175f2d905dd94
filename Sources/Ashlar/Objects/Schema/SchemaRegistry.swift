import CAshlar
import AshlarStore

/// Registers a function that links one schema. Emitted load-time constructors call `_registerSchema` before `main`.
@inlinable public nonisolated func _registerSchema(_ link: @convention(c) () -> Void) { _pushSchema(link) }

@usableFromInline func _pushSchema(_ link: @convention(c) () -> Void) { ashlar_register_schema(link) }

/// The types of all linked schemas.
enum SchemaRegistry {
  // Linking calls `add`, so the types have a separate lock.
  private static let linked = Guarded(0)
  private static let types = Guarded<[ObjectBase.Type]>([])

  static func add(_ added: sending [ObjectBase.Type]) {
    types.withLock { $0 += added }
  }

  /// Returns the types of all schemas that have been loaded so far. A library that is loaded later adds its types. Throws
  /// `Realm.Error(.fail)` if too many schemas are linked.
  static func allTypes() throws -> [ObjectBase.Type] {
    let count = ashlar_registered_schemas()
    guard count <= ashlar_schema_capacity() else {
      throw Realm.Error(.fail, "More than \(ashlar_schema_capacity()) schemas are linked. Name the types in 'objectTypes'.")
    }
    // Concurrent callers wait until all schemas are linked, because a partial list of types would be wrong.
    linked.withLock { linked in
      while linked < count {
        ashlar_link_schema(linked)
        linked += 1
      }
    }
    return types.withLock { $0 }
  }
}
