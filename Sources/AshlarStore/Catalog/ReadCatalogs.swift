/// The catalogs that were read last, by their bytes: every thread that opens a Realm reads its file's.
enum ReadCatalogs {
  private struct Entry {
    let schema: [UInt8]
    let tables: [UInt8]
    let catalog: Catalog
  }

  // The newest comes first.
  private static let entries = Guarded<[Entry]>([])
  private static let most = 8

  static func find(schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer) -> Catalog? {
    entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.schema.elementsEqual(schema) && $0.tables.elementsEqual(tables) }) else {
        return nil
      }
      if index != 0 { entries.insert(entries.remove(at: index), at: 0) }
      return entries[0].catalog
    }
  }

  static func remember(schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer, _ catalog: Catalog) {
    let entry = Entry(schema: Array(schema), tables: Array(tables), catalog: catalog)
    entries.withLock { entries in
      entries.insert(entry, at: 0)
      if entries.count > most { entries.removeLast() }
    }
  }
}
