/// Hashes that identify schemas: FNV-1a (64 bits) over a canonical form, which excludes documentation.
public enum Fingerprint {
  /// Returns the fingerprint of the stored form of a schema. Equal fingerprints mean that a file written with one schema opens with the
  /// other without migration: stored names, kinds, columns, primary keys and rules are equal. Swift names, order, enums, defaults, linking
  /// objects, indexes, the cases of checked enums and the schema version do not matter. Complexity: O(n log n).
  public static func storage(of schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.storage(of: schema)
    return FNV1a.hash(form.bytes)
  }

  /// Returns the storage fingerprint of one entity; `schema` supplies the stored names of link targets. Complexity: O(n log n).
  public static func storage(of entity: EntityModel, in schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.storage(of: entity, in: schema)
    return FNV1a.hash(form.bytes)
  }

  /// Returns the fingerprint of the whole schema. Equal fingerprints mean that generated code and a descriptor belong to the same schema:
  /// everything except documentation is included, in the order of the model. Complexity: O(n).
  public static func source(of schema: SchemaModel) -> UInt64 {
    var form = CanonicalForm()
    form.source(of: schema)
    return FNV1a.hash(form.bytes)
  }
}
