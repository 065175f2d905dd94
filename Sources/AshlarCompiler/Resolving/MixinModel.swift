internal import AshlarSchema

/// A mixin that is resolved: a protocol in Swift, and nothing in the descriptor.
struct MixinModel: Sendable {
  var name: String
  /// The mixins it names, in the order written.
  var mixins: [String]
  /// Its own properties, in the order written.
  var properties: [PropertyModel]
  /// Its properties that live in memory only.
  var ignored: [IgnoredModel]
  /// By Swift name; there is one for every property.
  var surfaces: [String: PropertySurface]
  var documentation: String?
}
