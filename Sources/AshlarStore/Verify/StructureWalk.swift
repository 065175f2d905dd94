#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks the structure of a file with plain reads, before LMDB maps it: LMDB trusts page numbers, offsets and sizes, and a wrong value can
/// terminate the process with a signal.
///
/// A successful check proves that every page reachable from the newest version is inside the file, is reached once and is well formed; that
/// keys ascend; and that the free list names no page in use. It does not check the contents of values.
package enum StructureWalk {
  enum Scope {
    /// The tree of names and the `meta` space: a few pages. Determines whether the file is an Ashlar database.
    case identity
    /// Every page.
    case everything
  }

  /// The maximum size of files whose pages are all checked whenever they are opened. Opening a larger file checks only its identity, unless
  /// the file is too short; see `Scope`.
  package static let sizeLimit: UInt64 = 64 << 20

  private static let attempts = 4

  /// Checks the newest version of the file at `path`, which another process may be writing. Complexity: O(pages).
  /// - Parameter sums: Whether to compare the checksums of the key spaces with those in the counters.
  package static func check(_ path: String, sums: Bool = true) throws(StoreError) {
    try check(try PageFile(path), scope: .everything, sums: sums)
  }

  /// Checks the newest version of `file`. If `scope` is nil, the size of the file determines the scope; see `sizeLimit`. If a concurrent
  /// commit overwrites the version during the check, the check restarts with the newest version; the last attempt acquires the write lock.
  /// Throws `StoreError.unknownFeatures`, before any contents are checked, if unknown features prevent the file from being opened, and
  /// `.failed` if the last attempt cannot use the lock file.
  /// - Parameter isWriting: Whether the file is about to be opened for writing. Only then does the last attempt create a missing lock file.
  /// - Returns: Whether the file has trees. It has none between its creation by LMDB and the first commit.
  @discardableResult
  static func check(_ file: PageFile, scope: Scope?, sums: Bool = true, isWriting: Bool = false) throws(StoreError) -> Bool {
    for _ in 1..<attempts {
      let header = try FileHeader.read(file)
      do throws(StoreError) {
        return try check(file, header.newest, scope, sums, isWriting: isWriting)
      } catch {
        if try FileHeader.read(file) == header { throw error }
      }
    }
    // A reader creates no companion file.
    if !isWriting, access(file.path + ".lock", R_OK | W_OK) != 0 {
      throw .failed(path: file.path, operation: "check", code: 0, message: "the file changes faster than it can be read")
    }
    let lock = try WriteLock(path: file.path + ".lock")
    try lock.lock()
    defer { lock.unlock() }
    return try check(file, try FileHeader.read(file).newest, scope, sums, isWriting: isWriting)
  }

  /// Checks the version of a header page, which must not change during the call. Returns whether it has trees.
  @discardableResult
  static func check(
    _ file: PageFile, _ meta: MetaPage, _ scope: Scope?, _ sums: Bool, isWriting: Bool = false
  ) throws(StoreError) -> Bool {
    let pages = try FilePages(file, meta)
    // A file shorter than its header states is intact only if all missing pages are free.
    let scope = pages.isShort ? .everything : scope ?? (pages.fileSize <= sizeLimit ? .everything : .identity)
    guard meta.freeList.orderFlags == TreeRecord.integerKeys else {
      throw .damaged(path: file.path, detail: "its header has flags \(meta.freeList.flags)")
    }
    if meta.main.root == TreeRecord.noPage {
      // LMDB created the file, and nothing is stored yet.
      if meta.transaction == 0, meta.lastPage == 1, meta.freeList.root == TreeRecord.noPage { return false }
      throw .notADatabase(path: file.path, reason: .foreignContent)
    }
    let (spaces, others, stored, roots) = try spaces(meta.main, pages)
    guard let named = spaces[.meta] else { throw .notADatabase(path: file.path, reason: .foreignContent) }
    let format = try format(named, pages)
    try format.check(KnownFeatures(isWriting: isWriting), path: file.path)
    if format.features.contains(.sealed) {
      return try SealedWalk.check(spaces, others, pages, isWhole: scope == .everything) { () throws(StoreError) in
        try walkFreeList(meta, pages)
      }
    }
    let counters = try counters(stored, spaces, pages)
    guard spaces.count == KeySpace.named.count else { throw .damaged(path: file.path, detail: "it lacks a tree") }
    let features = try FeatureTrees(others, format, counters, path: file.path)
    let nodes = try NodePages(roots, hasTree: others[KeySpace.sealed.rawValue] != nil, pages)
    guard case .everything = scope else { return true }
    var found = EntrySums()
    for space in KeySpace.named where space != .meta {
      guard let record = spaces[space] else { continue }
      try nodes?.checkTree(record, of: space)
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in
        guard space.accepts(keySize: entry.key.count, valueSize: entry.size), !entry.isTree else { return .value(entry.index) }
        return try add(entry, of: space, pages, to: &found)
      }
      if nodes?.usage(space) == nil, sums, found[space.index] != counters.sums[space.index] {
        throw .damaged(path: file.path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
      }
    }
    try features.walk(pages, sums: sums, checksums: false, nodes: nodes)
    try nodes?.check { space, key, value throws(StoreError) in
      guard space.accepts(keySize: key.count, valueSize: value.count) else { return false }
      found.add(space, key, value)
      return true
    } end: { space throws(StoreError) in
      if sums, found[space.index] != counters.sums[space.index] {
        throw .damaged(path: file.path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
      }
    }
    try walkFreeList(meta, pages)
    try pages.checkLength()
    return true
  }

  /// Adds an entry to the checksums of the key spaces. Returns a fault if the entry is invalid; otherwise nil.
  static func add(_ entry: TreeWalk.Entry, of space: KeySpace, _ pages: FilePages, to sums: inout EntrySums) throws(StoreError)
    -> PageFault?
  {
    if space == .clusters {
      guard entry.page.isOverflow(entry.index) || entry.size <= ClusterPages.largestInLeaf(pageSize: pages.pageSize) else {
        return .value(entry.index)
      }
      sums.addCluster(entry.key.loadUnaligned(as: UInt64.self), crc: entry.number(at: ClusterHeader.checksumOffset))
    } else if space == .values {
      sums.addValue(entry.key.loadUnaligned(as: UInt64.self), crc: entry.number(at: 0))
    } else if entry.page.isOverflow(entry.index) {
      try pages.value(entry).withUnsafeBytes { sums.add(space, entry.key, $0) }
    } else {
      sums.add(space, entry.key, entry.page.data(entry.index))
    }
    return nil
  }

  /// Returns the trees that every file has, the other trees by name, and the bytes of the counters and of the record of the roots of nodes,
  /// which can only be decoded after the format has been checked.
  static func spaces(_ main: TreeRecord, _ pages: FilePages) throws(StoreError) -> (
    trees: [KeySpace: TreeRecord], others: [String: TreeRecord], counters: [UInt8]?, nodeRoots: [UInt8]?
  ) {
    guard main.orderFlags == 0 else { throw .notADatabase(path: pages.file.path, reason: .foreignContent) }
    var spaces: [KeySpace: TreeRecord] = [:]
    var others: [String: TreeRecord] = [:]
    var counters: [UInt8]?
    var nodeRoots: [UInt8]?
    try TreeWalk.run(main, "main", pages) { entry throws(StoreError) in
      if entry.key.elementsEqual(Counters.name.utf8), !entry.isTree {
        counters = try pages.value(entry)
      }
      if entry.key.elementsEqual(NodeRecord.name.description.utf8), !entry.isTree { nodeRoots = try pages.value(entry) }
      guard entry.isTree else { return nil }
      guard entry.size == TreeRecord.size, !entry.page.isOverflow(entry.index), let place = entry.page.data(entry.index).baseAddress
      else { return .value(entry.index) }
      let record = TreeRecord(at: place)
      let name = String(decoding: entry.key, as: UTF8.self)
      if let space = KeySpace(rawValue: name), !space.isOfFeature {
        guard record.orderFlags == (space.hasIntegerKeys ? TreeRecord.integerKeys : 0) else { return .value(entry.index) }
        spaces[space] = record
      } else {
        others[name] = record
      }
      return nil
    }
    return (spaces, others, counters, nodeRoots)
  }

  /// Decodes the counters. Must be called after the format has been checked.
  static func counters(_ stored: [UInt8]?, _ spaces: [KeySpace: TreeRecord], _ pages: FilePages) throws(StoreError) -> Counters {
    guard let stored else {
      if spaces[.patches] == nil { return Counters() }
      throw .damaged(path: pages.file.path, detail: "its counters are missing")
    }
    guard let counters = stored.withUnsafeBytes(Counters.decode) else {
      throw .damaged(path: pages.file.path, detail: "its counters cannot be read")
    }
    return counters
  }

  private static func format(_ meta: TreeRecord, _ pages: FilePages) throws(StoreError) -> StoredFormat {
    var format: [UInt8]?
    try TreeWalk.run(meta, KeySpace.meta.rawValue, pages) { entry throws(StoreError) in
      if entry.key.elementsEqual(StoredFormat.key.utf8) { format = try pages.value(entry) }
      return entry.isTree ? .value(entry.index) : nil
    }
    guard let format else { throw .notADatabase(path: pages.file.path, reason: .foreignContent) }
    return try format.withUnsafeBufferPointer { bytes throws(StoreError) in
      try StoredFormat(UnsafeRawBufferPointer(bytes), path: pages.file.path, known: KnownFeatures(isWriting: false))
    }
  }

  // Walks the free list. The key of an entry is a transaction; its value is a count, followed by that many page numbers in descending
  // order. Throws if the list's record states more pages than the walk met: callers subtract this number.
  static func walkFreeList(
    _ meta: MetaPage, _ pages: FilePages, found: (_ version: UInt64, _ pages: UInt64) -> Void = { _, _ in }
  ) throws(StoreError) {
    let before = pages.met
    try TreeWalk.run(meta.freeList, "free pages", pages) { entry throws(StoreError) in
      guard entry.key.loadUnaligned(as: UInt64.self) <= meta.transaction, entry.size >= 8, entry.size % 8 == 0, !entry.isTree else {
        return .value(entry.index)
      }
      let bytes = try pages.value(entry)
      return bytes.withUnsafeBytes { bytes in
        let count = bytes.loadUnaligned(as: UInt64.self)
        guard count < bytes.count / 8 else { return .value(entry.index) }
        var before = UInt64.max
        for index in 0..<Int(count) {
          let page = bytes.loadUnaligned(fromByteOffset: 8 + index * 8, as: UInt64.self)
          guard page < before else { return .value(entry.index) }
          before = page
          if let problem = pages.claimFree(page) { return problem }
        }
        found(entry.key.loadUnaligned(as: UInt64.self), count)
        return nil
      }
    }
    let met = UInt64(pages.met - before)
    guard met >= meta.freeList.pages else {
      throw .damaged(
        path: pages.file.path, detail: "the record of the free pages states \(meta.freeList.pages) of its own; the walk found \(met)")
    }
  }
}

extension KeySpace {
  /// Returns whether an entry's key and value have sizes that the readers of the entry can handle.
  func accepts(keySize: Int, valueSize: Int) -> Bool {
    switch self {
    case .clusters: valueSize >= 128
    case .keys: valueSize == KeyRun.size || (valueSize >= 8 && valueSize % 8 == 0)
    case .backlinks: keySize == BacklinkKey.size && valueSize > 2 && valueSize <= BacklinkBlock.storedLimit
    case .values: valueSize > StoredValues.headerSize
    case .patches: valueSize >= ClusterPatch.headerSize
    case .derived, .history: valueSize >= FeatureEntry.headerSize
    case .postings, .sealed, .meta, .main: true
    }
  }
}
