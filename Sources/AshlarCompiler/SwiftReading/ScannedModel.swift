/// A model class as its file declares it.
struct ScannedModel: Sendable {
  var declaration: TypeDeclaration
  /// The outermost superclass that the target declares, or the class itself.
  var root: String
  /// The properties that a wrapper identifies by position, in the order of their columns.
  var placed: [ScannedProperty]
}
