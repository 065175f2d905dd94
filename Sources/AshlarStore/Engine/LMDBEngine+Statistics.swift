import CLMDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LMDBEngine {
  package func statistics() throws(StoreError) -> StorageStatistics {
    // This call begins a transaction, so it fails in a forked child before anything else is read.
    let (freed, pageSize) = try freedPages(after: 0)
    var oldest = readVersions().first
    oldest?.count(freed, pageSize)
    var info = MDB_envinfo()
    mdb_env_info(environment, &info)
    var file = stat()
    guard fstat(dataDescriptor, &file) == 0 else { throw LMDBCode.error(errno, path, "stat") }
    return StorageStatistics(
      version: UInt64(info.me_last_txnid), commits: commits.load(ordering: .relaxed), lockWaits: writeLock.waits.load(ordering: .relaxed),
      lockWaitTime: .nanoseconds(writeLock.waitedNanoseconds.load(ordering: .relaxed)), fileSize: UInt64(file.st_size),
      pageSize: pageSize, pages: UInt64(info.me_last_pgno) + 1, freePages: freed.reduce(0) { $0 + $1.pages }, oldest: oldest,
      observations: changes.observationCount)
  }
}
