public import AshlarSchema

/// Formats a schema, or the bytes of a descriptor, for display.
public enum DescriptorDump {
  /// Returns the schema in the schema language. If the text is compiled, the result has the same fingerprints.
  public static func yaml(_ schema: SchemaModel) -> String {
    var dump = YAMLDump(schema)
    return dump.text()
  }

  /// Returns the schema as JSON, indented by two spaces, with keys in a fixed order.
  public static func json(_ schema: SchemaModel) -> String {
    JSONDump(schema).value.text() + "\n"
  }

  /// Returns the bytes of a descriptor as lines with an offset, bytes and their meaning; most lines contain one field.
  /// - Throws: `DescriptorError` if the bytes are not a descriptor.
  public static func hex(_ bytes: [UInt8]) throws(DescriptorError) -> String {
    _ = try DescriptorReader.read(bytes)
    var dump = try HexDump(bytes)
    return dump.text()
  }
}
