/// A message for users: the reason why a requested item, such as a type or a path, is not in the file.
public struct RequestFailure: Error, CustomStringConvertible {
  /// A message that names the missing item and may suggest an existing one.
  public let description: String

  init(_ description: String) { self.description = description }
}
