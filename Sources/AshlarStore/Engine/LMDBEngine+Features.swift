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
  /// Marks this process as one that supports format 8 and knows the features in `knownFeatures`.
  func markProcess(_ pairing: PrivateDescriptor) throws(StoreError) {
    try LMDBCode.check(ashlar_mark_process(pairing.number, 0, getpid()), path, "lock")
    for feature in knownFeatures.features where feature.number != 0 {
      try LMDBCode.check(ashlar_mark_process(pairing.number, feature.number, getpid()), path, "lock")
    }
  }

  /// Returns another process that reads the file and has no mark for one of the features, or, if `needsLayouts` is true, for format 8; nil
  /// if there is none.
  package func olderReader(adding features: Set<FileFeature>, needsLayouts: Bool) -> OlderReader? {
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
  package func openTrees(_ spaces: [KeySpace]) throws(StoreError) {
    if isInherited { throw .inherited(path: path) }
    try trees.lock.withLock { () throws(StoreError) in
      let closed = spaces.filter { trees[$0] == 0 }
      if closed.isEmpty { return }
      // The lock is recursive, so it does not exclude a commit of this thread. Before the commit of a migration begins, its sessions have
      // opened the trees of the version that they read.
      precondition(!trees.isCreating, "a commit that creates trees has begun after the trees of the file were opened")
      var opened: [(space: KeySpace, handle: MDB_dbi)] = []
      let transaction = try begin(UInt32(MDB_RDONLY))
      do throws(StoreError) {
        for space in closed { opened.append((space, try openTree(space, in: transaction))) }
      } catch {
        mdb_txn_abort(transaction)
        throw error
      }
      // Committing a read transaction retains the handles.
      try LMDBCode.check(mdb_txn_commit(transaction), path, "open the sub-databases")
      for (space, handle) in opened { trees[space] = handle }
    }
  }

  package func creatingTrees(_ body: () throws -> Void) throws {
    trees.lock.lock()
    trees.isCreating = true
    defer {
      trees.isCreating = false
      trees.lock.unlock()
    }
    try body()
  }

  /// Opens the tree of a feature and returns its handle. Throws `StoreError.damaged` if it is missing.
  func openTree(_ space: KeySpace, in transaction: OpaquePointer) throws(StoreError) -> MDB_dbi {
    do throws(StoreError) {
      return try openHandle(space, in: transaction, create: false)
    } catch {
      guard case .failed(_, _, MDB_NOTFOUND, _) = error else { throw error }
      throw .damaged(path: path, detail: "it lacks the tree '\(space.rawValue)'")
    }
  }
}
