/// A type that a Swift file of the target declares, that a property has, and that cannot be stored.
struct UnstoredType: Sendable {
  /// As schemas have it, where it is declared.
  var name: Name
  /// As Swift spells it.
  var swiftName: String
  var reason: UnstoredReason
}
