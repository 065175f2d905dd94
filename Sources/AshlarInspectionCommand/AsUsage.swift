internal import AshlarGeneration
internal import AshlarInspection

/// Runs code that resolves names given by the caller of the command, and reports a name that the file lacks as a usage error.
func asUsage<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let failure as RequestFailure { throw CommandFailure.usage(failure.description) }
}
