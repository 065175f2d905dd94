internal import AshlarGeneration
internal import AshlarInspection

/// Runs what reads names that the caller of the command gave: a name that the file does not have is bad usage.
func asUsage<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let failure as RequestFailure { throw CommandFailure.usage(failure.description) }
}
