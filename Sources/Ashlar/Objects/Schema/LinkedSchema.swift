public import AshlarSchema
import AshlarStore

/// A schema in emitted code: its descriptor in base64, which is decoded on first use.
public nonisolated final class _LinkedSchema: Sendable {
  /// The schema's name.
  public let name: String
  private let source: UInt64
  private let descriptor: StaticString
  private let externalEnums: [any _ExternalEnumCases.Type]
  /// The schema versions to which code of the schema's `MigrationPlan` migrates files.
  let migrations: [UInt64]
  /// The handwritten classes of the schema.
  let handwritten: [_HandwrittenClass]
  // The entities of the classes that have been used, by name. Opening a Realm uses all of its classes.
  private let entities = Guarded<[String: _Entity]>([:])
  private let decoded = Guarded<Result<SchemaModel, Realm.Error>?>(nil)

  /// Creates a schema from emitted values. The descriptor is not decoded yet.
  public init(
    name: String, source: UInt64, externalEnums: [any _ExternalEnumCases.Type] = [], migrations: [UInt64] = [],
    handwritten: [_HandwrittenClass] = [], descriptor: StaticString
  ) {
    self.handwritten = handwritten
    self.migrations = migrations
    self.name = name
    self.source = source
    self.externalEnums = externalEnums
    self.descriptor = descriptor
  }

  /// Creates a schema without a descriptor, for types without an emitted class.
  init(_ model: SchemaModel) {
    name = model.name
    source = 0
    descriptor = ""
    externalEnums = []
    migrations = []
    handwritten = []
    decoded.withLock { $0 = .success(model) }
  }

  /// Returns the schema, which is decoded on first use. Throws `Realm.Error(.fail)` if the descriptor cannot be read, if it and the emitted
  /// classes are from different runs of the compiler, if the raw values of a handwritten enum differ from the schema, or if a type of
  /// another module cannot be stored as its property declares.
  public func model() throws(Realm.Error) -> SchemaModel {
    try decoded.withLock { decoded in
      if let decoded { return decoded }
      let result = decode()
      decoded = result
      return result
    }.get()
  }

  private func decode() -> Result<SchemaModel, Realm.Error> {
    for cases in externalEnums {
      guard let mismatch = cases.mismatch else { continue }
      return .failure(Realm.Error(.fail, "In schema '\(name)' \(mismatch). Change one of the two."))
    }
    guard let bytes = Base64.decode(descriptor) else {
      return .failure(Realm.Error(.fail, "The descriptor of schema '\(name)' is not base64. Generate the models again."))
    }
    let model: SchemaModel
    do {
      guard try DescriptorReader.header(bytes).sourceFingerprint == source else {
        return .failure(
          Realm.Error(
            .fail, "The models and the descriptor of schema '\(name)' come from different runs of the compiler. Generate both again."))
      }
      model = try DescriptorReader.read(bytes)
    } catch {
      return .failure(Realm.Error(.fail, "The descriptor of schema '\(name)' cannot be read: \(error)"))
    }
    do throws(Realm.Error) {
      return .success(try model.completed(by: handwritten))
    } catch {
      return .failure(error)
    }
  }

  /// Creates and registers the entity of an emitted class. Called once for each class.
  public func entity(_ name: String, _ type: ObjectBase.Type) -> _Entity {
    let entity = makeEntity(name, type)
    add(entity)
    return entity
  }

  /// Registers an entity, so that `entity(named:)` finds it.
  func add(_ entity: _Entity) { entities.withLock { $0[entity.model.name] = entity } }

  func makeEntity(_ name: String, _ type: ObjectBase.Type) -> _Entity {
    do {
      let schema = try model()
      guard let model = schema.entity(named: name) else {
        misuse(.schema("Schema '\(self.name)' has no type '\(name)'. Generate the models again."))
      }
      return _Entity(model, in: schema, linked: self, type: type)
    } catch {
      misuse(.schema(error.description))
    }
  }

  /// Adds the schema's types to the default schema. Called by the function that the load-time constructor registers.
  public func link(_ types: [ObjectBase.Type]) { SchemaRegistry.add(types) }

  /// Returns the entity of a type of this schema; nil if there is none. On platforms where constructors do not link schemas, generated
  /// types are found only after their first use.
  func entity(named name: String) -> _Entity? {
    if let known = entities.withLock({ $0[name] }) { return known }
    if let model = handwritten.first(where: { $0.name == name }) { return model.type._entity }
    return (try? SchemaRegistry.allTypes())?.lazy.map { $0._entity }.first { $0.linked === self && $0.model.name == name }
  }
}
