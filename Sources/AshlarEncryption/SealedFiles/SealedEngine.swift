import AshlarStore

/// The engine of an encrypted file: values are sealed, and indexes are in sealed nodes. See decision 0116.
///
/// Invariant: only the holder of the write lock accesses `writers`.
final class SealedEngine: WrappingEngine, @unchecked Sendable {
  let engine: LMDBEngine
  var formFeatures: Set<FileFeature> { engine.form.features }
  private let file: SealedFile
  @exclusivity(unchecked) private var writers: (values: SealedWriter, nodes: NodeStorageWriter)?

  init(_ engine: LMDBEngine, _ file: SealedFile) {
    self.engine = engine
    self.file = file
    // The file may outlive the engine, but its values are only read while the engine exists.
    file.setExtent { [weak engine] in engine?.extent ?? .max }
  }

  func makeScratchMemory() -> (any ScratchMemory)? { ScratchBlock() }

  func admit(_ key: EncryptionKey?) throws(StoreError) {
    guard let key = Engines.key(key) else { throw .keyMissing(path: path) }
    guard try file.isOwned(by: key) else { throw .wrongKey(path: path) }
  }

  func snapshot(for holder: SnapshotHolder) throws(StoreError) -> any StorageSnapshot {
    try NodeSnapshot(self, SealedSnapshot(file, try LMDBSnapshot(engine: engine, holder)))
  }

  func commit(_ durability: CommitDurability, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.commit(
      durability,
      writing: { lmdb in
        let (values, nodes) = try writers(lmdb)
        // `end` also runs in a child process that `body` has forked, which has its own copy of the memory.
        defer { values.end() }
        try values.begin()
        nodes.begin(try NodeRecord.read(values))
        defer { nodes.end() }
        try body(nodes)
        try nodes.finish()
        try values.finish()
      })
  }

  // The engine of LMDB has one writer, so its writers are created once.
  private func writers(_ lmdb: LMDBWriter) throws(StoreError) -> (values: SealedWriter, nodes: NodeStorageWriter) {
    if let writers { return writers }
    let values = try SealedWriter(file, lmdb)
    let made = (values, NodeStorageWriter(values, numbers: try .keyed(file)))
    writers = made
    return made
  }
}

extension NodeNumbers {
  // Only the holder of the write lock uses the cipher.
  private struct Permutation: @unchecked Sendable { let cipher: BlockCipher }

  /// Numbers that only the owner of the key can attribute to values of the counter: the first 8 bytes of the encrypted counter.
  static func keyed(_ file: SealedFile) throws(StoreError) -> NodeNumbers {
    let path = file.path
    let permutation: Permutation
    do throws(SealError) {
      permutation = Permutation(cipher: try file.keys.withKey(.numbers) { key throws(SealError) in try BlockCipher(key) })
    } catch {
      throw .sealing(error, path: path, "derive the keys")
    }
    return NodeNumbers { counter throws(StoreError) in
      var block = (counter.littleEndian, UInt64(0))
      do throws(SealError) {
        try withUnsafeMutableBytes(of: &block) { block throws(SealError) in
          try permutation.cipher.encrypt(UnsafeRawBufferPointer(block), into: block)
        }
      } catch {
        throw .sealing(error, path: path, "assign the number of a node")
      }
      return UInt64(littleEndian: block.0)
    }
  }
}
