import AshlarSchema

/// The tables of a file: the stored schema, its version, and the numbers that stand for tables and columns in keys.
///
/// In the `meta` space: "schema" holds a descriptor of the stored form; "revision" a UInt64; "tables" a record for each
/// table: id UInt32, name, number of columns UInt16, their names by column id. A name is its length as UInt16 and UTF-8.
public struct Catalog: Sendable {
  struct Table: Hashable {
    var id: UInt32
    var name: String
    // By column id.
    var columns: [String]
  }

  var schema: SchemaModel
  var tables: [Table]
  /// Counts changes of the catalog: a session that finds another number reads it again.
  var revision: UInt64 = 0

  func accepts(_ wanted: SchemaModel, _ version: UInt64) -> Bool {
    schema.version == version
      && wanted.entities.allSatisfy { entity in
        guard let stored = schema.entity(named: entity.name) else { return false }
        return Fingerprint.storage(of: stored, in: schema) == Fingerprint.storage(of: entity, in: wanted)
          && Catalog.newIndexes(entity, stored).isEmpty
      }
  }

  func updated(with wanted: SchemaModel, version: UInt64, path: String) throws(CatalogError) -> Catalog {
    if schema.version > version { throw .versionTooLow(path: path, stored: schema.version, configured: version) }
    let renames = SchemaRenames(from: schema, to: wanted)
    // Tables without an entity in the model stay as they are. Renamed types are handled below.
    let differences = SchemaDifference.between(schema, wanted).filter { difference in
      switch difference {
      case .typeAdded, .typeRemoved, .typeRenamed: false
      default: true
      }
    }
    guard differences.isEmpty else {
      if schema.version == version { throw .schemaMismatch(path: path, differences) }
      throw .needsMigration(path: path, from: schema.version, to: version, differences)
    }
    var result = self
    let schema = schema.renaming(renames)
    for (new, old) in renames.types {
      for index in result.tables.indices where result.tables[index].name == old { result.tables[index].name = new }
    }
    result.schema = schema.adding(wanted)
    for index in result.schema.entities.indices {
      guard let entity = wanted.entity(named: result.schema.entities[index].name) else { continue }
      for name in Catalog.newIndexes(entity, result.schema.entities[index]) {
        guard let column = result.schema.entities[index].properties.firstIndex(where: { $0.name == name }) else { continue }
        result.schema.entities[index].properties[column].isIndexed = true
      }
    }
    result.revision += 1
    result.schema.version = version
    var next = (tables.map(\.id).max() ?? 0) + 1
    for entity in wanted.entities where schema.entity(named: entity.name) == nil {
      result.tables.append(Table(id: next, name: entity.name, columns: Catalog.columnNames(entity)))
      next += 1
    }
    return result
  }

  /// A type's columns by id.
  static func columnNames(_ entity: EntityModel) -> [String] {
    entity.columns.map(\.storedName).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// To be made of a catalog that accepts what is wanted.
  /// - Parameter wider: listed types, in stored form, that have columns of the file behind those of the model, by stored name.
  func definitions(of wanted: WantedSchema, wider: [String: EntityModel] = [:]) -> [TableDefinition?] {
    let model = wanted.model
    var made: [TableDefinition] = []
    var byName: [String: TableDefinition] = [:]
    // Tables whose entity is the model's; others have the names of the file.
    var swiftNamed: Set<Int> = []
    for stored in schema.entities {
      guard let table = tables.first(where: { $0.name == stored.name }) else { continue }
      let listed = model.entities.first { $0.storedName == stored.name }
      guard let ordinal = listed.map({ wanted.ordinals[$0.name] }) ?? wanted.unlisted(stored.name) else { continue }
      let isSwiftNamed = listed != nil && wider[stored.name] == nil
      if isSwiftNamed { swiftNamed.insert(ordinal) }
      let entity = wider[stored.name] ?? listed ?? stored
      let ids = entity.columns.map { column in UInt16(table.columns.firstIndex(of: column.storedName) ?? 0) }
      let definition = TableDefinition(
        entity: entity, schema: isSwiftNamed ? model : schema, ordinal: ordinal, id: table.id, columnIds: ids)
      definition.indexedColumns = indexedColumns(of: definition)
      made.append(definition)
      byName[stored.name] = definition
    }
    for source in made {
      let isSwiftNamed = swiftNamed.contains(source.ordinal)
      for (column, property) in source.entity.columns.enumerated() where property.type == .object {
        guard let name = property.target, let target = byName[isSwiftNamed ? model.entity(named: name)?.storedName ?? name : name] else {
          continue
        }
        let link = LinkColumn(
          source: source.ordinal, column: column, target: target.ordinal, element: source.layout.columns[column].element,
          isEmbedded: target.entity.kind == .embedded,
          prefix: ColumnPrefix.bytes(table: source.id, column: source.columnIds[column]))
        source.links.append(link)
        target.backlinks.append(link)
      }
    }
    for source in made { source.links += source.anyLinks() }
    var result = [TableDefinition?](repeating: nil, count: (made.map(\.ordinal).max() ?? -1) + 1)
    for table in made { result[table.ordinal] = table }
    return result
  }
}
