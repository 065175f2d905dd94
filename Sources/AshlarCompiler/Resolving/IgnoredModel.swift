internal import AshlarSchema

/// A property that lives in memory only: a stored one of the class, and nothing in the descriptor.
struct IgnoredModel: Sendable {
  /// What decides the type in Swift.
  enum Kind: Sendable {
    /// Swift's own text.
    case swift(String)
    /// A type of the language; its default is in the model.
    case schema(PropertyModel)
  }

  var name: String
  var kind: Kind
  /// The initial value as a Swift expression, where the schema gives one.
  var initialValue: String?
  var documentation: String?
}
