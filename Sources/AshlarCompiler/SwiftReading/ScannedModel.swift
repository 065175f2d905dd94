/// A model class as its file declares it.
struct ScannedModel: Sendable {
  var declaration: TypeDeclaration
  /// The topmost superclass that the target declares, or the class itself if there is none.
  var root: String
  /// The properties that a wrapper identifies by position, in the order of their columns.
  var placed: [ScannedProperty]
}
