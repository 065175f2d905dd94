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
  /// - Parameters:
  ///   - key: The key of an encrypted file; nil for a file that is not encrypted.
  ///   - sums: Whether to compare the checksums of the key spaces, or the sum of the tags of an encrypted file, with those in the counters.
  package static func check(_ path: String, key: EncryptionKey? = nil, sums: Bool = true) throws(StoreError) {
    try check(try PageFile(path), key: key, scope: .everything, sums: sums)
  }

  /// Checks the newest version of `file`. If `scope` is nil, the size of the file determines the scope; see `sizeLimit`. If a concurrent
  /// commit overwrites the version during the check, the check restarts with the newest version; the last attempt acquires the write lock.
  /// Throws, before any contents are checked, `StoreError.keyMissing`, `.wrongKey` or `.notEncrypted` if `key` is not that of the file, and
  /// `.unknownFeatures` if unknown features prevent the file from being opened. Throws `.failed` if the last attempt cannot use the lock
  /// file.
  /// - Parameter isWriting: Whether the file is about to be opened for writing. Only then does the last attempt create a missing lock file.
  /// - Returns: Whether the file has trees. It has none between its creation by LMDB and the first commit.
  @discardableResult
  static func check(
    _ file: PageFile, key: EncryptionKey? = nil, scope: Scope?, sums: Bool = true, isWriting: Bool = false
  ) throws(StoreError) -> Bool {
    for _ in 1..<attempts {
      let header = try FileHeader.read(file)
      do throws(StoreError) {
        return try check(file, header.newest, key: key, scope, sums, isWriting: isWriting)
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
    return try check(file, try FileHeader.read(file).newest, key: key, scope, sums, isWriting: isWriting)
  }

  /// Checks the version of a header page, which must not change during the call. Returns whether it has trees.
  @discardableResult
  static func check(
    _ file: PageFile, _ meta: MetaPage, key: EncryptionKey? = nil, _ scope: Scope?, _ sums: Bool, isWriting: Bool = false
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
    let main = try MainTree(meta.main, pages)
    guard let named = main.trees[.meta] else { throw .notADatabase(path: file.path, reason: .foreignContent) }
    let names = try NamedValues(named, pages)
    let form = try names.form(key, knowing: KnownFeatures(isWriting: isWriting))
    let isWhole = scope == .everything
    if let encrypted = try form.reader(pages) {
      try checkEncrypted(main, names, encrypted, meta, pages, isWhole: isWhole, sums: sums)
      return true
    }
    let values = ValueReader(pages, nil)
    let counters = try main.counters(nil, pages)
    guard main.trees.count == KeySpace.named.count else { throw .damaged(path: file.path, detail: "it lacks a tree") }
    let features = try FeatureTrees(main.others, names.format, counters, path: file.path)
    let nodes = try form.nodes(main, values, pages)
    guard isWhole else { return true }
    var found = EntrySums()
    for space in KeySpace.named where space != .meta {
      guard let record = main.trees[space] else { continue }
      if nodes != nil { try record.checkBesideNodes(space, path: file.path) }
      try TreeWalk.run(record, space.rawValue, pages) { entry throws(StoreError) in
        guard space.accepts(keySize: entry.key.count, valueSize: entry.size), !entry.isTree, values.canHaveInLeaf(entry, of: space) else {
          return .value(entry.index)
        }
        try values.withValue(entry, of: space, isWhole: !space.hasOwnChecksums) { value, _ in found.add(stored: space, entry.key, value) }
        return nil
      }
      if nodes?.usage(space) == nil, sums, found[space.index] != counters.sums[space.index] {
        throw .damaged(path: file.path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
      }
    }
    try features.walk(pages, values, sums: sums, checksums: false, nodes: nodes)
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
