/// The functions that open the engines of files.
package struct EngineFactory: Sendable {
  /// Opens or creates a file.
  let open: @Sendable (_ path: String, _ options: EngineOptions) throws(StoreError) -> any FileEngine
  /// Opens an empty file as a database in memory.
  let openInMemory: @Sendable (_ path: String) throws(StoreError) -> any FileEngine
  /// Opens a file read-only, without locks.
  let read: @Sendable (_ path: String) throws(StoreError) -> any FileEngine
  /// Whether files may contain their indexes in nodes, for checks that read pages without an engine.
  let mayHaveNodes: Bool
  /// The features that its engines know in addition to those of this release.
  var features: Set<FileFeature> = []

  /// Each key space of a file is a tree of LMDB.
  package static let plain = EngineFactory(
    open: { path, options throws(StoreError) in
      try LMDBEngine(
        path: path, inMemory: false, use: options.use, claim: options.claim, expecting: options.expectedSize,
        isForReading: options.isForReading)
    }, openInMemory: { path throws(StoreError) in try LMDBEngine(path: path, inMemory: true) },
    read: { path throws(StoreError) in try LMDBEngine(readingAlone: path) }, mayHaveNodes: false)

  /// The indexes of new files are in nodes; see `NodeEngine`. Files that have no nodes are opened like those of `plain`. No release writes
  /// such files: the factory exists for tests.
  package static let nodes = EngineFactory(
    open: { path, options throws(StoreError) in
      NodeEngine.wrapping(
        try LMDBEngine(
          path: path, inMemory: false, use: options.use, claim: options.claim, expecting: options.expectedSize,
          isForReading: options.isForReading, form: PlainForm(optionalTrees: [.sealed])))
    },
    openInMemory: { path throws(StoreError) in
      NodeEngine.wrapping(try LMDBEngine(path: path, inMemory: true, form: PlainForm(optionalTrees: [.sealed])))
    },
    read: { path throws(StoreError) in NodeEngine.wrapping(try LMDBEngine(readingAlone: path, form: PlainForm(optionalTrees: [.sealed]))) },
    mayHaveNodes: true)

  /// Files are encrypted with a key of 64 bytes, existing ones as well. This is for tests.
  package static func sealed(_ owner: [UInt8]) throws -> EngineFactory {
    let key = try SecretBytes(count: SealKeys.size) { bytes in bytes.copyBytes(from: owner) }
    return EngineFactory(
      open: { path, options throws(StoreError) in
        try SealedEngine.opening(path, key) { form throws(StoreError) in
          try LMDBEngine(
            path: path, inMemory: false, use: options.use, claim: options.claim, expecting: options.expectedSize,
            isForReading: options.isForReading, form: form)
        }
      },
      openInMemory: { path throws(StoreError) in
        try SealedEngine.opening(path, key) { form throws(StoreError) in try LMDBEngine(path: path, inMemory: true, form: form) }
      },
      read: { path throws(StoreError) in
        try SealedEngine.opening(path, key) { form throws(StoreError) in try LMDBEngine(readingAlone: path, form: form) }
      }, mayHaveNodes: true, features: [.sealed])
  }

  /// Sets the factory with which this process opens files from now on. Files that are open are not affected. This is for tests only.
  package static func use(_ factory: EngineFactory) { Engines.factory = factory }
}
