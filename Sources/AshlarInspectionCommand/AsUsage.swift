internal import AshlarGeneration
internal import AshlarInspection

/// Runs code that interprets arguments of the command, and reports a request that does not fit the file, such as an unknown name, as a
/// usage error.
func asUsage<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let failure as RequestFailure { throw CommandFailure.usage(failure.description) }
}
