import CLMDB
import Synchronization

/// LMDB's handles of a file's trees; 0 for a tree that is not open.
///
/// The handles of the trees of every file are set while the engine is initialized, and never change. Those of features' trees are set and
/// reset by any thread that holds `lock`: LMDB does not allow two transactions of a process to open trees at the same time. A reader that
/// began before LMDB opened a tree cannot use its handle; see `LMDBSnapshot.reaches`.
final class TreeHandles: @unchecked Sendable {
  /// Held from the opening of a tree to the end of the transaction that opened it.
  let lock = ThreadLock()
  // Indexed by `KeySpace.index`.
  private let handles = UnsafeMutablePointer<Atomic<MDB_dbi>>.allocate(capacity: KeySpace.allCases.count)

  init() {
    for index in 0..<KeySpace.allCases.count { (handles + index).initialize(to: Atomic(0)) }
  }

  deinit { handles.deallocate() }

  subscript(_ space: KeySpace) -> MDB_dbi {
    get { (handles + space.index).pointee.load(ordering: .relaxed) }
    set { (handles + space.index).pointee.store(newValue, ordering: .relaxed) }
  }
}
