extension ScalarKind {
  /// The bit of a descriptor's *required features* that a schema with this type has; 0 for the types that every reader knows. Because the
  /// raw value determines the bit, a new type needs no other place that names it.
  var requiredFeature: UInt64 {
    let known = ValueType.any.rawValue
    return type.rawValue <= known ? 0 : 1 << UInt64(type.rawValue - known - 1)
  }

  /// The bits of the types that this build knows.
  static let knownFeatures: UInt64 = all.reduce(0) { $0 | $1.requiredFeature }
}

extension SchemaModel {
  /// The *required features* of the schema's descriptor: the bits of the types that it contains.
  var requiredFeatures: UInt64 {
    var features: UInt64 = 0
    for entity in entities { for property in entity.properties { features |= property.type.kind.requiredFeature } }
    for custom in customTypes { features |= custom.persistedType.kind.requiredFeature }
    for item in enums { features |= item.rawType.kind.requiredFeature }
    return features
  }
}
