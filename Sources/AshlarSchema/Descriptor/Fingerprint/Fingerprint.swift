/// What tells schemas apart at a glance: FNV-1a (64 bits) over a canonical form, which leaves out documentation.
public enum Fingerprint {
  /// Equal fingerprints mean that a file written with one schema opens with the other without migration: stored names,
  /// kinds, columns and primary keys are equal. Swift names, order, enums, defaults, linking objects, indexes and the
  /// schema version take no part. Complexity: O(n log n).
  public static func storage(of schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.storage(of: schema)
    return FNV1a.hash(form.bytes)
  }

  /// The same for one entity; `schema` tells the stored names of link targets. Complexity: O(n log n).
  public static func storage(of entity: EntityModel, in schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.storage(of: entity, in: schema)
    return FNV1a.hash(form.bytes)
  }

  /// Equal fingerprints mean that generated code and descriptor are of the same schema: everything but documentation takes
  /// part, in order. Complexity: O(n).
  public static func source(of schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.source(of: schema)
    return FNV1a.hash(form.bytes)
  }
}
