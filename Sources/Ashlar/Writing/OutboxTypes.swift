import AshlarSchema
import AshlarStore

/// The asymmetric types of a Realm whose configuration has an outbox. They have no separate tables: each object becomes one row of the
/// outbox's table.
struct OutboxTypes: Sendable {
  /// The ordinal of the outbox's table.
  let ordinal = UnlistedTables.ordinal(OutboxTable.name)
  let entities: [_Entity]
  /// The description of the types that is needed to decode their objects.
  let shape: [UInt8]
  // The index of each entity in the shape, by the entity's ordinal.
  private let numbers: [Int: Int32]

  /// - Parameter model: All types of the Realm, including `entities`.
  init(_ entities: [_Entity], in model: SchemaModel) {
    self.entities = entities
    let (shape, types) = OutboxTable.shape(of: model)
    self.shape = shape
    var numbers: [Int: Int32] = [:]
    for entity in entities { numbers[entity.ordinal] = types[entity.model.storedName] }
    self.numbers = numbers
  }

  /// Returns the index of an asymmetric type in `shape`; nil for any other type, and for one that the Realm does not list.
  func number(of entity: _Entity) -> Int32? { numbers[entity.ordinal] }

  /// Validates the links of a type: a target that is not embedded needs a primary key of one property, which is sent in place of the
  /// object. Returns one message for each invalid link.
  static func faults(_ entity: _Entity, among entities: [_Entity]) -> [String] {
    entity.model.columns.compactMap { property in
      guard let name = property.target,
        let target = entities.first(where: { $0.linked === entity.linked && $0.model.name == name }), target.model.kind == .object,
        target.model.primaryKey == nil
      else { return nil }
      let link = "'\(entity.model.name).\(property.name)' links to type '\(name)'"
      return target.hasKey
        ? "\(link), whose primary key has several properties: only a key of one property is sent."
        : "\(link), which needs a primary key: only the key is sent."
    }
  }

  /// Returns the stored names of the asymmetric types for which a file contains tables. These were created when the types were not
  /// asymmetric.
  func typesWithTables(in file: SchemaModel) -> [String] {
    let names = Set(entities.map(\.model.storedName))
    return file.entities.filter { $0.kind != .asymmetric && names.contains($0.storedName) }.map(\.storedName)
  }
}

/// The state of one Realm instance for writing objects to the outbox.
nonisolated final class OutboxWriting: RealmPart {
  let types: OutboxTypes
  /// A reusable buffer for encoding objects.
  @exclusivity(unchecked) var bytes: [UInt8] = []

  init(_ types: OutboxTypes, _ core: _RealmCore) {
    self.types = types
    super.init(core)
  }
}

extension _RealmCore {
  /// The types whose objects are written to the outbox; nil without an outbox.
  var outbox: OutboxTypes? { outboxWriting?.types }

  var outboxWriting: OutboxWriting? { parts.outbox.map { unsafeDowncast($0, to: OutboxWriting.self) } }

  /// Sets the types whose objects are written to the outbox.
  func keepOutbox(_ types: OutboxTypes?) { parts.outbox = types.map { OutboxWriting($0, self) } }
}
