import CAshlar
import AshlarStore

/// Pushes a function that links one schema. Called before `main` by emitted load-time constructors.
@inlinable public nonisolated func _registerSchema(_ link: @convention(c) () -> Void) { _pushSchema(link) }

@usableFromInline func _pushSchema(_ link: @convention(c) () -> Void) { ashlar_register_schema(link) }

/// The types of all linked schemas.
enum SchemaRegistry {
  // Linking calls `add`, so the types have a lock of their own.
  private static let linked = Guarded(0)
  private static let types = Guarded<[ObjectBase.Type]>([])

  static func add(_ added: sending [ObjectBase.Type]) {
    types.withLock { $0 += added }
  }

  /// Types of all schemas that have been loaded so far; a library loaded later adds its own.
  static func allTypes() throws -> [ObjectBase.Type] {
    let count = ashlar_registered_schemas()
    guard count <= ashlar_schema_capacity() else {
      throw Realm.Error(.fail, "More than \(ashlar_schema_capacity()) schemas are linked. Name the types in 'objectTypes'.")
    }
    // A second caller waits until all are linked: half of the types would be a wrong answer.
    linked.withLock { linked in
      while linked < count {
        ashlar_link_schema(linked)
        linked += 1
      }
    }
    return types.withLock { $0 }
  }
}
