import AshlarSchema
import AshlarStore

/// Tables that a file has and a Realm's schema does not.
enum UnlistedTables {
  private static let ordinals = Guarded<[String: Int]>([:])
  // By ordinal: one for each form in which a table of that name was found. They stay: accessors do not keep them.
  private static let entities = Guarded<[Int: [_Entity]]>([:])

  /// The ordinal of a stored name: each has one in the process.
  static func ordinal(_ storedName: String) -> Int {
    ordinals.withLock { ordinals in
      if let known = ordinals[storedName] { return known }
      let made = _Entity.makeOrdinal()
      ordinals[storedName] = made
      return made
    }
  }

  /// The entity of an unmanaged row of such a type.
  static func entity(ofUnmanaged row: _Row) -> _Entity? {
    entities.withLock { entities in
      entities.values.lazy.flatMap(\.self).first { UnsafePointer($0.unmanagedColumns) == row.columns }
    }
  }

  /// The entity of a type without a class.
  static func entity(_ model: EntityModel, in schema: SchemaModel, ordinal: Int) -> _Entity {
    entities.withLock { entities in
      if let known = entities[ordinal]?.first(where: { $0.model == model && $0.schema == schema }) { return known }
      let made = _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self, ordinal: ordinal)
      entities[ordinal, default: []].append(made)
      return made
    }
  }

  /// The entity of such a table, without a class. Names are those of the file; enums are raw values, custom types what they are
  /// stored as.
  static func entity(of table: TableDefinition) -> _Entity {
    // What a link tells about the other type is whether that is embedded.
    let targets = Set(table.links.compactMap { $0.isAny ? nil : table.entity.properties[$0.column].target }).subtracting([table.entity.name]
    )
    let embedded = Set(table.links.compactMap { $0.isEmbedded ? table.entity.properties[$0.column].target : nil })
    let schema = SchemaModel(
      name: "stored",
      entities: [table.entity]
        + targets.sorted().map { EntityModel(name: $0, kind: embedded.contains($0) ? .embedded : .object, properties: []) })
    return entity(table.entity, in: schema, ordinal: table.ordinal)
  }
}
