public import Testing

extension Trait where Self == Blocking {
  /// For tests that wait for a process, a thread or the disk, or that compute for seconds.
  ///
  /// They run on threads of their own. Swift's cooperative pool has one thread a core: a test that keeps one busy holds up the
  /// others, and exit tests in particular, whose ended processes are polled without pause until somebody takes them.
  public static var blocking: Self { Self(startsAtOnce: false) }

  /// The same for the few suites that take minutes. A run ends no sooner than they do, so they begin at once, on threads of their own.
  public static var longest: Self { Self(startsAtOnce: true) }
}

/// The trait that `blocking` and `longest` give.
public struct Blocking: TestTrait, SuiteTrait, TestScoping {
  let startsAtOnce: Bool
  /// A suite and one of its tests may both have the trait.
  @TaskLocal private static var isAdmitted = false

  /// Also the tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs the test on one of the threads, once few enough others are under way.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    if Blocking.isAdmitted { return try await function() }
    if startsAtOnce {
      return try await Blocking.$isAdmitted.withValue(true) {
        try await withTaskExecutorPreference(BlockingThreads.longest, operation: function)
      }
    }
    await Admission.shared.enter()
    defer { Admission.shared.leave() }
    try await Blocking.$isAdmitted.withValue(true) {
      try await withTaskExecutorPreference(BlockingThreads.shared, operation: function)
    }
  }
}
