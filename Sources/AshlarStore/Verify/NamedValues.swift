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

  /// Returns the keys of an encrypted file; nil if the file is not encrypted. Throws `StoreError.keyMissing`, `.wrongKey` or
  /// `.notEncrypted` if `key` is not that of the file.
  func sealedFile(path: String, _ key: EncryptionKey?) throws(StoreError) -> SealedFile? {
    let form = Engines.factory.form(path, key)
    let record = entries[SealRecord.key]
    try (record ?? []).withUnsafeBufferPointer { bytes throws(StoreError) in
      try form.check(format, path: path) { name in record != nil && name == SealRecord.key ? UnsafeRawBufferPointer(bytes) : nil }
    }
    return form.file
  }

  // Returns the plaintext of a value; nil if there is none.
  private func value(_ name: String, _ file: SealedFile?) throws(StoreError) -> [UInt8]? {
    guard let file, let sealed = entries[name] else { return entries[name] }
    return try Array(name.utf8).withUnsafeBufferPointer { name throws(StoreError) in
      try sealed.withUnsafeBufferPointer { sealed throws(StoreError) in
        try file.opened(UnsafeRawBufferPointer(sealed), .meta, UnsafeRawBufferPointer(name))
      }
    }
  }

  /// Returns the stored catalog; nil if no schema is stored yet.
  /// - Parameter file: The keys of an encrypted file; nil if the file is not encrypted.
  func catalog(path: String, _ file: SealedFile? = nil) throws(StoreError) -> Catalog? {
    guard let schema = try value("schema", file) else { return nil }
    let tables = try value("tables", file) ?? []
    return try schema.withUnsafeBufferPointer { schema throws(StoreError) in
      try tables.withUnsafeBufferPointer { tables throws(StoreError) in
        try Catalog.decode(
          schema: UnsafeRawBufferPointer(schema), tables: UnsafeRawBufferPointer(tables), format: format, path: path)
      }
    }
  }
}
