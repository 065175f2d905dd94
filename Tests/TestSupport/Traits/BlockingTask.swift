/// A task on the threads of blocking tests, for what such a test waits for.
///
/// A plain `Task` begins in the cooperative pool, behind every test that has not begun: minutes later, on a slow machine.
public func blockingTask<Success: Sendable>(
  _ operation: sending @escaping @isolated(any) () async throws -> Success
) -> Task<Success, any Error> {
  Task(executorPreference: BlockingThreads.shared, operation: operation)
}
