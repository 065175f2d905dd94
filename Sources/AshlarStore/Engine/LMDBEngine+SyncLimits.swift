extension StorageEngine {
  /// Sets other limits. For tests, which then need not wait a second.
  package func setSyncLimits(_ limits: SyncLimits) {
    guard let checkpointer = (self as? LMDBEngine)?.checkpointer else { return }
    checkpointer.monitor.withLock { checkpointer.state.limits = limits }
  }
}
