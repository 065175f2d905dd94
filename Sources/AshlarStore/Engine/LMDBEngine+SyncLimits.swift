extension StorageEngine {
  /// Replaces the limits of relaxed commits, so that tests need not wait a second.
  package func setSyncLimits(_ limits: SyncLimits) {
    guard let engine = self as? any FileEngine else { preconditionFailure("an engine that opens no file has no limits of commits") }
    engine.setLimits(limits)
  }
}

extension LMDBEngine {
  package func setLimits(_ limits: SyncLimits) {
    guard let checkpointer else { return }
    checkpointer.monitor.withLock { checkpointer.state.limits = limits }
  }
}
