/// The values of the space `meta`, read without mapping the file.
struct NamedValues {
  let format: StoredFormat
  private let entries: [String: [UInt8]]

  /// Reads all values. Throws if there is no format record or it is not valid.
  init(_ meta: TreeRecord, _ pages: FilePages) throws(StoreError) {
    var entries: [String: [UInt8]] = [:]
    try TreeWalk.run(meta, KeySpace.meta.rawValue, pages) { entry throws(StoreError) in
      if entry.isTree { return .value(entry.index) }
      entries[String(decoding: entry.key, as: UTF8.self)] = try pages.value(entry)
      return nil
    }
    guard let stored = entries[StoredFormat.key] else { throw .notADatabase(path: pages.file.path, reason: .foreignContent) }
    format = try stored.withUnsafeBufferPointer { bytes throws(StoreError) in
      try StoredFormat(UnsafeRawBufferPointer(bytes), path: pages.file.path, known: KnownFeatures(isWriting: false))
    }
    self.entries = entries
  }

  /// Returns the stored catalog; nil if no schema is stored yet.
  func catalog(path: String) throws(StoreError) -> Catalog? {
    guard let schema = entries["schema"] else { return nil }
    let tables = entries["tables"] ?? []
    return try schema.withUnsafeBufferPointer { schema throws(StoreError) in
      try tables.withUnsafeBufferPointer { tables throws(StoreError) in
        try Catalog.decode(
          schema: UnsafeRawBufferPointer(schema), tables: UnsafeRawBufferPointer(tables), format: format, path: path)
      }
    }
  }
}
