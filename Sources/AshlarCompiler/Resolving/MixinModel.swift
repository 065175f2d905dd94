internal import AshlarSchema

/// A resolved mixin: a protocol in Swift, absent from the descriptor.
struct MixinModel: Sendable {
  var name: String
  /// The mixins that it includes, in source order.
  var mixins: [String]
  /// Its own properties, in source order.
  var properties: [PropertyModel]
  /// Its properties that are stored only in memory.
  var ignored: [IgnoredModel]
  /// The surfaces of all properties, by Swift name.
  var surfaces: [String: PropertySurface]
  var documentation: String?
}
