import CAshlar
import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The features of the file: the processes that know them, and their trees.
extension LMDBEngine {
  /// Marks this process as one that supports format 8 and knows its features.
  func markProcess(_ pairing: PrivateDescriptor) throws(StoreError) {
    try LMDBCode.check(ashlar_mark_process(pairing.number, 0, getpid()), path, "lock")
    for feature in knownFeatures.features where feature.number != 0 {
      try LMDBCode.check(ashlar_mark_process(pairing.number, feature.number, getpid()), path, "lock")
    }
  }

  /// Returns another process that reads the file and has no mark for one of the features, or, if `needsLayouts` is true, for format 8; nil
  /// if there is none.
  func olderReader(adding features: Set<FileFeature>, needsLayouts: Bool) -> OlderReader? {
    guard let pairing else { return nil }
    assert(features.allSatisfy { $0.number != 0 }, "a feature that is added has a row")
    let own = getpid()
    let added = features.sorted()
    removeDeadReaders()
    for process in ReaderList.read(environment).lazy.map(\.process) where process != own {
      if needsLayouts, ashlar_has_mark(pairing.number, 0, process) == 0 { return OlderReader(process: process, feature: nil) }
      if let lacking = added.first(where: { ashlar_has_mark(pairing.number, $0.number, process) == 0 }) {
        return OlderReader(process: process, feature: lacking.name)
      }
    }
    return nil
  }

  /// Opens trees that were created after this process opened the file. Waits for a commit that is creating a tree. Throws
  /// `StoreError.damaged` if a tree is missing.
  func openTrees(_ spaces: [KeySpace]) throws(StoreError) {
    if isInherited { throw .inherited(path: path) }
    try trees.lock.withLock { () throws(StoreError) in
      let closed = spaces.filter { trees[$0] == 0 }
      if closed.isEmpty { return }
      let transaction = try begin(UInt32(MDB_RDONLY))
      do throws(StoreError) {
        for space in closed { try openTree(space, in: transaction) }
      } catch {
        mdb_txn_abort(transaction)
        for space in closed { trees[space] = 0 }
        throw error
      }
      // Committing a read transaction retains the handles.
      try LMDBCode.check(mdb_txn_commit(transaction), path, "open the sub-databases")
    }
  }

  /// Opens the tree of a feature. Throws `StoreError.damaged` if it is missing.
  func openTree(_ space: KeySpace, in transaction: OpaquePointer) throws(StoreError) {
    do throws(StoreError) {
      try openHandle(space, in: transaction, create: false)
    } catch {
      guard case .failed(_, _, MDB_NOTFOUND, _) = error else { throw error }
      throw .damaged(path: path, detail: "it lacks the tree '\(space.rawValue)'")
    }
  }
}
