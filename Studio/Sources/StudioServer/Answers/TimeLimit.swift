internal import HTTPTypes

/// Ends requests that take too long.
enum TimeLimit {
  /// Runs `body`. After `limit`, cancels it and throws without waiting for its end.
  static func run<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (outcomes, outcome) = AsyncThrowingStream<Value, any Error>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let work = Task(executorPreference: RequestThreads.shared) {
      do {
        outcome.yield(try await body())
        outcome.finish()
      } catch {
        outcome.finish(throwing: error)
      }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      // Before the cancellation, whose error would otherwise be the outcome.
      outcome.finish(throwing: ServerFailure(.gatewayTimeout, "time", "The request took more than \(limit)."))
      work.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      for try await value in outcomes { return value }
      throw CancellationError()
    } onCancel: {
      work.cancel()
    }
  }
}
