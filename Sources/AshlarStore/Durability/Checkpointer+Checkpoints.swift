import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Creation and removal of checkpoints, inside LMDB's write transaction.
extension Checkpointer {
  /// A pinned version and the checkpoint to save for it.
  typealias Captured = (checkpoint: Checkpoint, pin: OpaquePointer)

  /// Ensures that this process's checkpoint is in place and its version is pinned.
  func makeOwn() throws(StoreError) {
    hasMetRelaxed = true
    let known = monitor.withLock { state.own }
    if var own = known, own.isInPlace {
      if own.pin != nil { return }
      // No process has committed since the checkpoint was saved: a commit would have replaced or removed it.
      let pin = try pinned()
      if UInt64(mdb_txn_id(pin)) == own.version {
        own.pin = pin
        return setOwn(own)
      }
      mdb_txn_abort(pin)
    }
    guard boot != nil else { throw .checkpoint(path: path, .noBootIdentity) }
    try sync()
    try install(try capture())
  }

  /// Syncs the file and removes the checkpoint.
  func giveUp() throws(StoreError) {
    hasMetRelaxed = true
    try sync()
    try file.remove()
    replaceOwn(nil)
    monitor.withLock { state.isSynced() }
  }

  /// Captures and pins the newest version, and resets the unsynced state: all commits so far are about to be synced.
  func capture() throws(StoreError) -> Captured {
    guard let boot else { throw .checkpoint(path: path, .noBootIdentity) }
    let checkpoint = try Checkpoint(of: try PageFile(path, duplicating: try descriptor()), boot: boot, process: getpid())
    let pin = try pinned()
    guard UInt64(mdb_txn_id(pin)) == checkpoint.version else {
      mdb_txn_abort(pin)
      throw .damaged(path: path, detail: "its header pages lack its newest version")
    }
    monitor.withLock {
      state.isSynced()
      state.lastPage = checkpoint.header?.newest.lastPage ?? 0
      monitor.wake()
    }
    return (checkpoint, pin)
  }

  func numbered(_ made: Captured) -> Captured {
    var made = made
    made.checkpoint.number = monitor.withLock {
      state.installed += 1
      return state.installed
    }
    return made
  }

  /// Saves a synced version in a new checkpoint file that replaces the previous one. Consumes the pin, even if it throws.
  func install(_ made: Captured) throws(StoreError) {
    let made = numbered(made)
    do throws(StoreError) {
      let descriptor = try file.install(made.checkpoint, of: try descriptor())
      replaceOwn(Own(descriptor: descriptor, version: made.checkpoint.version, number: made.checkpoint.number, slot: 0, pin: made.pin))
    } catch {
      mdb_txn_abort(made.pin)
      throw error
    }
  }

  func setOwn(_ own: Own) { monitor.withLock { state.own = own } }

  func replaceOwn(_ new: Own?) {
    let old = monitor.withLock {
      defer { state.own = new }
      return state.own
    }
    guard let old else { return }
    for pin in [old.pin, old.doubtful] { if let pin { mdb_txn_abort(pin) } }
    _ = dismiss(old.descriptor)
  }

  func descriptor() throws(StoreError) -> Int32 {
    var descriptor: Int32 = -1
    try LMDBCode.check(mdb_env_get_fd(environment, &descriptor), path, "get the file descriptor")
    return descriptor
  }

  func pinned() throws(StoreError) -> OpaquePointer {
    var transaction: OpaquePointer?
    try LMDBCode.check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction), path, "pin a version")
    guard let transaction else { throw .failed(path: path, operation: "pin a version", code: 0, message: "no transaction") }
    return transaction
  }
}

// The system function, which a method of the same name shadows.
private let dismiss = close(_:)
