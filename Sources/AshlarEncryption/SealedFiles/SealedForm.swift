import AshlarStore

/// The form of encrypted files: all values but `format` and `seal` are sealed, and indexes are in nodes.
///
/// Invariant: the owner's key is released once a file has been created or checked; `file` then contains the keys of that file. An engine
/// keeps its form as long as the file is open, and the owner's key would open all other files of the owner.
final class SealedForm: FileForm {
  private enum State {
    case owner(SecretBytes)
    case file(SealedFile)
  }

  private let path: String
  private let state: Guarded<State>

  init(path: String, _ key: EncryptionKey) {
    self.path = path
    state = Guarded(.owner(key.bytes))
  }

  var features: Set<FileFeature> { [.sealed] }

  // The keys of the file that was created or checked last.
  private var file: SealedFile {
    let file = state.withLock { state -> SealedFile? in
      guard case .file(let file) = state else { return nil }
      return file
    }
    guard let file else { preconditionFailure("a file is created or checked before it is used") }
    return file
  }

  func engine(_ engine: LMDBEngine) -> any FileEngine { SealedEngine(engine, file) }

  func reader(_ pages: FilePages) throws(StoreError) -> (any EncryptedReader)? {
    let file = file
    return try SealedReader(file.record, file, pages)
  }

  // Derives the keys of a file.
  private func derive(_ path: String, _ record: SealRecord) throws(StoreError) -> SealedFile {
    guard case .owner(let owner) = state.withLock({ $0 }) else { preconditionFailure("a form creates or checks one file") }
    return try SealedFile(path: path, record, owner: owner)
  }

  private func keep(_ file: SealedFile) { state.withLock { $0 = .file(file) } }

  func create(_ writer: LMDBWriter) throws(StoreError) {
    let record: SealRecord
    do throws(SealError) { record = try SealRecord() } catch { throw .sealing(error, path: path, "create the file") }
    let file = try derive(path, record)
    let sealed = try SealedWriter(file, writer)
    try sealed.begin(isNew: true)
    try sealed.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file, features).bytes)
    try Counters().write(to: sealed)
    try sealed.finish()
    sealed.end()
    keep(file)
  }

  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError) {
    guard format.features.contains(.sealed) else { throw .notEncrypted(path: path) }
    guard let stored = try value(SealRecord.key) else {
      throw .damaged(path: path, detail: "it lacks the record of its encryption")
    }
    let record = try SealRecord(stored, path: path)
    let file = try derive(path, record)
    let match: SealRecord.Match
    do throws(SealError) {
      match = try record.match(file.keys, format: format.bytes, stored)
    } catch {
      throw .sealing(error, path: path, "check the key")
    }
    switch match {
    case .right: keep(file)
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
