/// What was requested of a file, such as a type or a path, is not in it: the reason, for people.
public struct RequestFailure: Error, CustomStringConvertible {
  /// What is not there, and what is perhaps meant.
  public let description: String

  init(_ description: String) { self.description = description }
}
