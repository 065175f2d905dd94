import CLMDB
import Synchronization

/// LMDB's handles of a file's trees; 0 for a tree that is not open.
///
/// The handles of the trees that every file has are set while the engine is initialized, and never change. The handles of features' trees
/// are set by any thread that holds `lock`, after LMDB has published the handle: a transaction that a thread begins after it has read a
/// nonzero handle can use the handle. A reader that began before LMDB opened a tree cannot use its handle; see `LMDBSnapshot.reaches`.
final class TreeHandles: @unchecked Sendable {
  /// The lock that is held from before the beginning to the end of a transaction that opens or creates trees: LMDB assigns the next handle
  /// that is free in the transaction, so two such transactions at the same time would assign the same handle to different trees.
  let lock = ThreadLock()
  /// Whether the transaction of the next commit may create trees: the thread that holds `lock` is inside `StorageEngine.creatingTrees`.
  /// Only the holder of `lock` accesses it.
  @exclusivity(unchecked) var isCreating = false
  // The handles, by `KeySpace.index`.
  private let handles = UnsafeMutablePointer<Atomic<MDB_dbi>>.allocate(capacity: KeySpace.allCases.count)

  init() {
    for index in 0..<KeySpace.allCases.count { (handles + index).initialize(to: Atomic(0)) }
  }

  deinit { handles.deallocate() }

  subscript(_ space: KeySpace) -> MDB_dbi {
    get { (handles + space.index).pointee.load(ordering: .acquiring) }
    set { (handles + space.index).pointee.store(newValue, ordering: .releasing) }
  }
}
