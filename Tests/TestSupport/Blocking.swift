public import Testing

extension Trait where Self == Blocking {
  /// For tests that wait for a process, a thread or the disk.
  ///
  /// They run on threads of their own. Swift's cooperative pool has one thread a core, and a test that blocks one holds up all
  /// others.
  public static var blocking: Self { Self() }
}

/// The trait that `blocking` gives.
public struct Blocking: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingThreads.shared, operation: function)
  }
}
