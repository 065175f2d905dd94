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
          isForReading: options.isForReading, optionalTrees: [.sealed]))
    },
    openInMemory: { path throws(StoreError) in
      NodeEngine.wrapping(try LMDBEngine(path: path, inMemory: true, optionalTrees: [.sealed]))
    },
    read: { path throws(StoreError) in NodeEngine.wrapping(try LMDBEngine(readingAlone: path, optionalTrees: [.sealed])) },
    mayHaveNodes: true)

  /// Sets the factory with which this process opens files from now on. Files that are open are not affected. This is for tests only.
  package static func use(_ factory: EngineFactory) { Engines.factory = factory }
}
