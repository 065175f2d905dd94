import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Checkpoints written into the slot that does not count, while others commit.
//
// Invariants:
// - Only the thread that syncs writes to slots, so there is one such write at a time.
// - The version in the slot that counts and the one that is being written are both pinned until it is known which counts. A process that
//   takes the file's name away meanwhile has synced first, and nobody reads a file without a name.
extension Checkpointer {
  /// Writes a version that is synced into the slot that does not count.
  /// - Parameter number: that of the checkpoint in the other slot.
  /// - Returns: where it is; nil when the checkpoint needs a new file.
  func write(_ checkpoint: Checkpoint, behind number: UInt64, in file: CheckpointFile) throws(StoreError) -> Int? {
    let target: (descriptor: Int32, slot: Int)? = monitor.withLock {
      guard let own = state.own, own.number == number, own.doubtful == nil else { return nil }
      // A durable commit may close the other one.
      return (fcntl(own.descriptor, F_DUPFD_CLOEXEC, 0), 1 - own.slot)
    }
    guard let target else { return nil }
    guard target.descriptor >= 0 else { throw LMDBCode.error(errno, path, "save the checkpoint") }
    defer { _ = dismiss(target.descriptor) }
    try file.put(checkpoint, slot: target.slot, in: target.descriptor, of: try descriptor())
    return target.slot
  }

  /// Inside LMDB's transaction, takes over what was written, or makes a new file. Takes the pin, also when it throws.
  /// - Parameter written: what `write` returned or threw.
  func adopt(_ made: Captured, _ written: Result<Int?, StoreError>) throws(StoreError) {
    guard var own = monitor.withLock({ state.own }) else { return mdb_txn_abort(made.pin) }
    switch written {
    case .success(nil): try install(made)
    case .success(let slot?):
      if let pin = own.pin { mdb_txn_abort(pin) }
      setOwn(
        Own(descriptor: own.descriptor, version: made.checkpoint.version, number: made.checkpoint.number, slot: slot, pin: made.pin))
    case .failure(let error):
      // Whichever slot counts after a loss of power, its pages are there.
      own.doubtful = made.pin
      setOwn(own)
      throw error
    }
  }
}

// The system's, which a method hides.
private let dismiss = close(_:)
