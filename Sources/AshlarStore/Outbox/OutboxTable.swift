public import AshlarSchema

/// The table of asymmetric objects that wait to be sent, for all types of a file. Each row contains an object: its creation time, the
/// number of the shape and the index of the type in it, with which its bytes are decoded, the bytes, and, if it is quarantined, the reason.
public enum OutboxTable {
  /// The stored name of the table. No type can have it, because names contain no spaces.
  public static let name = "ashlar outbox"

  /// Column ordinals.
  enum Column {
    static let created = 0
    static let shape = 1
    static let type = 2
    static let reason = 3
    static let object = 4
  }

  /// The model of the table. No other table has the kind asymmetric.
  public static let model = EntityModel(
    name: name, kind: .asymmetric,
    properties: [
      PropertyModel(name: "created", type: .date), PropertyModel(name: "shape", type: .int32), PropertyModel(name: "type", type: .int32),
      PropertyModel(name: "reason", type: .string, isOptional: true), PropertyModel(name: "object", type: .data),
    ])

  /// Returns the descriptor of a schema to which objects in the outbox refer, with stored names and without documentation, and the index of
  /// each type in this descriptor, by stored name. The descriptor contains no rules: a shape states how bytes are read, and senders of
  /// earlier releases have to read it.
  public static func shape(of model: SchemaModel) -> (descriptor: [UInt8], types: [String: Int32]) {
    var shape = model.storedForm
    for index in shape.entities.indices { shape.entities[index].rules = [] }
    let descriptor = DescriptorWriter.bytes(for: shape, documentation: false)
    // `DescriptorWriter` may reorder the types.
    var types: [String: Int32] = [:]
    for (index, entity) in ((try? DescriptorReader.read(descriptor))?.entities ?? []).enumerated() { types[entity.name] = Int32(index) }
    return (descriptor, types)
  }

  /// The maximum size of an object in bytes.
  public static var objectLimit: Int { Slot.dataLimit }
}
