import AshlarSchema
import AshlarStore

/// Tables that a file has and a Realm's schema does not.
enum UnlistedTables {
  private static let ordinals = Guarded<[String: Int]>([:])
  private static let entities = Guarded(Entities())

  // They stay: accessors do not keep them.
  private struct Entities {
    /// One for each form in which a table was found, and for each schema that it was part of.
    var forms: [Form: [_Entity]] = [:]
    /// By the columns of unmanaged rows.
    var columns: [UnsafeRawPointer: _Entity] = [:]
  }

  private struct Form: Hashable {
    let ordinal: Int
    let model: EntityModel
  }

  /// The ordinal of a stored name: each has one in the process.
  static func ordinal(_ storedName: String) -> Int {
    ordinals.withLock { ordinals in
      if let known = ordinals[storedName] { return known }
      let made = _Entity.makeOrdinal()
      ordinals[storedName] = made
      return made
    }
  }

  /// The entity of an unmanaged row of such a type. Complexity: O(1), however many tables were found.
  static func entity(ofUnmanaged row: _Row) -> _Entity? { entities.withLock { $0.columns[UnsafeRawPointer(row.columns)] } }

  /// The entity of a type without a class.
  static func entity(_ model: EntityModel, in schema: SchemaModel, ordinal: Int) -> _Entity {
    let form = Form(ordinal: ordinal, model: model)
    return entities.withLock { entities in
      if let known = entities.forms[form]?.first(where: { $0.schema == schema }) { return known }
      let made = _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self, ordinal: ordinal)
      entities.forms[form, default: []].append(made)
      entities.columns[UnsafeRawPointer(made.unmanagedColumns)] = made
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
