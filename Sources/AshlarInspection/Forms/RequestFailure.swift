/// The failure of a request that does not fit the file, for example because the file lacks a type or a property.
public struct RequestFailure: Error, CustomStringConvertible {
  /// A message for users. If an item is missing, the message may suggest an existing one.
  public let description: String

  init(_ description: String) { self.description = description }
}
