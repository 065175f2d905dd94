import AshlarSchema

/// The catalog of a file: the stored schema, its version, the numbers that identify tables and columns in keys, and the layouts of
/// clusters.
///
/// The `meta` space contains it under three names: "schema" is a descriptor of the stored form; "revision" is a UInt64; "tables" contains a
/// record for each table: id (UInt32), name, base-2 logarithm of the number of rows in a full cluster (UInt8), next column number (UInt16);
/// number of columns (UInt16), and for each column its number (UInt16) and its name; number of layouts (UInt32), and the layouts, the
/// newest last (see `StoredLayout`); number of fills (UInt16), and for each fill its column number (UInt16), its size (UInt16, 65,535 for
/// nil) and its bytes. In a file that lists features, extensions of the table follow; see `TableExtension`. A name consists of its length
/// (UInt16) and its UTF-8.
public struct Catalog: Sendable {
  var schema: SchemaModel
  /// The tables, in ascending order of ids, which start at 1. Ids of removed tables are missing.
  var tables: [Table]
  /// The format of everything but the list of features: 7 or 8.
  var format = FormatVersion.file
  /// The features that the file lists: those that its contents need or needed, and unknown ones that a writer may ignore.
  var features: Set<FileFeature> = []
  /// The number of changes to the catalog so far. A session that finds a different revision reads the catalog again.
  var revision: UInt64 = 0

  func accepts(_ wanted: SchemaModel, _ version: UInt64, features wantedFeatures: Set<FileFeature> = []) -> Bool {
    schema.version == version && features.isSuperset(of: wantedFeatures)
      && wanted.entities.allSatisfy { entity in
        guard let stored = schema.entity(named: entity.name) else { return false }
        return Fingerprint.storage(of: stored, in: schema) == Fingerprint.storage(of: entity, in: wanted)
          && Catalog.newIndexes(entity, stored).isEmpty && Catalog.includes(stored.rules, entity.rules)
      }
  }

  /// Returns the layouts of a type's columns, by ordinal.
  static func columnLayouts(_ entity: EntityModel, in schema: SchemaModel) -> [ColumnLayout] { TableLayout(entity, in: schema).columns }

  /// Returns the table definitions by ordinal; nil for ordinals of types that the catalog lacks. Except for the columns that `wider` adds,
  /// the catalog must accept `wanted`. Complexity: O(columns of all types).
  /// - Parameter wider: The types of the model for which the file contains additional columns, by stored name. They are in stored form,
  ///   with these columns after those of the model.
  func definitions(of wanted: WantedSchema, wider: [String: EntityModel] = [:]) -> [TableDefinition?] {
    let model = wanted.model
    var made: [TableDefinition] = []
    var byName: [String: TableDefinition] = [:]
    // The ordinals of tables whose entity is from the model; the names in other entities are stored names.
    var swiftNamed: Set<Int> = []
    let stored = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
    let wantedTypes = Dictionary(model.entities.map { ($0.storedName, $0) }) { first, _ in first }
    for entity in schema.entities {
      guard let table = stored[entity.name] else { continue }
      let listed = wantedTypes[entity.name]
      guard let ordinal = listed.map({ wanted.ordinals[$0.name] }) ?? wanted.unlisted(entity.name) else { continue }
      let isSwiftNamed = listed != nil && wider[entity.name] == nil
      if isSwiftNamed { swiftNamed.insert(ordinal) }
      let type = wider[entity.name] ?? listed ?? entity
      let numbers = table.columnNumbers
      let definition = TableDefinition(
        entity: type, schema: isSwiftNamed ? model : schema, ordinal: ordinal, table: table,
        columnIds: type.columns.map { numbers[$0.storedName] ?? 0 })
      settle(definition)
      made.append(definition)
      byName[entity.name] = definition
    }
    for source in made {
      var links: [LinkColumn] = []
      let isSwiftNamed = swiftNamed.contains(source.ordinal)
      for (column, property) in source.entity.columns.enumerated() where property.type == .object {
        guard let name = property.target, let target = byName[isSwiftNamed ? model.entity(named: name)?.storedName ?? name : name] else {
          continue
        }
        let link = LinkColumn(
          source: source.ordinal, column: column, target: target.ordinal, element: source.layout.columns[column].element,
          isEmbedded: target.entity.kind == .embedded,
          prefix: ColumnPrefix.bytes(table: source.id, column: source.columnIds[column]))
        links.append(link)
        target.backlinks.append(link)
      }
      source.links = links + source.anyLinks()
    }
    var result = [TableDefinition?](repeating: nil, count: (made.map(\.ordinal).max() ?? -1) + 1)
    for table in made { result[table.ordinal] = table }
    return result
  }
}
