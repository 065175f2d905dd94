package import AshlarSchema

/// The contents of a database file, read with plain reads: the file is not mapped, locked or changed, and no companion file is created.
/// Reading a damaged file throws an error and never ends the process.
package struct FileInspection: Sendable {
  /// The statistics of a table.
  package struct Table: Sendable {
    /// The stored name.
    package let name: String
    package let kind: EntityKind
    package let rows: Int64
    package let clusters: Int
    /// The total size of its clusters in bytes.
    package let bytes: UInt64
  }

  /// The statistics of a tree.
  package struct Tree: Sendable {
    package let name: String
    package let entries: UInt64
    package let pages: UInt64
  }

  /// The statistics of an index, except those of primary keys.
  package struct Index: Sendable {
    /// The stored name of the table.
    package let table: String
    /// The stored names of the columns, in order of significance.
    package let columns: [String]
    /// The size of its entries in bytes.
    package let bytes: UInt64
  }

  /// A feature that the file lists.
  package struct Feature: Sendable {
    package let name: String
    /// Whether this release knows the feature.
    package let isKnown: Bool
    /// Whether this release cannot read the file because it does not know the feature.
    package let preventsReading: Bool
  }

  package let path: String
  package let fileSize: UInt64
  package let pageSize: Int
  /// The version that was inspected: the newest one, or the version of the last sync if the next opening will restore it, because the
  /// machine was restarted while the file was in use.
  package let version: UInt64
  /// Whether the next opening restores the file to this version.
  package private(set) var isRestorePending = false
  /// The format of the file; 0 if nothing is stored yet.
  package let format: Int
  /// The features of the file, in ascending order of names.
  package let features: [Feature]
  /// Whether the contents of the trees were checked. If unknown features prevent this release from reading the file, only the pages and the
  /// keys of all trees were checked.
  package let isReadable: Bool
  /// The stored schema; nil if nothing is stored yet, or if the file is not readable.
  package let schema: SchemaModel?
  /// The tables, in creation order; empty if the file is not readable.
  package let tables: [Table]
  package let trees: [Tree]
  /// The indexes of the tables, except those of primary keys, in the order of the tables: those of one column, then those of several. Empty
  /// if the file is not readable.
  package let indexes: [Index]
  /// The number of free pages.
  package let freePages: UInt64
  /// The number of free pages by the version whose commit freed them.
  package let freedPages: [UInt64: UInt64]

  /// Returns the number of free pages that cannot be reused while `version` is pinned.
  package func pages(pinnedBy version: UInt64) -> UInt64 {
    freedPages.reduce(0) { $0 + ($1.key > version ? $1.value : 0) }
  }

  private static let attempts = 8

  /// Reads a file and checks every page of its newest version. If `checksums` is true, also checks every byte of its clusters and values,
  /// and its indexes. The values of trees of unknown features are only compared with their checksums.
  ///
  /// Another process may write at the same time: if the version is overwritten, the inspection restarts with the newest one. After several
  /// attempts it throws an error. Complexity: O(pages).
  /// - Parameter progress: Called after each tree with the number of pages checked and the total number of pages.
  package static func read(
    _ path: String, checksums: Bool = false, progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
  ) throws(StoreError) -> FileInspection {
    let pending = try CheckpointFile(path).pending(boot: .current)
    var found = try whileUnchanged(path, pending) { file, meta throws(StoreError) in try inspect(file, meta, checksums, progress) }
    found.isRestorePending = pending != nil
    return found
  }

  /// Returns the stored schema of a file. Reads only a few pages. Throws `StoreError.notADatabase` if no schema is stored,
  /// `.unknownFeatures` if this release cannot read the file, and `.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the
  /// file.
  package static func schema(_ path: String, key: EncryptionKey? = nil) throws(StoreError) -> SchemaModel {
    try whileUnchanged(path, try CheckpointFile(path).pending(boot: .current)) { file, meta throws(StoreError) in
      let pages = try FilePages(file, meta)
      guard meta.main.root != TreeRecord.noPage else { throw .notADatabase(path: path, reason: .noSchema) }
      guard let named = try StructureWalk.spaces(meta.main, pages).trees[.meta] else {
        throw .notADatabase(path: path, reason: .foreignContent)
      }
      let values = try NamedValues(named, pages)
      let known = KnownFeatures(isWriting: false)
      try values.format.check(known, path: path)
      let file = try values.sealedFile(path: path, key)
      guard let catalog = try values.catalog(path: path, file) else { throw .notADatabase(path: path, reason: .noSchema) }
      let unknown = known.unknown(values.format.features).filter { $0.effect == .write }.map(\.name)
      if !unknown.isEmpty {
        StoreLog.write(.info, "'\(path)' uses \(StoreError.list(unknown)), which this release does not know. The file is only read.")
      }
      return catalog.schema
    }
  }

  private static func whileUnchanged<Result>(
    _ path: String, _ pending: Checkpoint?, _ body: (PageFile, MetaPage) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let file = try PageFile(path, isWritable: false)
    // A file with a pending checkpoint does not change until a process opens it.
    if let header = pending?.header { return try body(file, header.newest) }
    for _ in 0..<attempts {
      let header = try FileHeader.read(file)
      do throws(StoreError) {
        return try body(file, header.newest)
      } catch {
        if try FileHeader.read(file) == header { throw error }
      }
    }
    throw .failed(path: path, operation: "read a version", code: 0, message: "the file changes faster than it can be read")
  }

  private static func inspect(
    _ file: PageFile, _ meta: MetaPage, _ checksums: Bool, _ progress: (UInt64, UInt64) -> Void
  ) throws(StoreError) -> FileInspection {
    let pages = try FilePages(file, meta)
    guard meta.freeList.orderFlags == TreeRecord.integerKeys else {
      throw .damaged(path: file.path, detail: "its header has flags \(meta.freeList.flags)")
    }
    guard meta.main.root != TreeRecord.noPage else {
      if meta.transaction > 0 { throw .notADatabase(path: file.path, reason: .foreignContent) }
      return FileInspection(
        path: file.path, fileSize: pages.fileSize, pageSize: meta.pageSize, version: 0, format: 0, features: [], isReadable: true,
        schema: nil, tables: [], trees: [], indexes: [], freePages: 0, freedPages: [:])
    }
    let (spaces, others, stored, roots) = try StructureWalk.spaces(meta.main, pages)
    guard let named = spaces[.meta] else { throw .notADatabase(path: file.path, reason: .foreignContent) }
    let values = try NamedValues(named, pages)
    let known = KnownFeatures(isWriting: false)
    let missing = Set(known.missing(values.format.features))
    let isReadable = missing.isEmpty
    let catalog = isReadable ? try values.catalog(path: file.path) : nil
    let counters = isReadable ? try StructureWalk.counters(stored, spaces, pages) : nil
    guard spaces.count == KeySpace.named.count else { throw .damaged(path: file.path, detail: "it lacks a tree") }
    let features = try FeatureTrees(others, values.format, counters, path: file.path)
    let nodes = try NodePages(roots, hasTree: others[KeySpace.sealed.rawValue] != nil, pages)
    var sizes: [UInt32: (clusters: Int, bytes: UInt64)] = [:]
    var sums = EntrySums()
    var postings = PostingCheck()
    var counts = IndexCount(catalog)
    var done: UInt64 = 0
    for space in KeySpace.named where space != .meta {
      guard let record = spaces[space] else { continue }
      try nodes?.checkTree(record, of: space)
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in
        guard isReadable else { return entry.isTree ? .value(entry.index) : nil }
        guard space.accepts(keySize: entry.key.count, valueSize: entry.size), !entry.isTree else { return .value(entry.index) }
        if space == .clusters {
          let key = entry.key.loadUnaligned(as: UInt64.self)
          let table = UInt32(truncatingIfNeeded: key >> 40)
          let before = sizes[table] ?? (0, 0)
          sizes[table] = (before.clusters + 1, before.bytes + UInt64(entry.size))
          if checksums, try !isIntact(entry, key, pages) {
            throw .damaged(path: file.path, detail: "cluster \(key & 0xFF_FFFF_FFFF) of table \(table) does not match its checksum")
          }
        }
        if space == .values, checksums {
          let number = entry.key.loadUnaligned(as: UInt64.self)
          let isIntact = try pages.value(entry).withUnsafeBytes { StoredValues.checksum($0, number) == $0.loadUnaligned(as: UInt32.self) }
          if !isIntact { throw .damaged(path: file.path, detail: "value \(number) does not match its checksum") }
        }
        if space == .postings { counts.addSize(entry.key, entry.size) }
        if NodeRecord.map(space) != nil, checksums {
          let isAccepted = try whole(entry, pages) { accepts(space, entry.key, $0, &postings, &counts) }
          if !isAccepted { return .value(entry.index) }
        }
        return try StructureWalk.add(entry, of: space, pages, to: &sums)
      }
      if nodes?.usage(space) == nil { try checkEnd(space, postings, sums, counters, file.path) }
      done += record.pages
      progress(done, meta.lastPage + 1)
    }
    try features.walk(pages, sums: true, checksums: checksums, nodes: nodes) { count in
      done += count
      progress(done, meta.lastPage + 1)
    }
    try nodes?.check { space, key, value throws(StoreError) in
      guard space.accepts(keySize: key.count, valueSize: value.count) else { return false }
      if space == .postings { counts.addSize(key, value.count) }
      sums.add(space, key, value)
      return !checksums || accepts(space, key, value, &postings, &counts)
    } end: { space throws(StoreError) in
      try checkEnd(space, postings, sums, counters, file.path)
    }
    if checksums, let catalog, let counters, let fault = counts.fault(catalog, counters) {
      throw .damaged(path: file.path, detail: fault)
    }
    let used = pages.met
    var freed: [UInt64: UInt64] = [:]
    try StructureWalk.walkFreeList(meta, pages) { version, count in freed[version] = count }
    try pages.checkLength()
    progress(meta.lastPage + 1, meta.lastPage + 1)
    let tables = (catalog?.tables ?? []).map { table in
      Table(
        name: table.name, kind: catalog?.schema.entity(named: table.name)?.kind ?? .object,
        rows: counters?.entry(table.id)?.liveCount ?? 0, clusters: sizes[table.id]?.clusters ?? 0, bytes: sizes[table.id]?.bytes ?? 0)
    }
    return FileInspection(
      path: file.path, fileSize: pages.fileSize, pageSize: meta.pageSize, version: meta.transaction, format: values.format.version,
      features: values.format.features.map {
        Feature(name: $0.name, isKnown: known.features.contains($0), preventsReading: missing.contains($0))
      }, isReadable: isReadable,
      schema: catalog?.schema, tables: tables,
      trees: KeySpace.named.compactMap { space in
        if let used = nodes?.usage(space) { return Tree(name: space.rawValue, entries: used.entries, pages: used.pages) }
        return spaces[space].map { Tree(name: space.rawValue, entries: $0.entries, pages: $0.pages) }
      }
        + features.records.filter { nodes == nil || $0.name != KeySpace.sealed.rawValue }.map {
          Tree(name: $0.name, entries: $0.record.entries, pages: $0.record.pages)
        },
      indexes: catalog.map { indexes($0, counts) } ?? [],
      freePages: UInt64(pages.met - used) - meta.freeList.pages, freedPages: freed)
  }

  // Returns whether an entry of an index is well formed, and counts its rows.
  private static func accepts(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ postings: inout PostingCheck,
    _ counts: inout IndexCount
  ) -> Bool {
    switch space {
    case .backlinks: return BacklinkBlock.isWellFormed(value, bound: BacklinkKey.bound(key))
    case .keys: counts.addKeys(value)
    case .postings:
      guard postings.accepts(key, value) else { return false }
      counts.addPostings(key, value)
    case .clusters, .meta, .patches, .values, .derived, .history, .sealed, .main: assertionFailure("'\(space)' has no index")
    }
    return true
  }

  // Compares the entries of a space with its checksum, and checks that the last posting list is complete.
  private static func checkEnd(
    _ space: KeySpace, _ postings: PostingCheck, _ sums: EntrySums, _ counters: Counters?, _ path: String
  ) throws(StoreError) {
    if space == .postings, !postings.isComplete { throw .damaged(path: path, detail: "the last list of 'postings' is not terminated") }
    if let counters, sums[space.index] != counters.sums[space.index] {
      throw .damaged(path: path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
    }
  }

  private static func indexes(_ catalog: Catalog, _ counts: IndexCount) -> [Index] {
    catalog.tables.flatMap { table -> [Index] in
      guard let entity = catalog.schema.entity(named: table.name) else { return [] }
      let unique = entity.uniqueColumns
      let single = table.columns.filter { column in entity.column(storedAs: column.name).map { entity.hasIndex(of: $0, unique) } ?? false }
      let names = Dictionary(table.columns.map { ($0.number, $0.name) }) { first, _ in first }
      return single.map { Index(table: table.name, columns: [$0.name], bytes: counts.size(table, $0.number)) }
        + (table.indexes?.list ?? []).map { index in
          Index(table: table.name, columns: index.columns.compactMap { names[$0] }, bytes: counts.size(table, index.number))
        }
    }
  }

  private static func isIntact(_ entry: TreeWalk.Entry, _ key: UInt64, _ pages: FilePages) throws(StoreError) -> Bool {
    try pages.value(entry).withUnsafeBytes { bytes in
      Cluster(stored: bytes).map { $0.checksum(key) == $0.storedChecksum } ?? false
    }
  }

  private static func whole<Result>(
    _ entry: TreeWalk.Entry, _ pages: FilePages, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(StoreError) -> Result {
    // Blocks under long keys are stored on overflow pages.
    if entry.page.isOverflow(entry.index) { return try pages.value(entry).withUnsafeBytes(body) }
    return body(entry.page.data(entry.index))
  }
}
