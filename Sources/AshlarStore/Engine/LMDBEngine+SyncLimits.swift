extension StorageEngine {
  /// Sets other limits. For tests: nobody has to wait a second there.
  package func setSyncLimits(_ limits: SyncLimits) {
    guard let checkpointer = (self as? LMDBEngine)?.checkpointer else { return }
    checkpointer.monitor.withLock { checkpointer.state.limits = limits }
  }
}
