public import AshlarSchema

/// The table of asymmetric objects that wait to be sent, one for all types of a file. An object is a row: when it was made, the shape and the
/// type in the shape that explain its bytes, the bytes, and for a quarantined one the reason.
public enum OutboxTable {
  /// Its stored name. No type can have it: a name has no spaces.
  public static let name = "ashlar outbox"

  /// Column ordinals.
  enum Column {
    static let created = 0
    static let shape = 1
    static let type = 2
    static let reason = 3
    static let object = 4
  }

  /// Of no other table is the kind asymmetric.
  public static let model = EntityModel(
    name: name, kind: .asymmetric,
    properties: [
      PropertyModel(name: "created", type: .date), PropertyModel(name: "shape", type: .int32), PropertyModel(name: "type", type: .int32),
      PropertyModel(name: "reason", type: .string, isOptional: true), PropertyModel(name: "object", type: .data),
    ])

  /// A schema as objects in the outbox refer to it, with stored names and without documentation, and the index in it of each type, by
  /// stored name.
  public static func shape(of model: SchemaModel) -> (descriptor: [UInt8], types: [String: Int32]) {
    let descriptor = DescriptorWriter.bytes(for: model.storedForm, documentation: false)
    // The writer has an order of its own.
    var types: [String: Int32] = [:]
    for (index, entity) in ((try? DescriptorReader.read(descriptor))?.entities ?? []).enumerated() { types[entity.name] = Int32(index) }
    return (descriptor, types)
  }

  /// Bytes of the largest object.
  public static var objectLimit: Int { Slot.dataLimit }
}
