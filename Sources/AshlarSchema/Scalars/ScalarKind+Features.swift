extension ScalarKind {
  /// The bit that the *required features* of a descriptor contain if the schema uses this type; 0 for the types that every reader supports.
  /// The raw value determines the bit, so this code need not change for a new type.
  var requiredFeature: UInt64 {
    let known = ValueType.any.rawValue
    return type.rawValue <= known ? 0 : 1 << UInt64(type.rawValue - known - 1)
  }

  /// The bits of the types that this build supports.
  static let knownFeatures: UInt64 = all.reduce(0) { $0 | $1.requiredFeature }
}

extension DefaultValue {
  /// The bit that the *required features* of a descriptor contain if a default is a UUID of version 7, so that earlier releases report this
  /// feature instead of damage. Types are numbered from bit 0 up, so defaults are numbered from bit 63 down.
  static let orderedUUIDFeature: UInt64 = 1 << 63
}

extension SchemaModel {
  /// The *required features* of the schema's descriptor: the bits of the types and defaults that it contains.
  var requiredFeatures: UInt64 {
    var features: UInt64 = 0
    for entity in entities {
      for property in entity.properties {
        features |= property.type.kind.requiredFeature
        if property.defaultValue == .newUUIDv7 { features |= DefaultValue.orderedUUIDFeature }
      }
    }
    for custom in customTypes { features |= custom.persistedType.kind.requiredFeature }
    for item in enums { features |= item.rawType.kind.requiredFeature }
    return features
  }
}
