import AshlarSchema
import AshlarStore

/// The tables of a file that a Realm's schema does not list.
enum UnlistedTables {
  private static let ordinals = Guarded<[String: Int]>([:])
  // For each form of a table, one entity for each schema that contained the form. Entities are never deallocated, because accessors do not
  // retain them.
  private static let entities = Guarded<[Form: [_Entity]]>([:])

  private struct Form: Hashable {
    let ordinal: Int
    let model: EntityModel
  }

  /// Returns the ordinal of a stored name. Every name has one ordinal in the process.
  static func ordinal(_ storedName: String) -> Int {
    ordinals.withLock { ordinals in
      if let known = ordinals[storedName] { return known }
      let made = _Entity.makeOrdinal()
      ordinals[storedName] = made
      return made
    }
  }

  /// Returns the entity of an unmanaged row if its type has no class; otherwise nil. Acquires no lock.
  static func entity(ofUnmanaged row: _Row) -> _Entity? {
    ColumnTable.owner(row.columns).map { Unmanaged<_Entity>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the entity of a type without a class.
  static func entity(_ model: EntityModel, in schema: SchemaModel, ordinal: Int) -> _Entity {
    let form = Form(ordinal: ordinal, model: model)
    return entities.withLock { entities in
      if let known = entities[form]?.first(where: { $0.schema == schema }) { return known }
      let made = _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self, ordinal: ordinal)
      ColumnTable.setOwner(Unmanaged.passUnretained(made).toOpaque(), of: made.unmanagedColumns)
      entities[form, default: []].append(made)
      return made
    }
  }

  /// Returns the entity of an unlisted table, which has no class. Types and properties have the names that the file stores; enums are
  /// represented by raw values, custom types by their persisted values.
  static func entity(of table: TableDefinition) -> _Entity {
    // The definition of the table states only whether the types to which its links refer are embedded, so each target is represented by a
    // type without properties.
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
