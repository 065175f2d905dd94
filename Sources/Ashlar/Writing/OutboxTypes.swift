import AshlarSchema
import AshlarStore

/// The asymmetric types of a Realm whose configuration has an outbox. They have no tables of their own: an object becomes one row of the
/// outbox's table.
struct OutboxTypes: Sendable {
  /// Of the outbox's table.
  let ordinal = UnlistedTables.ordinal(OutboxTable.name)
  let entities: [_Entity]
  /// What explains the bytes of their objects.
  let shape: [UInt8]
  // By ordinal of the entity: its index in the shape.
  private let numbers: [Int: Int32]

  /// - Parameter model: all types of the Realm, these among them.
  init(_ entities: [_Entity], in model: SchemaModel) {
    self.entities = entities
    let (shape, types) = OutboxTable.shape(of: model)
    self.shape = shape
    var numbers: [Int: Int32] = [:]
    for entity in entities { numbers[entity.ordinal] = types[entity.model.storedName] }
    self.numbers = numbers
  }

  /// The number of a type in the shape; nil of a type that the Realm does not list.
  func number(of entity: _Entity) -> Int32? { numbers[entity.ordinal] }

  /// What is wrong with a type's links, a line each: the key of what it links to is sent.
  static func faults(_ entity: _Entity, among entities: [_Entity]) -> [String] {
    entity.model.columns.compactMap { property in
      guard let name = property.target,
        let target = entities.first(where: { $0.linked === entity.linked && $0.model.name == name }), target.model.kind == .object,
        target.model.primaryKey == nil
      else { return nil }
      return "'\(entity.model.name).\(property.name)' links to type '\(name)', which needs a primary key: it is what is sent."
    }
  }

  /// Types whose objects a file has in tables of their own, as of the time when they were not asymmetric. Stored names.
  func typesWithTables(in file: SchemaModel) -> [String] {
    let names = Set(entities.map(\.model.storedName))
    return file.entities.filter { $0.kind != .asymmetric && names.contains($0.storedName) }.map(\.storedName)
  }
}

/// What one Realm instance needs to put objects into the outbox.
nonisolated final class OutboxWriting: RealmPart {
  let types: OutboxTypes
  /// Memory for encoding them.
  @exclusivity(unchecked) var bytes: [UInt8] = []

  init(_ types: OutboxTypes, _ core: _RealmCore) {
    self.types = types
    super.init(core)
  }
}

extension _RealmCore {
  /// The types whose objects go into the outbox; nil without one.
  var outbox: OutboxTypes? { outboxWriting?.types }

  var outboxWriting: OutboxWriting? { parts.outbox.map { unsafeDowncast($0, to: OutboxWriting.self) } }

  /// Objects of these types go into the outbox.
  func keepOutbox(_ types: OutboxTypes?) { parts.outbox = types.map { OutboxWriting($0, self) } }
}
