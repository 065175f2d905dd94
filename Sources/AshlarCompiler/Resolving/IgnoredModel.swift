internal import AshlarSchema

/// A property that is stored only in memory: a stored property of the class, absent from the descriptor.
struct IgnoredModel: Sendable {
  /// The form in which the type is declared.
  enum Kind: Sendable {
    /// Swift source.
    case swift(String)
    /// A type of the schema language; the model contains the default.
    case schema(PropertyModel)
  }

  var name: String
  var kind: Kind
  /// The Swift expression that the schema specifies for the initial value; nil if it specifies a literal or nothing.
  var initialValue: String?
  var documentation: String?
}
