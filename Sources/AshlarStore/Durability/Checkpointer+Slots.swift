import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Checkpoints written into the slot that is not current, while commits continue.
//
// Invariants:
// - Only the sync thread writes to slots, so at most one slot is being written.
// - The version in the current slot and the one being written both stay pinned until it is known which is current. A process that unlinks
//   the checkpoint file has synced the database first, and an unlinked checkpoint file is never read.
extension Checkpointer {
  /// Writes the checkpoint of a synced version into the slot that is not current.
  /// - Parameter number: The number of the checkpoint in the current slot.
  /// - Returns: The slot, or nil if the checkpoint needs a new file.
  func write(_ checkpoint: Checkpoint, behind number: UInt64, in file: CheckpointFile) throws(StoreError) -> Int? {
    let target: (descriptor: Int32, slot: Int)? = monitor.withLock {
      guard let own = state.own, own.number == number, own.doubtful == nil else { return nil }
      // A concurrent durable commit may close the original descriptor.
      return (fcntl(own.descriptor, F_DUPFD_CLOEXEC, 0), 1 - own.slot)
    }
    guard let target else { return nil }
    guard target.descriptor >= 0 else { throw LMDBCode.error(errno, path, "save the checkpoint") }
    defer { _ = dismiss(target.descriptor) }
    try file.put(checkpoint, slot: target.slot, in: target.descriptor, of: try descriptor())
    return target.slot
  }

  /// Adopts the written checkpoint, or installs a new file. Runs inside LMDB's transaction. Consumes the pin, even if it throws.
  /// - Parameter written: The result of `write`.
  func adopt(_ made: Captured, _ written: Result<Int?, StoreError>) throws(StoreError) {
    guard var own = monitor.withLock({ state.own }) else { return mdb_txn_abort(made.pin) }
    switch written {
    case .success(nil): try install(made)
    case .success(let slot?):
      if let pin = own.pin { mdb_txn_abort(pin) }
      setOwn(
        Own(descriptor: own.descriptor, version: made.checkpoint.version, number: made.checkpoint.number, slot: slot, pin: made.pin))
    case .failure(let error):
      // Both versions stay pinned, since either slot may be current after a loss of power.
      own.doubtful = made.pin
      setOwn(own)
      throw error
    }
  }
}

// The system function, which a method of the same name shadows.
private let dismiss = close(_:)
