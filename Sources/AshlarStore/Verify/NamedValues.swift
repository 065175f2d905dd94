/// The values of the space `meta`, read without mapping the file.
package struct NamedValues {
  let format: StoredFormat
  private let entries: FoundValues
  private let pages: FilePages

  /// Walks the space. Throws if there is no format record or it is not valid.
  init(_ meta: TreeRecord, _ pages: FilePages) throws(StoreError) {
    var entries = FoundValues()
    try TreeWalk.run(meta, KeySpace.meta.rawValue, pages) { entry in
      if entry.isTree { return .value(entry.index) }
      entries.add(entry, pages)
      return nil
    }
    guard let stored = try entries[StoredFormat.key]?.bytes(pages) else {
      throw .notADatabase(path: pages.file.path, reason: .foreignContent)
    }
    format = try stored.withUnsafeBufferPointer { bytes throws(StoreError) in
      try StoredFormat(UnsafeRawBufferPointer(bytes), path: pages.file.path, known: KnownFeatures(isWriting: false))
    }
    (self.entries, self.pages) = (entries, pages)
  }

  private var path: String { pages.file.path }

  // MARK: - Encryption

  /// Returns a reader of the file with `key`, or without a key; nil if the file is not encrypted. Throws `StoreError.wrongKey` or
  /// `.notEncrypted` if `key` is not that of the file.
  func reader(_ key: EncryptionKey?) throws(StoreError) -> (any EncryptedReader)? {
    let record = format.features.contains(.sealed) ? try record() : nil
    guard let record else { return key == nil ? nil : try form(key).reader(pages) }
    if Engines.factory.key(key) != nil { return try form(key).reader(pages) }
    let support = try Encryption.required(for: path)
    return try record.withUnsafeBufferPointer { bytes throws(StoreError) in try support.reader(UnsafeRawBufferPointer(bytes), pages) }
  }

  /// Returns the form of the file. Throws `StoreError.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the file.
  private func form(_ key: EncryptionKey?) throws(StoreError) -> any FileForm {
    let form = try Engines.factory.form(path, key)
    let record = try record()
    try (record ?? []).withUnsafeBufferPointer { bytes throws(StoreError) in
      try form.check(format, path: path) { name in
        record != nil && name == EncryptionRecord.key ? UnsafeRawBufferPointer(bytes) : nil
      }
    }
    return form
  }

  // Returns the record of the encryption; nil if there is none.
  private func record() throws(StoreError) -> [UInt8]? { try entries[EncryptionRecord.key]?.bytes(pages) }

  /// Returns the form of the file, like `form(_:)`, after comparing the features of the file with those that are known. Throws
  /// `StoreError.unknownFeatures` if unknown ones prevent the opening.
  ///
  /// The list of an encrypted file is compared with the key before anything is concluded from it: someone without the key may have added
  /// the name of a feature, and some programs delete files with unknown features.
  func form(_ key: EncryptionKey?, knowing known: KnownFeatures) throws(StoreError) -> any FileForm {
    if format.features.contains(.sealed), known.features.contains(.sealed) {
      let form = try form(key)
      try format.check(known, path: path)
      return form
    }
    try format.check(known, path: path)
    return try form(key)
  }

  /// Adds the tags of the values of an encrypted file to the sum of `reader`.
  package func note(to reader: any EncryptedReader) throws(StoreError) { try reader.note(entries, of: .meta) }

  /// Opens all values of an encrypted file, so that each is authenticated.
  func openAll(with reader: ValueReader) throws(StoreError) { try reader.openAll(entries, of: .meta) }

  // MARK: - The catalog

  // Returns a value; nil if there is none.
  private func value(_ name: String, _ values: ValueReader) throws(StoreError) -> [UInt8]? {
    guard let found = entries[name] else { return nil }
    return try found.key.withUnsafeBufferPointer { key throws(StoreError) in
      Array(try values.value(at: found.place, of: .meta, UnsafeRawBufferPointer(key)))
    }
  }

  /// Returns the stored catalog; nil if no schema is stored yet.
  /// - Parameter values: Reads values, which must be readable.
  func catalog(_ values: ValueReader) throws(StoreError) -> Catalog? {
    guard let schema = try value("schema", values) else { return nil }
    let tables = try value("tables", values) ?? []
    return try schema.withUnsafeBufferPointer { schema throws(StoreError) in
      try tables.withUnsafeBufferPointer { tables throws(StoreError) in
        try Catalog.decode(
          schema: UnsafeRawBufferPointer(schema), tables: UnsafeRawBufferPointer(tables), format: format, path: path)
      }
    }
  }
}
