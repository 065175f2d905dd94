/// A type of a Swift file of the target that is the type of a property but cannot be stored.
struct UnstoredType: Sendable {
  /// The name in the schema, with the location of the declaration.
  var name: Name
  /// The name in Swift's spelling.
  var swiftName: String
  var reason: UnstoredReason
}
