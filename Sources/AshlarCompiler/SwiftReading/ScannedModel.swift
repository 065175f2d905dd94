/// A class that is a model, as its file declares it.
struct ScannedModel: Sendable {
  var declaration: TypeDeclaration
  /// The outermost class that it derives from.
  var root: String
  /// The properties whose places tell the wrapper which column is theirs.
  var placed: [ScannedProperty]
}
