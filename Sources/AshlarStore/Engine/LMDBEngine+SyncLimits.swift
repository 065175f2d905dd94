extension StorageEngine {
  /// Replaces the limits of relaxed commits, so that tests need not wait a second.
  package func setSyncLimits(_ limits: SyncLimits) {
    guard let checkpointer = (self as? LMDBEngine)?.checkpointer else { return }
    checkpointer.monitor.withLock { checkpointer.state.limits = limits }
  }
}
