/// The reason, for people, why a file lacks something that was requested, such as a type or a path.
public struct RequestFailure: Error, CustomStringConvertible {
  /// Names the missing item, and suggests an existing one.
  public let description: String

  init(_ description: String) { self.description = description }
}
