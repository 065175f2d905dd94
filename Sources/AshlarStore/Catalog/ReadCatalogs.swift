#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A cache of recently decoded catalogs, by their bytes: every thread that opens a Realm reads the catalog of its file.
enum ReadCatalogs {
  // The most recently used catalog is the first.
  private static let entries = PerProcess<[ReadCatalog]>([])
  private static let most = 8

  static func find(schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer) -> ReadCatalog? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.has(schema: schema, tables: tables, format: format) }) else { return nil }
      if index != 0 { entries.insert(entries.remove(at: index), at: 0) }
      return entries[0]
    }
  }

  static func remember(_ catalog: ReadCatalog) {
    entries.withLock { entries in
      entries.insert(catalog, at: 0)
      if entries.count > most { entries.removeLast() }
    }
  }
}

/// A decoded catalog and the definitions derived from it.
///
/// Invariant: definitions exist only for schemas that the catalog accepts; sessions use copies of these definitions, never the definitions
/// themselves.
final class ReadCatalog: Sendable {
  private struct Definitions {
    let wanted: WantedSchema
    let version: UInt64
    let tables: [TableDefinition?]
  }

  // The catalog, without a valid `revision`, which is not part of the cached bytes.
  let catalog: Catalog
  private let schema: [UInt8]
  private let tables: [UInt8]
  private let format: [UInt8]
  // The newest definitions are the first.
  private let made = Guarded<[Definitions]>([])
  private static let most = 8

  init(_ catalog: Catalog, schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer) {
    self.catalog = catalog
    self.schema = Array(schema)
    self.tables = Array(tables)
    self.format = Array(format)
  }

  func has(schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer, format: UnsafeRawBufferPointer) -> Bool {
    ReadCatalog.areEqual(self.format, format) && ReadCatalog.areEqual(self.schema, schema) && ReadCatalog.areEqual(self.tables, tables)
  }

  private static func areEqual(_ bytes: [UInt8], _ others: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == others.count, let start = others.baseAddress else { return bytes.isEmpty && others.isEmpty }
    return memcmp(bytes, start, bytes.count) == 0
  }

  /// Returns definitions for a session; nil if the catalog does not accept the types of `wanted` at `version`.
  func definitions(of wanted: WantedSchema, version: UInt64) -> [TableDefinition?]? {
    if let known = made.withLock({ $0.first { $0.wanted === wanted && $0.version == version }?.tables }) {
      return known.map { $0.map(TableDefinition.init(sharing:)) }
    }
    guard catalog.accepts(wanted.stored, version, features: wanted.features) else { return nil }
    let tables = catalog.definitions(of: wanted)
    made.withLock { made in
      made.insert(Definitions(wanted: wanted, version: version, tables: tables), at: 0)
      if made.count > ReadCatalog.most { made.removeLast() }
    }
    return tables.map { $0.map(TableDefinition.init(sharing:)) }
  }
}
