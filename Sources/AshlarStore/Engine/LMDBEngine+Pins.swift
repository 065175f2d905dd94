import AshlarSchema
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Snapshots that prevent pages from being reused.
extension LMDBEngine {
  package var holders: [SnapshotHolder] { register.holders }

  /// Returns the versions that are being read, oldest first. Complexity: O(readers + versions since the oldest).
  package func pinnedVersions() throws(StoreError) -> [PinnedVersion] {
    var found = readVersions()
    guard let oldest = found.first?.version else { return [] }
    let (freed, pageSize) = try freedPages(after: oldest)
    for index in found.indices { found[index].count(freed, pageSize) }
    return found
  }

  /// Returns the versions that are being read, oldest first, with 0 for the pages that they pin.
  func readVersions() -> [PinnedVersion] {
    let process = getpid()
    let now = ContinuousClock.now
    var found = register.all.map { entry in
      PinnedVersion(
        version: entry.version, process: process, holder: entry.holder, thread: entry.thread, age: now - entry.taken, pages: 0, pageSize: 0)
    }
    for reader in ReaderList.read(environment) where reader.process != process {
      guard let version = reader.version else { continue }
      found.append(
        PinnedVersion(version: version, process: reader.process, holder: nil, thread: nil, age: nil, pages: 0, pageSize: 0))
    }
    return found.ordered { ($0.version, $0.process) < ($1.version, $1.process) }
  }

  /// Throws `StoreError.tooManyVersions`, with the holder of the oldest version, if there are more than `limit` versions from the oldest
  /// version being read to the newest version. Versions pinned for another process's checkpoint are not counted.
  package func checkVersions(limit: UInt64) throws(StoreError) {
    if versions(nil) <= limit { return }
    // Readers of dead processes are removed. Another process releases the versions pinned for its checkpoint itself.
    removeDeadReaders()
    let checkpoint = try CheckpointFile(path).read()
    let count = versions(checkpoint)
    if count <= limit { return }
    guard let oldest = try oldestVersion(ignoring: checkpoint) else { return }
    throw .tooManyVersions(path: path, count: count, limit: limit, oldest: oldest)
  }

  /// Returns the oldest version that is being read, ignoring the readers that may be pins of another process's checkpoint; nil if there is
  /// none. Complexity: O(readers + versions since the oldest).
  func oldestVersion(ignoring checkpoint: Checkpoint?) throws(StoreError) -> PinnedVersion? {
    try pinnedVersions().first { !$0.isPin(of: checkpoint) }
  }

  // Returns the number of versions from the oldest pinned one to the newest, ignoring the readers that pin another process's checkpoint.
  // The pin of this process's own checkpoint is not in the register.
  private func versions(_ checkpoint: Checkpoint?) -> UInt64 {
    let newest = newestVersion
    let process = getpid()
    let others = ReaderList.read(environment).lazy
      .filter { $0.process != process }.compactMap { reader in reader.version.map { (version: $0, process: reader.process) } }
      .filter { reader in checkpoint.map { !$0.mayPin(reader.version, reader.process) } ?? true }.map(\.version).min()
    let oldest = min(register.oldest ?? newest, others ?? newest)
    return newest - min(oldest, newest) + 1
  }

  /// Returns the number of pages freed by each version after `version`, from LMDB's free list, and the page size in bytes.
  func freedPages(after version: UInt64) throws(StoreError) -> ([(version: UInt64, pages: UInt64)], pageSize: Int) {
    let transaction = try begin(UInt32(MDB_RDONLY))
    defer { mdb_txn_abort(transaction) }
    var statistics = MDB_stat()
    mdb_env_stat(environment, &statistics)
    var cursor: OpaquePointer?
    let freeList: MDB_dbi = 0
    try LMDBCode.check(mdb_cursor_open(transaction, freeList, &cursor), path, "open a cursor")
    defer { mdb_cursor_close(cursor) }
    var found: [(UInt64, UInt64)] = []
    var first = version + 1
    var value = MDB_val()
    var code = withUnsafeMutableBytes(of: &first) { bytes in
      var key = MDB_val(mv_size: 8, mv_data: bytes.baseAddress)
      let code = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
      if code == 0 { found.append((LMDBEngine.number(key), LMDBEngine.number(value))) }
      return code
    }
    while code == 0 {
      var key = MDB_val()
      code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
      if code == 0 { found.append((LMDBEngine.number(key), LMDBEngine.number(value))) }
    }
    if code != MDB_NOTFOUND { throw LMDBCode.error(code, path, "read the free pages") }
    return (found, Int(statistics.ms_psize))
  }

  // Returns the first 8 bytes of a key or value of the free list as a number, or 0 if there are fewer. A key is a version; a value begins
  // with the number of pages that it lists.
  private static func number(_ bytes: MDB_val) -> UInt64 {
    bytes.mv_size >= 8 ? bytes.mv_data?.loadUnaligned(as: UInt64.self) ?? 0 : 0
  }

  /// Removes readers of dead processes if the file has grown by more than 256 pages since the last check, and records whether a pinned
  /// version has made the file grow.
  func checkReadersAfterGrowth() {
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    let last = UInt64(info.me_last_pgno)
    guard last > pagesAtReaderCheck + 256 else { return }
    pagesAtReaderCheck = last
    removeDeadReaders()
    if pinnedGrowth.isDue(pages: last + 1, pageSize: pageSize) { notePinnedGrowth(pages: last + 1) }
  }

  // Prepares the warning of `PinnedGrowth`, which is logged when the write lock is released. The commit has succeeded, so an error does not
  // fail it: the file is examined again when it has grown further.
  private func notePinnedGrowth(pages: UInt64) {
    do {
      let (freed, pageSize) = try freedPages(after: 0)
      let free = freed.reduce(0) { $0 + $1.pages }
      guard let oldest = try oldestVersion(ignoring: CheckpointFile(path).read()) else { return }
      pinnedGrowth.note(pages: pages, free: free, pageSize: pageSize, newest: newestVersion, oldest: oldest)
    } catch {
      StoreLog.write(.debug, "the growth of the file was not examined: \(error)")
    }
  }
}

extension PinnedVersion {
  /// Adds the pages that were freed after this version, and sets the page size.
  mutating func count(_ freed: [(version: UInt64, pages: UInt64)], _ pageSize: Int) {
    self.pageSize = pageSize
    for (version, pages) in freed where version > self.version { self.pages += pages }
  }

  fileprivate func isPin(of checkpoint: Checkpoint?) -> Bool {
    holder == nil && checkpoint.map { $0.mayPin(version, process) } == true
  }
}

extension Checkpoint {
  /// Returns whether a reader with this version and process may be a pin of the process that owns this checkpoint: the pin for this
  /// checkpoint, for the next one, which is being written, or for one whose write failed. Until the owner saves a later version or releases
  /// the checkpoint, its other readers of these versions are ignored as well.
  fileprivate func mayPin(_ version: UInt64, _ process: Int32) -> Bool { process == self.process && version >= self.version }
}
