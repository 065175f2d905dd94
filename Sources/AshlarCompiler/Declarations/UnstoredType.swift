/// A type that a Swift file of the target declares and that a property has, but that cannot be stored.
struct UnstoredType: Sendable {
  /// The name in the schema, with the location of the declaration.
  var name: Name
  /// The name in Swift's spelling.
  var swiftName: String
  var reason: UnstoredReason
}
