import AshlarSchema
import AshlarStore
import Synchronization

@testable import Ashlar

/// A class for each number, which its type spells in bits. Its entity is told when it is needed.
private enum Numbered<Bits>: EraType {
  static var entity: _Entity { RandomEntities.find(ObjectIdentifier(Self.self)) }
}
private enum Zero<Rest> {}
private enum One<Rest> {}

/// Classes for models that are made at run time.
enum RandomEntities {
  private static let entities = Guarded<[ObjectIdentifier: _Entity]>([:])
  private static let count = Atomic<Int>(0)

  fileprivate static func find(_ id: ObjectIdentifier) -> _Entity {
    guard let entity = entities.withLock({ $0[id] }) else { fatalError("a class is used that has no entity") }
    return entity
  }

  /// A new class for each type of a schema.
  static func make(_ model: SchemaModel) -> [ObjectBase.Type] {
    let linked = _LinkedSchema(model)
    func next<Bits>(_ bits: Bits.Type, _ rest: Int, _ entity: EntityModel) -> ObjectBase.Type {
      if rest > 1 { return rest & 1 == 0 ? next(Zero<Bits>.self, rest >> 1, entity) : next(One<Bits>.self, rest >> 1, entity) }
      let made: ObjectBase.Type = entity.kind == .embedded ? EmbeddedEra<Numbered<Bits>>.self : Era<Numbered<Bits>>.self
      let found = linked.entity(entity.name, made)
      entities.withLock { $0[ObjectIdentifier(Numbered<Bits>.self)] = found }
      return made
    }
    return model.entities.map { next(Never.self, count.wrappingAdd(1, ordering: .relaxed).newValue, $0) }
  }
}
