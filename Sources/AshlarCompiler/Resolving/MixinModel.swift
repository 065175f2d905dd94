internal import AshlarSchema

/// A resolved mixin: a protocol in Swift, absent from the descriptor.
struct MixinModel: Sendable {
  var name: String
  /// The mixins that this mixin includes, in source order.
  var mixins: [String]
  /// The stored properties and linking objects of the mixin itself, in source order.
  var properties: [PropertyModel]
  /// The properties of the mixin itself that are stored only in memory.
  var ignored: [IgnoredModel]
  /// The surfaces of all properties, by Swift name.
  var surfaces: [String: PropertySurface]
  var documentation: String?
}
