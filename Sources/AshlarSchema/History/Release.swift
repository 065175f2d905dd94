/// One release of a schema, as stored in its history.
public struct Release: Sendable {
  /// The schema.
  public let model: SchemaModel
  /// The checksum of the release's descriptor.
  public let checksum: UInt64
  /// The preceding release; nil for the first.
  public let predecessor: Predecessor?

  /// The schema version.
  public var version: UInt64 { model.version }

  /// Reads a descriptor. Complexity: O(n) in the number of bytes.
  public init(descriptor: [UInt8]) throws(DescriptorError) {
    model = try DescriptorReader.read(descriptor)
    checksum = try DescriptorReader.header(descriptor).checksum
    predecessor = try DescriptorReader.predecessor(descriptor)
  }

  /// Returns a schema's descriptor for its history. It contains all declarations that files store, and the Swift names, but no projections
  /// or documentation.
  public static func descriptor(of schema: SchemaModel, after predecessor: Predecessor?) -> [UInt8] {
    var schema = schema
    schema.projections = []
    return DescriptorWriter.bytes(for: schema, documentation: false, predecessor: predecessor)
  }
}
