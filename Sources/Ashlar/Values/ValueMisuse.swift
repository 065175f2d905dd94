/// Stops the program because a value type was misused.
func valueMisuse(_ message: String) -> Never {
  preconditionFailure(message)
}
