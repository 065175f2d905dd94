/// The form of encrypted files: all values but `format` and `seal` are sealed, and indexes are in nodes.
///
/// Invariant: once a file has been created or checked, `file` contains its keys.
final class SealedForm: FileForm {
  private let owner: SecretBytes
  private let path: String
  private let known = Guarded<SealedFile?>(nil)

  init(path: String, _ key: EncryptionKey) {
    self.path = path
    owner = key.bytes
  }

  var optionalTrees: [KeySpace] { [] }
  var features: Set<FileFeature> { [.sealed] }

  var file: SealedFile? { known.withLock { $0 } }

  func create(_ writer: LMDBWriter) throws(StoreError) {
    let file = try SealedFile(path: path, SealRecord(), owner: owner)
    let sealed = try SealedWriter(file, writer)
    try sealed.begin(isNew: true)
    try sealed.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file, features).bytes)
    try Counters().write(to: sealed)
    try sealed.finish()
    sealed.end()
    known.withLock { $0 = file }
  }

  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError) {
    guard format.features.contains(.sealed) else { throw .notEncrypted(path: path) }
    guard let stored = try value(SealRecord.key) else {
      throw .damaged(path: path, detail: "it lacks the record of its encryption")
    }
    let record = try SealRecord(stored, path: path)
    let file = try SealedFile(path: path, record, owner: owner)
    let match: SealRecord.Match
    do throws(SealError) {
      match = try record.match(file.keys, format: format.bytes, stored)
    } catch {
      throw .sealing(error, path: path, "check the key")
    }
    switch match {
    case .right: known.withLock { $0 = file }
    case .otherKey: throw .wrongKey(path: path)
    case .otherFormat: throw .damaged(path: path, detail: "its list of features was changed without its key")
    }
  }
}

extension SealRecord {
  /// Decodes the record of a file without its key. Throws `StoreError.damaged` if it is not valid, and `.unknownFeatures` if this release
  /// does not know its version or its cipher.
  init(_ stored: UnsafeRawBufferPointer, path: String) throws(StoreError) {
    do throws(Fault) {
      try self.init(stored)
    } catch {
      switch error {
      case .newer(let part): throw .unknownFeatures(path: path, names: [part])
      case .damaged: throw .damaged(path: path, detail: "the record of its encryption is not valid")
      }
    }
  }
}
