public import AshlarSchema

/// Shows a schema, or a descriptor's bytes, to people.
public enum DescriptorDump {
  /// The schema in its language: compiled again, it has the same fingerprints.
  public static func yaml(_ schema: SchemaModel) -> String {
    var dump = YAMLDump(schema)
    return dump.text()
  }

  /// The schema as JSON with two spaces of indentation and keys in a fixed order.
  public static func json(_ schema: SchemaModel) -> String {
    JSONDump(schema).value.text() + "\n"
  }

  /// The bytes of a descriptor, a line a field: offset, bytes, meaning.
  /// - Throws: `DescriptorError` if the bytes are not a descriptor.
  public static func hex(_ bytes: [UInt8]) throws(DescriptorError) -> String {
    _ = try DescriptorReader.read(bytes)
    var dump = try HexDump(bytes)
    return dump.text()
  }
}
